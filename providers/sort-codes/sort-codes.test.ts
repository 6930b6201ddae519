import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSortCodes } from './sort-codes.ts'

const { fits, version } = openSortCodes()

// the cases that Pay.UK publishes with its rules
test.each(
  (
    '089999/66374958 107999/88837491 202959/63748472 871427/46238510 872427/46238510 871427/09123496 ' +
    '871427/99123496 820000/73688637 827999/73988638 827101/28748352 134020/63849203 118765/64371389 ' +
    '200915/41011166 938611/07806039 938600/42368003 938063/55065200 772798/99345694 086090/06774744 ' +
    '309070/02355688 309070/12345668 309070/12345677 309070/99345694 074456/12345112 070116/34012583 ' +
    '074456/11104102 180002/00000190'
  ).split(' '),
)('%s fits', (pair) => {
  const [sortCode = '', accountNumber = ''] = pair.split('/')
  expect(fits(sortCode, accountNumber)).toBe(true)
})

test.each(
  (
    '938063/15764273 938063/15764264 938063/15763217 118765/64371388 203099/66831036 203099/58716970 ' +
    '089999/66374959 107999/88837493'
  ).split(' '),
)('%s does not fit', (pair) => {
  const [sortCode = '', accountNumber = ''] = pair.split('/')
  expect(fits(sortCode, accountNumber)).toBe(false)
})

test('one number checked leaves no trace in the next', () => {
  const pairs = [
    '772798/99345694',
    '772798/99345604',
    '772798/12345678',
    '772798/99345694',
  ] as const
  const check = () => pairs.map((pair) => fits(...(pair.split('/') as [string, string])))
  expect(check()).toEqual(check())
})

test('a changed digit of a number that fits is found, but for the few that the weights cannot see', () => {
  const changed = Array.from('66374958').flatMap((digit, at) =>
    Array.from('0123456789')
      .filter((one) => one !== digit)
      .map((one) => `${'66374958'.slice(0, at)}${one}${'66374958'.slice(at + 1)}`),
  )
  expect(changed.filter((one) => fits('089999', one))).toEqual([])
})

test('a sort code that the table does not have is taken to fit', () => {
  expect(fits('123456', '12345678')).toBe(true)
})

test('the table names its version, and another one in the data folder goes before it', () => {
  expect(version).toMatch(/^v\d+-\d+$/)
  const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-sort-codes-'))
  expect(openSortCodes(dataDir).version).toBe(version)
  mkdirSync(join(dataDir, 'sort-codes'))
  expect(() => openSortCodes(dataDir)).toThrow('needs one file valacdos*.txt')
  const write = (name: string, text: string) =>
    writeFileSync(join(dataDir, 'sort-codes', name), text)
  write('scsubtab.txt', '938173 938017\r\n')
  const row = '123456 123456 MOD11 0 0 0 0 0 0 8 7 6 5 4 3 2 1'
  write('valacdos-v99-10.txt', `${row}   15\r\n`)
  expect(() => openSortCodes(dataDir)).toThrow('valacdos-v99-10.txt: line 1')
  write('valacdos-v99-10.txt', `${row}\r\n`)
  const renewed = openSortCodes(dataDir)
  expect(renewed.version).toBe('v99-10')
  expect([renewed.fits('123456', '12345678'), renewed.fits('089999', '66374959')]).toEqual([
    ...[false, true],
  ])
})
