import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  basisPoints,
  choice,
  optional,
  references,
  startingAs,
  text,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ImportColumns } from './import-columns.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const berths = resource({
  id: 'berths',
  one: { en: 'Berth', tr: 'Rıhtım' },
  many: { en: 'Berths', tr: 'Rıhtımlar' },
  about: { en: 'Where ships lie', tr: 'Gemilerin yattığı yer' },
  path: '/berths',
  permission: 'Berths.View',
  table: 'berth',
  owner: 'tenant',
  fields: {
    berthName: text({ en: 'Name', tr: 'Ad' }),
    side: optional(
      choice(
        { en: 'Lies', tr: 'Yön' },
        { n: { en: 'North', tr: 'Kuzey' }, s: { en: 'South', tr: 'Güney' } },
      ),
    ),
    depth: optional(
      wholeNumber({ en: 'Depth', tr: 'Derinlik' }, { onlyFor: { field: 'side', is: 'n' } }),
    ),
    draught: optional(
      wholeNumber(
        { en: 'Draught', tr: 'Su çekimi' },
        { onlyFor: { field: 'side', is: 's', isOptional: true } },
      ),
    ),
    dues: basisPoints({ en: 'Dues', tr: 'Harç' }),
    mooring: startingAs(
      choice(
        { en: 'Made fast', tr: 'Bağlama' },
        { bow: { en: 'By the bow', tr: 'Baştan' }, stern: { en: 'By the stern', tr: 'Kıçtan' } },
      ),
      'bow',
    ),
    currencies: references({ en: 'Taken', tr: 'Alınan' }, targets.currency),
  },
  columns: ['berthName'],
  sort: 'berthName',
  search: ['berthName'],
})

test('names the columns as a file has them, and what stands in them', () => {
  renderInPortal(<ImportColumns of={berths} />)
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows.slice(1)).toEqual([
    'berthName*Name',
    'sideLiesn, s',
    'depthDepthA whole number · only with side n, and required there',
    'draughtDraughtA whole number · only with side s',
    // 2 would be 0.02 per cent, though the form takes 2 for two
    'dues*DuesIn hundredths of a per cent: 250 for 2.5%',
    'mooringMade fastbow, stern',
    'currenciesTakenA code; several with ; between',
    'isActiveStatusyes or no',
    'idOf the record to change',
  ])
})

test('gives the head of a file', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:berths'
  })
  renderInPortal(<ImportColumns of={berths} />)
  fireEvent.click(screen.getByRole('button', { name: 'Download an empty file' }))
  expect(await saved[0]?.text()).toBe('berthName,side,depth,draught,dues,mooring,currencies\r\n')
})
