import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { messageOfIssue } from '@counterfoil/kit/contract/plain-text.ts'
import type { z } from 'zod'
import { useTexts } from '../texts/i18n.tsx'

const msg = messagesOf(import.meta.url)

const texts = msg({
  required: 'This field is required',
  invalid: 'This value is not valid',
  longest: 'At most {most} characters',
  shortest: 'At least {least} characters',
  atMost: 'At most {most}',
  atLeast: 'At least {least}',
  tooLarge: 'This number is too large',
  moreThanZero: 'More than zero',
  whole: 'Enter a whole number',
  chooseOne: 'Choose at least one',
  most: 'At most {most} entries',
  url: 'Enter a whole address, like https://example.com',
  email: 'Enter an e-mail address, like name@example.com',
  invisible: 'It holds characters that cannot be seen. Type it instead of pasting it.',
  credentials: 'Leave out the name and the password before the @',
  iban: 'This is no IBAN, or a character of it is wrong',
})

type Issue = Parameters<z.core.$ZodErrorMap>[0]
type Words = ReturnType<typeof useTexts<typeof texts>>

/** Amounts are minor units here, so a bound of theirs says nothing to whoever typed major ones. */
const largestNamed = 1_000_000_000

/** What is wrong with a field, in the user's language, where its schema does not say so itself. */
export function useIssueTexts(): (issue: Issue) => string {
  const t = useTexts(texts)
  return (issue) => textOfIssue(issue, t)
}

function textOfIssue(issue: Issue, t: Words): string {
  const { input } = issue
  if (input === undefined || input === null || input === '') return t.required
  const says = messageOfIssue(issue)
  if (says !== undefined) return t[says]
  switch (issue.code) {
    case 'too_big':
      return tooBig(String(issue.origin), Number(issue.maximum), t)
    case 'too_small':
      return tooSmall(String(issue.origin), Number(issue.minimum), t)
    case 'invalid_type':
      return issue.expected === 'int' ? t.whole : t.invalid
    case 'invalid_format':
      return issue.format === 'url' ? t.url : issue.format === 'email' ? t.email : t.invalid
    default:
      return t.invalid
  }
}

function tooBig(origin: string, most: number, t: Words): string {
  if (origin === 'string') return t.longest({ most })
  if (origin === 'array') return t.most({ most })
  return most >= largestNamed ? t.tooLarge : t.atMost({ most })
}

function tooSmall(origin: string, least: number, t: Words): string {
  // nothing but blanks is nothing
  if (origin === 'string') return least === 1 ? t.required : t.shortest({ least })
  if (origin === 'array') return t.chooseOne
  return least === 1 ? t.moreThanZero : t.atLeast({ least })
}
