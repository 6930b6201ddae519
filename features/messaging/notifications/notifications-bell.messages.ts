import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What every page has; the list's own texts come with the list. */
export const bellTexts = msg({
  title: 'Notifications',
  bell: '{unread, plural, =0 {Notifications} other {Notifications, # unread}}',
  newOne: 'New notification: {title}',
  newMany: 'You have {count} new notifications',
  view: 'View',
})
