import sanitizeHtml from 'sanitize-html'
import { descriptionTags } from './notifications.rules.ts'

/** Removes elements that are not allowed; their text stays, except that of scripts and styles. */
export function sanitiseDescription(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...descriptionTags],
    allowedAttributes: {},
    disallowedTagsMode: 'discard',
  })
}
