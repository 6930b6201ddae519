import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const notificationTexts = msg({
  title: 'Notifications',
  menu: 'Actions for all notifications',
  markAll: 'Mark all as read',
  deleteAll: 'Delete all',
  itemMenu: 'Actions for {title}',
  markRead: 'Mark as read',
  delete: 'Delete',
  unread: 'Unread',
  end: "That's all your notifications from the last 30 days.",
  emptyTitle: 'No notifications',
  emptyText: 'When you have notifications, they will appear here.',
  noPermission:
    "You don't have permissions to take this action, please Logout/Login with different credentials",
  close: 'Close',
  retry: 'Try again',
  loading: 'Loading',
  changeFailed: 'The last action did not succeed',
})
