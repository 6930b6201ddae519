import { type IssueMessage, messageOfIssue } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** Named after the types that a schema expects. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
}

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a web address',
  uuid: 'an id',
  guid: 'an id',
  date: 'a date like 2026-01-31',
  datetime: 'an instant like 2026-01-31T12:00:00Z',
  time: 'a time like 23:59',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
}

const said: Readonly<Record<IssueMessage, string>> = {
  invisible: 'This holds characters that cannot be seen, or that turn the direction of the text',
  credentials: 'This address holds a name or a password: leave them out',
  iban: 'This is not an IBAN',
}

const maxNamed = 16

/** Has schemas say what is wrong with a field, where they do not say so themselves, to the person who filled it in. */
export function installIssueTexts(): void {
  z.config({ localeError: textOf })
}

function textOf(issue: Issue): string {
  const says = messageOfIssue(issue)
  if (says !== undefined) return said[says]
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is missing'
      return `This must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return choicesOf(issue.values)
    case 'invalid_union':
      // of variants, each of which has its own value in a field like `type`
      return Array.isArray(issue.options) ? choicesOf(issue.options) : 'This is not valid'
    case 'too_big':
      return `This may ${boundOf(issue.origin, 'at most', issue.maximum, issue.inclusive !== false)}`
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'This is empty'
      return `This must ${boundOf(issue.origin, 'at least', issue.minimum, issue.inclusive !== false)}`
    case 'invalid_format':
      return `This is not ${formats[issue.format] ?? 'in the form that is expected'}`
    case 'invalid_key':
      return (issue.issues[0]?.message ?? 'This is not valid').replace(/^This/, 'The name of this')
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}`
    default:
      return 'This is not valid'
  }
}

function choicesOf(values: readonly unknown[]): string {
  if (values.length > maxNamed) return 'This is not one of the values that can be chosen'
  return `This must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`
}

function boundOf(
  origin: string,
  bound: 'at most' | 'at least',
  value: unknown,
  isInclusive: boolean,
): string {
  if (origin === 'string') return `have ${bound} ${value} characters`
  if (origin === 'array' || origin === 'set')
    return `have ${bound} ${value} ${Number(value) === 1 ? 'entry' : 'entries'}`
  if (isInclusive) return `be ${bound} ${value}`
  return `be ${bound === 'at most' ? 'less' : 'more'} than ${value}`
}
