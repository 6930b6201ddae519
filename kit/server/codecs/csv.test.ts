import {
  formulaStarts,
  unescapeSpreadsheetText,
} from '@counterfoil/kit/database/spreadsheet-text.ts'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('begins with the mark of UTF-8, ends each line as RFC 4180 says, quotes what needs it', () => {
  const rows = [
    ['plain', 'a, b', 'say "hi"'],
    ['one\ntwo', 'one\rtwo', ''],
  ]
  const text = csvOf(['A', 'B', 'C'], rows)
  expect(text).toBe('\uFEFFA,B,C\r\nplain,"a, b","say ""hi"""\r\n"one\ntwo","one\rtwo",\r\n')
  expect(parse(text, { bom: true, from: 2 })).toEqual(rows)
})

test('no rows: the names of the columns alone', () => {
  expect(csvOf(['A', 'B'], [])).toBe('\uFEFFA,B\r\n')
})

test('numbers below zero stay numbers, and what only begins like one is text', () => {
  const text = csvOf(['Net'], [['-12.50'], ['-7'], ['-1+2'], ['-1.2.3'], ['-']])
  expect(text).toBe("\uFEFFNet\r\n-12.50\r\n-7\r\n'-1+2\r\n'-1.2.3\r\n'-\r\n")
})

test('the statements escape what csv-stringify does, and an import takes it back', () => {
  const characters = Array.from({ length: 0xffff }, (_, at) => String.fromCharCode(at + 1))
  const escaped = characters.filter((start) => {
    const [[cell] = []] = parse(csvOf([`${start}x`], []), { bom: true, relax_quotes: true })
    return cell === `'${start}x`
  })
  expect(escaped.toSorted()).toEqual(formulaStarts.toSorted())
  for (const start of formulaStarts) expect(unescapeSpreadsheetText(`'${start}x`)).toBe(`${start}x`)
  expect(unescapeSpreadsheetText("'twas")).toBe("'twas")
})
