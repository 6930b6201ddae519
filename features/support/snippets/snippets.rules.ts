/** What stands for the values of a ticket in a saved reply. */
export interface SnippetValues {
  readonly ticket: string
  readonly merchant: string
  readonly person: string
  readonly agent: string
}

/** What the placeholders are called, in each language of the portal. */
const placeholders: Readonly<Record<string, keyof SnippetValues>> = {
  ...{ ticket: 'ticket', merchant: 'merchant', person: 'person', agent: 'agent' },
  ...{ talep: 'ticket', firma: 'merchant', kişi: 'person', temsilci: 'agent' },
}

/** The text with the ticket's values in it; what is no placeholder stays as it is. */
export function fillSnippet(body: string, values: SnippetValues): string {
  return body.replace(/\[(\p{L}+)\]/gu, (whole, name: string) => {
    const value = placeholders[name]
    return value === undefined ? whole : values[value]
  })
}

/** The `/` before the caret, with what is typed behind it. */
export interface TypedSlash {
  readonly from: number
  readonly to: number
  readonly name: string
}

/** Undefined where no saved reply is asked for: in the middle of a word, as in an address or a date. */
export function slashBefore(text: string, caret: number): TypedSlash | undefined {
  const found = /(?:^|\s)\/([^\s/]*(?: [^\s/]+)?)$/u.exec(text.slice(0, caret))
  const name = found?.[1]
  if (name === undefined) return undefined
  return { from: caret - name.length - 1, to: caret, name }
}

/** The text with another in the place of the slash, and where the caret stands behind it. */
export function insertAt(
  text: string,
  { from, to }: Pick<TypedSlash, 'from' | 'to'>,
  body: string,
) {
  return { text: text.slice(0, from) + body + text.slice(to), caret: from + body.length }
}
