import type { Notification } from './notifications.contract.ts'
import type { listPage } from './notifications.queries.ts'

type NotificationRow = Awaited<ReturnType<typeof listPage>>[number]

export function notificationView(row: NotificationRow): Notification {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image: row.image,
    icon: row.icon,
    notificationType: row.notification_type,
    objectUrl: row.object_url,
    isRead: row.is_read,
    created: row.created_at.toISOString(),
    useRouter: row.use_router,
  }
}
