import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  optional,
  reference,
  text,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { LanguageProvider } from '../texts/i18n.tsx'
import { ResourceForm } from './resource-form.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const alarms = resource({
  id: 'alarms',
  one: { en: 'Alarm', tr: 'Alarm' },
  many: { en: 'Alarms', tr: 'Alarmlar' },
  about: { en: '' },
  path: '/alarms',
  permission: 'Alarms.View',
  table: 'alarm',
  owner: 'tenant',
  fields: {
    kind: choice(
      { en: 'Kind', tr: 'Tür' },
      { count: { en: 'Count', tr: 'Sayı' }, word: { en: 'Word', tr: 'Sözcük' } },
    ),
    most: optional(
      wholeNumber({ en: 'At most', tr: 'En çok' }, { onlyFor: { field: 'kind', is: 'count' } }),
    ),
    word: optional(
      text({ en: 'The word', tr: 'Sözcük' }, { onlyFor: { field: 'kind', is: 'word' } }),
    ),
  },
  columns: ['kind'],
  sort: 'kind',
  search: ['word'],
})

const berths = resource({
  id: 'berths',
  one: { en: 'Berth', tr: 'Rıhtım' },
  many: { en: 'Berths', tr: 'Rıhtımlar' },
  about: { en: '' },
  path: '/berths',
  permission: 'Alarms.View',
  table: 'berth',
  owner: 'tenant',
  fields: { country: reference({ en: 'Country', tr: 'Ülke' }, targets.country) },
  columns: ['country'],
  sort: 'country',
  search: ['country'],
})

test('what the product lists itself is named in the user’s language, chosen or offered', async () => {
  const names = { id: 'DE', name: 'Germany (DE)', nameTr: 'Almanya (DE)' }
  answerFetch(({ path }) => (path.endsWith('/options/country') ? [names] : undefined))
  localStorage.setItem('Language', 'tr')
  const row = {
    ...{ id: 'x', version: 1, isActive: true, updatedAt: '2026-01-01T00:00:00Z', tenantId: null },
    ...{ country: 'DE', names: { DE: 'Germany' } },
  }
  renderInPortal(
    <LanguageProvider>
      <ResourceForm of={berths} row={row} onDone={() => {}} />
    </LanguageProvider>,
    { permissions: ['Alarms.View', 'Alarms.Edit'] },
  )
  expect(await screen.findByDisplayValue('Almanya (DE)')).toBeTruthy()
})

test('what is needed for one choice alone is asked with it, and sent with no other', async () => {
  const user = userEvent.setup()
  const asked = answerFetch(({ method }) => (method === 'POST' ? {} : undefined))
  renderInPortal(<ResourceForm of={alarms} row={undefined} onDone={() => {}} />, {
    permissions: ['Alarms.View', 'Alarms.Edit'],
  })
  expect(screen.queryByRole('textbox')).toBeNull()
  const kind = screen.getByRole('combobox', { name: 'Kind' })
  await user.selectOptions(kind, 'count')
  await user.type(screen.getByRole('textbox', { name: 'At most' }), '3')
  expect(screen.queryByRole('textbox', { name: 'The word' })).toBeNull()
  await user.selectOptions(kind, 'word')
  expect(screen.queryByRole('textbox', { name: 'At most' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'The word' }), 'ahoy')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const sent = () => asked.find(({ method }) => method === 'POST')?.body
  await vi.waitFor(() => expect(sent()).toEqual({ kind: 'word', most: null, word: 'ahoy' }))
})

test('saving over somebody else’s version keeps what they alone changed', async () => {
  const user = userEvent.setup()
  const piers = resource({
    id: 'piers',
    one: { en: 'Pier', tr: 'İskele' },
    many: { en: 'Piers', tr: 'İskeleler' },
    about: { en: '' },
    path: '/piers',
    permission: 'Alarms.View',
    table: 'pier',
    owner: 'platform',
    fields: {
      name: text({ en: 'Name', tr: 'Ad' }),
      score: wholeNumber({ en: 'Score', tr: 'Puan' }),
    },
    columns: ['name'],
    sort: 'name',
    search: ['name'],
  })
  const row = {
    ...{ id: 'x', version: 1, isActive: true, updatedAt: '2026-01-01T00:00:00Z', tenantId: null },
    ...{ name: 'North', score: 90, names: {} },
  }
  const stale = { code: 'resource.stale', errors: [{ message: 'Stale' }] }
  const asked = answerFetch(({ method, body }) => {
    if (method === 'GET') return { ...row, score: 80, version: 2 }
    const { version } = body as { version: number }
    return version === 2 ? row : Response.json(stale, { status: 409 })
  })
  renderInPortal(<ResourceForm of={piers} row={row} onDone={() => {}} />, {
    audience: 'platform',
    permissions: ['Alarms.View', 'Alarms.Edit'],
  })
  const name = screen.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'South')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const note = await screen.findByRole('alert', { name: /Somebody else saved this record/ })
  const listed = [...note.querySelectorAll('tbody tr')].map((line) => line.textContent)
  expect(listed).toEqual(['NameSouthNorth'])
  expect(screen.getByRole('textbox', { name: 'Score' })).toHaveProperty('value', '80')
  await user.click(screen.getByRole('button', { name: 'Save mine over it' }))
  const sent = () => asked.findLast(({ method }) => method === 'PUT')?.body
  await vi.waitFor(() => expect(sent()).toEqual({ name: 'South', score: 80, version: 2 }))
})
