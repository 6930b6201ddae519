import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvParts } from './csv-parts.ts'

async function cut(csv: string, maxBytes: number, chunk: number) {
  const bytes = Buffer.from(csv)
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) =>
    bytes.subarray(at * chunk, (at + 1) * chunk),
  )
  return Array.fromAsync(csvParts(Readable.from(chunks), maxBytes), ({ bytes: part, rows }) => ({
    text: part.toString(),
    rows,
  }))
}

const csvOf = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('')

test('parts hold every row once and whole, each with the header, however the bytes arrive', async () => {
  const cell = fc.string({ unit: fc.constantFrom(...'a",\nğ') })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { maxLength: 20 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 15 }),
      async (rows, maxBytes, chunk) => {
        const header = ['Name', 'Two "words"']
        const parts = await cut(csvOf([header, ...rows]), maxBytes, chunk)
        const read = parts.map(({ text }) => parse(text) as string[][])
        for (const [first] of read) expect(first).toEqual(header)
        expect(read.flatMap((part) => part.slice(1))).toEqual(rows)
        expect(parts.map((part) => part.rows)).toEqual(read.map((part) => part.length - 1))
        if (rows.length > 0) for (const part of parts) expect(part.rows).toBeGreaterThan(0)
      },
    ),
  )
})

test('a part is full with the row that reaches its size', async () => {
  const parts = await cut('id\n1234567\n1234567\n1234567\n', 18, 5)
  expect(parts).toEqual([
    { text: 'id\n1234567\n1234567\n', rows: 2 },
    { text: 'id\n1234567\n', rows: 1 },
  ])
  expect(await cut('id\n', 1, 5)).toEqual([{ text: 'id\n', rows: 0 }])
})
