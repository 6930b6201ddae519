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

/** The text with its variables replaced. */
export const replaceVariables = (text: string, valueAt: (name: string) => string): string =>
  text.replace(variable, (_, name: string) => valueAt(name))

/** The first thing in double braces that is none of the variables; also braces that are left open. */
export function unknownVariable(text: string, known: readonly string[]): string | undefined {
  const unknown = variablesIn(text).find((name) => !known.includes(name))
  if (unknown !== undefined) return unknown
  const left = /\{\{[^{}<]{0,40}|[^{}>]{0,40}\}\}/.exec(text.replace(variable, ''))
  return left?.[0]
}
