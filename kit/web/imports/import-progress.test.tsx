import type { DataImport, ImportRow } from '@counterfoil/kit/contract/imports.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text } from '@counterfoil/kit/contract/resource-fields.ts'
import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { pass, renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ImportProgress } from './import-progress.tsx'

const berths = resource({
  id: 'berths',
  one: { en: 'Berth', tr: 'Rıhtım' },
  many: { en: 'Berths', tr: 'Rıhtımlar' },
  about: { en: 'Where ships lie', tr: 'Gemilerin yattığı yer' },
  path: '/berths',
  permission: 'Berths.View',
  table: 'berth',
  owner: 'tenant',
  fields: { name: text({ en: 'Name', tr: 'Ad' }) },
  columns: ['name'],
  sort: 'name',
  search: ['name'],
})

let now: DataImport
let refused: ImportRow[] = []
let asked: Asked[] = []

const refusal = (line: number): ImportRow => ({
  ...{ line, outcome: 'refused', recordKey: null, params: null },
  ...{ code: 'request.invalid', path: 'name', message: 'This is empty' },
})

function answer({ method, path }: Asked): unknown {
  if (path.endsWith('/rows')) return { data: refused, count: refused.length }
  if (method === 'DELETE') now = { ...now, state: 'cancelled' }
  return now
}

beforeEach(() => {
  vi.useFakeTimers()
  refused = []
  now = {
    ...{ id: 'an-import', resource: 'berths', fileName: 'berths.csv', state: 'running' },
    ...{ rows: 1500, created: 200, changed: 0, unchanged: 0, refused: 0 },
    ...{ createdAt: '2026-11-22T10:00:00.000Z', finishedAt: null },
  }
  asked = answerFetch(answer)
  renderInPortal(<ImportProgress of={berths} id="an-import" />)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A second, and what is answered then. */
async function aSecond() {
  await pass(1000)
  await pass(10)
}

const looks = () => asked.filter(({ path }) => path === '/api/imports/an-import').length
// the place that stands beside every component is a status too
const said = () => screen.getByText(/ rows/, { selector: '[role=status]' })

test('is asked for every second until it is over, and says aloud how far it is', async () => {
  await pass(0)
  expect(said().textContent).toBe('200 of 1,500 rows looked at')
  expect(said().getAttribute('aria-live')).toBe('polite')
  const bar = screen.getByRole('progressbar', { name: 'Share of the rows that were looked at' })
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['200', '1500'])
  const before = looks()
  now = { ...now, created: 900 }
  await aSecond()
  expect(said().textContent).toBe('900 of 1,500 rows looked at')
  expect(looks()).toBe(before + 1)
  now = { ...now, created: 1499, refused: 1, state: 'done' }
  refused = [refusal(7)]
  await aSecond()
  expect(said().textContent).toBe('1,499 of 1,500 rows imported, 1 refused')
  const table = within(screen.getByRole('region', { name: 'Refused rows' }))
  expect(table.getByRole('row', { name: '7 Name: This value is not taken' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download refused rows' })).toBeTruthy()
  const after = looks()
  await pass(10_000)
  expect(looks()).toBe(after)
})

test('shows the refused rows that came after the first look, too', async () => {
  now = { ...now, refused: 1 }
  refused = [refusal(3)]
  await aSecond()
  expect(screen.getAllByRole('row')).toHaveLength(2)
  now = { ...now, state: 'done', created: 1498, refused: 2 }
  refused = [refusal(3), refusal(4)]
  await aSecond()
  expect(screen.getAllByRole('row')).toHaveLength(3)
})

test('is stopped, and says where', async () => {
  await pass(0)
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await pass(0)
  await aSecond()
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(said().textContent).toBe('Stopped after 200 of 1,500 rows')
  expect(screen.queryByRole('button', { name: 'Stop' })).toBe(null)
})
