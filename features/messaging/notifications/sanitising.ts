import sanitizeHtml from 'sanitize-html'

/**
 * The HTML that a description may hold: emphasis, lines and lists. No links, because the whole notification is one; no
 * attributes, so that nothing carries a style, a script or an address.
 */
const allowedTags = ['b', 'strong', 'i', 'em', 'u', 'code', 'br', 'p', 'ul', 'ol', 'li']

/** What is left of a description; the text of other elements stays, that of scripts and styles goes. */
export function sanitiseDescription(html: string): string {
  return sanitizeHtml(html, { allowedTags, allowedAttributes: {}, disallowedTagsMode: 'discard' })
}
