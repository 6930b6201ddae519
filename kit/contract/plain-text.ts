import type { z } from 'zod'

/** What a schema's own refusal says; the words of both languages stand with those who speak them. */
export type IssueMessage = 'invisible' | 'credentials' | 'iban'

/**
 * Controls, what turns the direction of what follows, and what takes no room: in a name they make one text look like
 * another. Joiners stay, which emoji and some scripts need.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/

/** One line that reads as what it is. */
export const oneLine = (schema: z.ZodString): z.ZodString =>
  schema.refine((text) => !invisible.test(text), {
    params: { says: 'invisible' satisfies IssueMessage },
  })

/** What is typed where nothing is refused, as in a name on the sign-in pages, without all that. */
export const withoutInvisible = (text: string): string =>
  text.replace(new RegExp(invisible, 'g'), '')

/** An address without a name and a password, which everybody who sees the address would learn. */
export const withoutCredentials = (schema: z.ZodURL): z.ZodURL =>
  schema.refine(hasNoCredentials, { params: { says: 'credentials' satisfies IssueMessage } })

function hasNoCredentials(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password } = new URL(address)
  return username === '' && password === ''
}

/** What a refusal of these says; undefined: it is another's. */
export function messageOfIssue(issue: {
  readonly code?: string
  readonly params?: unknown
}): IssueMessage | undefined {
  if (issue.code !== 'custom') return undefined
  return (issue.params as { says?: IssueMessage } | undefined)?.says
}
