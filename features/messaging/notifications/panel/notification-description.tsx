import { descriptionTags } from '@counterfoil/features/messaging/notifications/notifications.rules.ts'
import { RichText } from '@counterfoil/kit/web/rich-text.tsx'
import classes from './notifications.module.css'

/** A description's HTML, of the few elements that one may hold. */
export function NotificationDescription({ html }: { html: string }) {
  return <RichText html={html} tags={descriptionTags} className={classes.description} />
}
