import { expect, test } from 'vitest'
import { isIban } from './iban.ts'

test.each(['GB33BUKB20201555555555', 'TR330006100519786457841326', 'DE75512108001245126199'])(
  '%s is an IBAN',
  (iban) => expect(isIban(iban)).toBe(true),
)

test.each([
  'GB34BUKB20201555555555', // a wrong check digit
  'GB33BUKB20201555555554',
  'gb33bukb20201555555555',
  'GB33 BUKB 2020 1555 5555 55',
  'GB33',
  '',
])('“%s” is none', (text) => expect(isIban(text)).toBe(false))
