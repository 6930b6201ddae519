import sanitizeHtml from 'sanitize-html'
import { descriptionTags } from './notifications.rules.ts'

/** What is left of a description; the text of other elements stays, that of scripts and styles goes. */
export function sanitiseDescription(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...descriptionTags],
    allowedAttributes: {},
    disallowedTagsMode: 'discard',
  })
}
