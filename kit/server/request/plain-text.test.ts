import { oneLine, withoutCredentials } from '@counterfoil/kit/contract/plain-text.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { installIssueTexts } from './issue-texts.ts'

installIssueTexts()
const name = oneLine(z.string().trim())
const address = withoutCredentials(z.url({ protocol: /^https?$/ }))

test('one line refuses what cannot be seen or turns the direction of the text, and says so', () => {
  const hidden = [
    '\u0007',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u00ad',
    '\u200b',
    '\u2028',
    '\ufeff',
  ]
  const turning = ['\u200f', ...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']
  for (const one of [...hidden, ...turning]) {
    const { error } = name.safeParse(`abc${one}txt.exe`)
    expect([one, error?.issues[0]?.message]).toEqual([
      one,
      'This holds characters that cannot be seen, or that turn the direction of the text',
    ])
  }
})

test('one line keeps names of all scripts and emoji', () => {
  const names = ['Şahin & Çiçek', 'O’Neil', 'علی‌رضا', 'שלום בע״מ', '東京', '👩‍👩‍👧 Toys', 'a\u0301']
  for (const one of names) expect(name.parse(` ${one}\n`)).toBe(one)
})

test('an address holds no name and no password', () => {
  for (const one of ['https://ada:secret@shop.example/', 'https://ada@shop.example/']) {
    const { error } = address.safeParse(one)
    expect([one, error?.issues[0]?.message]).toEqual([
      one,
      'This address holds a name or a password: leave them out',
    ])
  }
  expect(address.parse('https://shop.example/@ada?x=a:b')).toBe('https://shop.example/@ada?x=a:b')
  expect(address.safeParse('no address').error?.issues).toHaveLength(1)
})
