import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { workNames } from './scheduler.messages.ts'

test('everything that runs in the background has a name in both languages', () => {
  const inventory = readFileSync('docs/inventory.txt', 'utf8')
  const names = [...inventory.matchAll(/^(\S+) {2}(?:every \d+ s|\d+ retries) {2}/gm)].map(
    ([, name = '']) => name,
  )
  expect(names).toContain('mail.send')
  expect(names).toContain('audit.seal')
  expect(names.filter((name) => workNames[name] === undefined)).toEqual([])
})
