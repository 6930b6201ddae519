import { expect, test } from 'vitest'
import { emailAddress } from './fields.ts'

const isAddress = (text: string) => emailAddress.safeParse(text).success

test.each([
  'ida.moreau+shop@gmail.com',
  "o'brien@example.co.uk",
  'd&d@example.com',
  'sales/uk=all@example.com',
  'bilgi@xn--mteri-kva3b.com',
  'info@example.xn--p1ai',
])('%s is an e-mail address', (text) => expect(isAddress(text)).toBe(true))

test.each([
  'ida',
  'ida@example',
  'ida@example.c',
  'ida@127.0.0.1',
  '.ida@example.com',
  'i..da@example.com',
  'ida.@example.com',
  'ida@-example.com',
  'ida@example..com',
  'i da@example.com',
  'ida@example.com\nBcc: all@example.com',
  'Ida <ida@example.com>',
  'ida@example.com,leo@example.com',
  `${'a'.repeat(250)}@example.com`,
])('%j is none', (text) => expect(isAddress(text)).toBe(false))
