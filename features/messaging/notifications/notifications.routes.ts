import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  deleteAllNotifications,
  deleteNotification,
  listLatestNotifications,
  listNotifications,
  markAllAsRead,
  markAsRead,
  readNotification,
} from './notifications.contract.ts'
import {
  countUnread,
  deleteNotificationRow,
  findOne,
  historyStart,
  listPage,
  listSince,
  type NotificationOwner,
  updateRead,
} from './notifications.queries.ts'
import { notificationView } from './notifications.views.ts'

/** The limit of one poll; older notifications are reached by paging. */
const latestAtMost = 100

/**
 * A notification that was created just before the newest one known may have been committed after it, so the poll looks back
 * this far. Clients drop notifications that they have, by id.
 */
const overlapMs = 60_000

const ownerOf = (caller: UserCaller): NotificationOwner => ({
  tenantId: caller.tenantId,
  userId: caller.id,
})

export const routes: Route[] = [
  route(listNotifications, async ({ query }, { db, caller, now }) => {
    const owner = ownerOf(caller)
    const [rows, unread] = await Promise.all([
      listPage(db, owner, now, pageOf(query)),
      countUnread(db, owner, now),
    ])
    return { data: rows.map(notificationView), unreadNotificationCount: unread }
  }),
  route(listLatestNotifications, async ({ query }, { db, caller, now }) => {
    const owner = ownerOf(caller)
    const since = query.since ? new Date(Date.parse(query.since) - overlapMs) : historyStart(now)
    const [rows, unread] = await Promise.all([
      listSince(db, owner, now, since, latestAtMost),
      countUnread(db, owner, now),
    ])
    return { data: rows.map(notificationView), unreadNotificationCount: unread }
  }),
  route(readNotification, async ({ params }, { db, caller, now }) => {
    const row = await findOne(db, ownerOf(caller), now, params.id)
    if (row === undefined) throw notFound('The notification')
    return notificationView(row)
  }),
  route(markAllAsRead, async (_input, { caller, transaction }) => {
    await transaction((db) => updateRead(db, ownerOf(caller)))
    return 'success' as const
  }),
  route(markAsRead, async ({ params }, { caller, transaction }) => {
    await transaction(async (db) => {
      if ((await updateRead(db, ownerOf(caller), params.id)) === 0)
        throw notFound('The notification')
    })
    return 'success' as const
  }),
  route(deleteAllNotifications, async (_input, { caller, transaction }) => {
    await transaction((db) => deleteNotificationRow(db, ownerOf(caller)))
    return 'success' as const
  }),
  route(deleteNotification, async ({ params }, { caller, transaction }) => {
    await transaction(async (db) => {
      const deleted = await deleteNotificationRow(db, ownerOf(caller), params.id)
      if (deleted === 0) throw notFound('The notification')
    })
    return 'success' as const
  }),
]
