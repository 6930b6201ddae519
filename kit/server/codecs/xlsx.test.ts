import { buffer } from 'node:stream/consumers'
import { eachSheetRow } from '@counterfoil/tools/workbook-rows.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Workbook, workbookOf } from './xlsx.ts'

const columns: Workbook['columns'] = [
  { name: 'Id', kind: 'text' },
  { name: 'Amount', kind: 'amount' },
  { name: 'Rate', kind: 'share' },
  { name: 'Time', kind: 'time' },
]

async function made(rows: readonly (readonly string[])[], sheetRows?: number) {
  async function* inBatches() {
    for (let at = 0; at < rows.length; at += 3) yield rows.slice(at, at + 3)
  }
  const { stream, written } = workbookOf({
    columns,
    rows: inBatches(),
    name: 'Rows: all',
    about: { name: 'About', lines: [['Zone', 'UTC']] },
    at: new Date('2026-11-22T00:00:00Z'),
    ...(sheetRows === undefined ? {} : { sheetRows }),
  })
  const bytes = await buffer(stream)
  const files = unzipSync(bytes)
  const read: string[][] = []
  eachSheetRow(bytes, 'Id', (cells) => read.push(cells))
  return { written, read, xml: (name: string) => strFromU8(files[name] ?? new Uint8Array()) }
}

test('ids stay text, amounts are numbers with their decimals, times are days, formulas and control characters are text', async () => {
  const { xml, read } = await made([
    ['007', '12.50', '0.9731', '2026-03-29 02:30:15'],
    ["'=1+1", '1250', '', '2026-03-29'],
    ['a<b>&\u0001_x0041_', '99999999999999.99', '', 'never'],
  ])
  const sheet = xml('xl/worksheets/sheet1.xml')
  expect(sheet).toContain('<c t="inlineStr"><is><t xml:space="preserve">007</t></is></c>')
  expect(sheet).toContain(
    '<c s="7"><v>12.50</v></c><c s="4"><v>0.9731</v></c><c s="2"><v>46110.10434028</v></c>',
  )
  expect(sheet).toContain('<t xml:space="preserve">=1+1</t>')
  expect(sheet).not.toContain('<f>')
  // more digits than a spreadsheet keeps
  expect(sheet).toContain('<t xml:space="preserve">99999999999999.99</t>')
  expect(sheet).toContain('a&lt;b&gt;&amp;_x0001__x005F_x0041_')
  expect(read[2]?.[0]).toBe('a<b>&\u0001_x0041_')
  expect(xml('xl/styles.xml')).toContain('<numFmt numFmtId="169" formatCode="0.00"/>')
})

test.each([
  [0, 1],
  [3, 1],
  [4, 1],
  [5, 2],
  [8, 2],
  [9, 3],
])(
  '%d rows on sheets of four are on %d of them, each with its headings, and none is lost',
  async (count, sheets) => {
    const rows = Array.from({ length: count }, (_, n) => [`id ${n}`, String(n), '', ''])
    const { written, read, xml } = await made(rows, 5)
    expect(written).toEqual({ rows: count, sheets, shortenedCells: 0 })
    expect(read.map(([id]) => id)).toEqual(rows.map(([id]) => id))
    const names = [...xml('xl/workbook.xml').matchAll(/name="([^"]*)"/g)].map(([, name]) => name)
    expect(names).toHaveLength(sheets + 1)
    expect(names[0]).toBe('Rows  all')
  },
)

test('a text that no cell holds is cut where that is seen, and counted', async () => {
  const { written, read } = await made([['x'.repeat(40_000), '', '', '']])
  expect(written.shortenedCells).toBe(1)
  expect(read[0]?.[0]).toHaveLength(32_767)
  expect(read[0]?.[0]?.endsWith('…')).toBe(true)
})
