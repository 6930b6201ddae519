import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const notificationsPerPage = 10
/** What is older is not listed, and in time deleted. */
export const historyDays = 30

export const notification = z.object({
  id,
  title: z.string(),
  /** HTML of a small allow-list. */
  description: z.string(),
  image: z.string().nullable(),
  icon: z.string().nullable(),
  notificationType: z.string(),
  /** Where a click leads; null: nowhere. */
  objectUrl: z.string().nullable(),
  isRead: z.boolean(),
  created: timestamp,
  /** True: a screen of the portal; false: a page of its own (READINGS 52). */
  useRouter: z.boolean(),
})
export type Notification = z.infer<typeof notification>

export const notificationList = z.object({
  data: z.array(notification),
  /** Of all that the user has, not of the page alone. */
  unreadNotificationCount: z.int(),
})

/** What every change answers, as JSON text (READINGS 53). */
const done = z.literal('success')

/** READINGS decision 1: `v1/api/in-app-notifications` of the documents. */
const base = '/api/in-app-notifications'

export const listNotifications = endpoint({
  id: 'notifications.list',
  method: 'GET',
  path: base,
  summary: 'What the signed-in user was told in the last 30 days, newest first',
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
    /** `created` of the newest one known; empty when none is. */
    since: z.union([z.literal(''), timestamp]).optional(),
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
