import type { AnyExportSource, OpenExport } from '@counterfoil/kit/server/exports/export-source.ts'
import { expect, test } from 'vitest'
import { aboutLines } from './export-words.ts'

test('an export says whose payments it is of: Live or Test', () => {
  const source = { name: { en: 'Transactions', tr: 'İşlemler' } } as unknown as AnyExportSource
  const open = { filters: [], language: 'tr', timeZone: 'UTC', rows: 3 } as unknown as OpenExport
  const linesIn = (mode: 'Live' | 'Test' | null) =>
    Object.fromEntries(aboutLines({ source, open, mode, at: new Date(0) }).lines)
  expect(linesIn('Live')).toMatchObject({ Rapor: 'İşlemler', Mod: 'Canlı' })
  expect(linesIn('Test')).toMatchObject({ Mod: 'Test' })
  expect(linesIn(null)).not.toHaveProperty('Mod')
})
