import { messages } from '@counterfoil/kit/web/texts/i18n.tsx'

export const notificationTexts = messages({
  title: ['Notifications', 'Bildirimler'],
  bell: [
    (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
    (unread: number) => (unread === 0 ? 'Bildirimler' : `Bildirimler, ${unread} okunmamış`),
  ],
  menu: ['Actions for all notifications', 'Tüm bildirimler için işlemler'],
  markAll: ['Mark all as read', 'Tümünü okundu olarak işaretle'],
  deleteAll: ['Delete all', 'Tümünü sil'],
  itemMenu: [
    (title: string) => `Actions for ${title}`,
    (title: string) => `${title} için işlemler`,
  ],
  markRead: ['Mark as read', 'Okundu olarak işaretle'],
  delete: ['Delete', 'Sil'],
  unread: ['Unread', 'Okunmamış'],
  end: [
    "That's all your notifications from the last 30 days.",
    'Son 30 güne ait tüm bildirimleriniz bu kadar.',
  ],
  emptyTitle: ['No notifications', 'Bildirim yok'],
  emptyText: [
    'When you have notifications, they will appear here.',
    'Bildirimleriniz olduğunda burada görünecek.',
  ],
  newOne: [
    (title: string) => `New notification: ${title}`,
    (title: string) => `Yeni bildirim: ${title}`,
  ],
  newMany: [
    (count: number) => `You have ${count} new notifications`,
    (count: number) => `${count} yeni bildiriminiz var`,
  ],
  view: ['View', 'Görüntüle'],
  noPermission: [
    "You don't have permissions to take this action, please Logout/Login with different credentials",
    'Bu işlem için yetkiniz yok, lütfen çıkış yapıp farklı bilgilerle giriş yapın',
  ],
  close: ['Close', 'Kapat'],
  retry: ['Try again', 'Tekrar dene'],
  loading: ['Loading', 'Yükleniyor'],
  changeFailed: ['The last action did not succeed', 'Son işlem başarısız oldu'],
})
