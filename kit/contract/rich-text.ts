// What rich text is kept as: HTML of these elements, without attributes but a link's address, and variables in double
// braces.

export const richTextTags = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'h1',
  'h2',
  'h3',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'a',
] as const

/** What a link may lead to: the web, a mailbox, or what a variable stands for. */
export const isLinkTarget = (href: string): boolean =>
  /^(https?:\/\/|mailto:)\S+$/i.test(href) || /^\{\{\w+\}\}$/.test(href)

const variable = /\{\{(\w+)\}\}/g

export const inBraces = (name: string): string => `{{${name}}}`

/** Each variable that a text names, once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(variable)].map(([, name = '']) => name)),
]

/** The text with its variables replaced; `before` is what stands before each. */
export const replaceVariables = (
  text: string,
  valueAt: (name: string, before: string) => string,
): string =>
  text.replace(variable, (_, name: string, at: number) => valueAt(name, text.slice(0, at)))

/** Whether an address that a variable stands for would be part of another one: whoever owns that reads it. */
export const isPartOfAddress = (href: string, name: string): boolean =>
  href.includes(inBraces(name)) && href !== inBraces(name)

/**
 * The first of the addresses that stands in another one: in its `href`, in the words of a link to elsewhere, or right
 * behind what readers of mail make a link of by themselves.
 */
export function misplacedAddress(text: string, addresses: readonly string[]): string | undefined {
  const links = [...text.matchAll(/<a href="([^"]*)">(.*?)<\/a>/gs)]
  const words = text
    .replace(/<\/?(?:a|strong|em|u|s)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
  return addresses.find((name) => {
    const braces = inBraces(name)
    return (
      links.some(
        ([, href = '', inside = '']) =>
          isPartOfAddress(href, name) || (inside.includes(braces) && href !== braces),
      ) || words.some((word) => /[/\\?=&#@]/.test(word.slice(0, word.lastIndexOf(braces) + 1)))
    )
  })
}

/** The first thing in double braces that is none of the variables; also braces that are left open. */
export function unknownVariable(text: string, known: readonly string[]): string | undefined {
  const unknown = variablesIn(text).find((name) => !known.includes(name))
  if (unknown !== undefined) return unknown
  const left = /\{\{[^{}<]{0,40}|[^{}>]{0,40}\}\}/.exec(text.replace(variable, ''))
  return left?.[0]
}
