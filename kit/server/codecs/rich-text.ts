import type { TextVariable } from '@counterfoil/kit/contract/resource-field.ts'
import {
  inBraces,
  isLinkTarget,
  isPartOfAddress,
  replaceVariables,
  richTextTags,
} from '@counterfoil/kit/contract/rich-text.ts'
import { convert } from 'html-to-text'
import sanitizeHtml from 'sanitize-html'
import { escaped } from './html.ts'

const policy: sanitizeHtml.IOptions = {
  allowedTags: [...richTextTags],
  allowedAttributes: { a: ['href'] },
  // what a variable stands for has no scheme yet
  allowedSchemes: ['http', 'https', 'mailto'],
  disallowedTagsMode: 'discard',
}

/**
 * Of a link that leads nowhere it may the text alone is left, by way of an element that is not kept. It goes with the next
 * pass: an element that the library renames and leaves out in one loses the end of the one that follows.
 */
const withoutForeignLinks = (html: string, hrefOf = (href: string) => href): string =>
  sanitizeHtml(html, {
    ...policy,
    allowedTags: [...richTextTags, 'span'],
    transformTags: {
      a: (tagName, { href = '' }): sanitizeHtml.Tag => {
        const target = hrefOf(href)
        return isLinkTarget(target)
          ? { tagName, attribs: { href: target } }
          : { tagName: 'span', attribs: {} }
      },
    },
  })

/** What is kept of formatted text; the text of other elements stays, that of scripts and styles goes. */
export const sanitiseRichText = (html: string): string =>
  sanitizeHtml(withoutForeignLinks(html), policy).trim()

/** Whether anything can be read in it. */
export const isBlank = (html: string): boolean =>
  !hasWords(
    sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replaceAll('&nbsp;', ' '),
  )

/** Whether anything of a text is seen: what joins, marks and spaces other characters is nothing by itself. */
export const hasWords = (text: string): boolean => /[^\p{C}\p{Z}\p{M}]/u.test(text)

export type VariableValues = Readonly<Record<string, string>>

/**
 * Rich text with its variables replaced. Values are put in after the text was taken apart, each escaped for where it
 * stands: no value becomes an element or leaves an attribute.
 */
export function renderRichText(
  html: string,
  variables: readonly TextVariable[],
  values: VariableValues,
): string {
  const kinds = new Map(variables.map(({ name, kind }) => [name, kind]))
  const valueAt = (name: string) => values[name] ?? ''
  const addresses = variables.filter(({ kind }) => kind === 'address').map(({ name }) => name)
  const linked = withoutForeignLinks(withOwnParagraphs(html, variables), (href) =>
    // kept before it was refused: the words stay, the address is told to nobody
    addresses.some((name) => isPartOfAddress(href, name)) ? '' : replaceVariables(href, valueAt),
  )
  return sanitizeHtml(linked, {
    ...policy,
    textFilter: (text, tagName) =>
      replaceVariables(
        text,
        (name, before) =>
          apart(valueAt(name), before) + shown(kinds.get(name), valueAt(name), tagName),
      ),
  })
}

/** Before an address stands a space: readers of mail take what is glued together for one address. */
const apart = (value: string, before: string) =>
  isLinkTarget(value) && !/\s$/.test(before) ? ' ' : ''

/** What brings its own paragraphs does not stand in one. */
const withOwnParagraphs = (html: string, variables: readonly TextVariable[]) =>
  variables
    .filter(({ kind }) => kind === 'html')
    .reduce((text, { name }) => text.replaceAll(`<p>${inBraces(name)}</p>`, inBraces(name)), html)

function shown(kind: TextVariable['kind'], value: string, tagName: string): string {
  if (kind === 'html') return value
  const text = escaped(value)
  if (kind === 'lines') return text.replace(/\r?\n/g, '<br />')
  if (kind !== 'address' || tagName === 'a' || !isLinkTarget(value)) return text
  return `<a href="${text}">${text}</a>`
}

/** The same as plain text, for whoever reads mails so. */
export const textOfHtml = (html: string): string =>
  convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  }).trim()

/** One line of text with its variables replaced; nothing in it is HTML. */
export const renderText = (text: string, values: VariableValues): string =>
  replaceVariables(text, (name, before) => {
    const value = values[name] ?? ''
    return before === '' ? value : apart(value, before) + value
  }).replace(/\s+/g, ' ')
