import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, instant, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const notificationsPerPage = 10
/** Older notifications are not listed, and are deleted after some time. */
export const historyDays = 30

const notification = z.object({
  id,
  title: z.string(),
  /** HTML of the allowed elements. */
  description: z.string(),
  image: z.string().nullable(),
  icon: z.string().nullable(),
  notificationType: z.string(),
  /** The target of a click; null: none. */
  objectUrl: z.string().nullable(),
  isRead: z.boolean(),
  created: timestamp,
  /** True: a screen of the portal; false: a page in a new tab. */
  useRouter: z.boolean(),
})
export type Notification = z.infer<typeof notification>

export const notificationList = z.object({
  data: z.array(notification),
  /** Counts all of the user's notifications, not only those of the page. */
  unreadNotificationCount: z.int(),
})

/** The answer of every change, as JSON text. */
const done = z.literal('success')

const base = '/api/in-app-notifications'

export const listNotifications = endpoint({
  id: 'notifications.list',
  method: 'GET',
  path: base,
  summary: 'Notifications of the signed-in user in the last 30 days, newest first',
  permission: [],
  query: pageQuery.extend({ pageSize: pageQuery.shape.pageSize.default(notificationsPerPage) }),
  answer: notificationList,
})

export const listLatestNotifications = endpoint({
  id: 'notifications.latest',
  method: 'GET',
  path: `${base}/latest`,
  summary: 'What came since the newest one that the caller has; may repeat the last minute',
  permission: [],
  query: z.object({
    /** `created` of the newest notification that is known; empty: none. */
    since: z.union([z.literal(''), instant]).optional(),
  }),
  answer: notificationList,
})

export const readNotification = endpoint({
  id: 'notifications.read',
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One notification of the signed-in user',
  permission: [],
  params: idParams,
  answer: notification,
})

export const markAllAsRead = endpoint({
  id: 'notifications.mark-all-as-read',
  method: 'POST',
  path: `${base}/mark-as-read`,
  summary: "Marks all of the signed-in user's notifications as read",
  permission: [],
  answer: done,
})

export const markAsRead = endpoint({
  id: 'notifications.mark-as-read',
  method: 'PUT',
  path: `${base}/mark-as-read/:id`,
  summary: 'Marks one notification as read',
  permission: [],
  params: idParams,
  answer: done,
})

export const deleteAllNotifications = endpoint({
  id: 'notifications.delete-all',
  method: 'DELETE',
  path: base,
  summary: "Deletes all of the signed-in user's notifications",
  permission: [],
  answer: done,
})

export const deleteNotification = endpoint({
  id: 'notifications.delete',
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Deletes one notification',
  permission: [],
  params: idParams,
  answer: done,
})
