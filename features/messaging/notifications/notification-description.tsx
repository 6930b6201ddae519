import { RichText } from '@counterfoil/kit/web/formats/rich-text.tsx'
import classes from './notifications.module.css'
import { descriptionTags } from './notifications.rules.ts'

/** A description's HTML, of the few elements that one may hold. */
export function NotificationDescription({ html }: { html: string }) {
  return <RichText html={html} tags={descriptionTags} className={classes.description} />
}
