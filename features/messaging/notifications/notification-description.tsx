import { RichText } from '@counterfoil/kit/web/formats/rich-text.tsx'
import classes from './notifications.module.css'
import { descriptionTags } from './notifications.rules.ts'

/** The HTML of a description, which has only the allowed elements. */
export function NotificationDescription({ html }: { html: string }) {
  return <RichText html={html} tags={descriptionTags} className={classes.description} />
}
