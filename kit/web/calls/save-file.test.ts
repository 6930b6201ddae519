import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { exportName, unpackSmall } from './save-file.ts'

const zipped = (files: Record<string, string>) =>
  new Blob([
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
    ) as Uint8Array<ArrayBuffer>,
  ])

test('a small zip of one file is saved as that file', async () => {
  const blob = zipped({ 'filename.csv': 'Id\r\n1\r\n' })
  const file = await unpackSmall({ blob, fileName: 'filename.zip' })
  expect([file.fileName, await file.blob.text()]).toEqual(['filename.csv', 'Id\r\n1\r\n'])
})

test.each([
  ['of several files', zipped({ a: '1', b: '2' })],
  ['that cannot be read', new Blob(['no zip'])],
  ['of many rows', new Blob([new Uint8Array(300 * 1024)])],
])('a zip %s stays as it is', async (_, blob) => {
  const file = { blob, fileName: 'filename.zip' }
  expect(await unpackSmall(file)).toBe(file)
})

test('an export is named for what it holds, whose it is and when', () => {
  expect(exportName('blacklist', 'Harbour Books & Co.', '2026-11-23')).toBe(
    'blacklist_harbour-books-co_2026-11-23.csv',
  )
  expect(exportName('fees', 'Işık Çiçek', '2026-11-23')).toBe('fees_isik-cicek_2026-11-23.csv')
  expect(exportName('fees', null, '2026-11-23')).toBe('fees_2026-11-23.csv')
})
