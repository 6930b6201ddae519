import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import type { AnyField } from '@counterfoil/kit/contract/resource-field.ts'
import { choices, reference, references } from '@counterfoil/kit/contract/resource-fields.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FieldValue, nameOfRow } from './resource-cells.tsx'

afterEach(cleanup)

function shown(field: AnyField, value: unknown, names: Record<string, string> = {}) {
  const { container } = renderInPortal(
    <main>
      <FieldValue field={field} value={value} row={{ names }} />
    </main>,
  )
  return container.querySelector('main')?.textContent
}

const uses = { drafts: { en: 'Drafts', tr: 'Taslaklar' } }

test('an empty list is nothing, unless the field says that it means all', () => {
  expect(shown(choices({ en: 'Uses', tr: 'Kullanım' }, uses), [])).toBe('–')
  const currencies = { en: 'Currencies', tr: 'Para birimleri' }
  expect(shown(references(currencies, targets.currency), [])).toBe('–')
  expect(shown(references(currencies, targets.currency, { emptyMeansAll: true }), [])).toBe('All')
  expect(
    shown(choices({ en: 'Uses', tr: 'Kullanım' }, uses, { emptyMeansAll: true }), ['drafts']),
  ).toBe('Drafts')
})

test('a provider is shown by its name, a currency by its code', () => {
  const names = { sandbox_alpha: 'Sandbox Alpha', EUR: 'Euro' }
  const provider = reference({ en: 'Provider', tr: 'Sağlayıcı' }, targets.serviceProvider)
  expect(shown(provider, 'sandbox_alpha', names)).toBe('Sandbox Alpha')
  expect(
    shown(reference({ en: 'Currency', tr: 'Para birimi' }, targets.currency), 'EUR', names),
  ).toBe('EUR')
})

test('a country is shown by its name', () => {
  expect(shown(reference({ en: 'Country', tr: 'Ülke' }, targets.country), 'DE')).toBe('Germany')
  const countries = references({ en: 'Countries', tr: 'Ülkeler' }, targets.country)
  expect(shown(countries, ['DE', 'NG'])).toBe('Germany, Nigeria')
})

test('what has a name in Turkish too is called by it there', () => {
  const pipeline = {
    table: 'pipeline',
    key: 'id',
    name: 'name',
    nameTr: 'name_tr',
    owner: 'tenant',
  } as const
  const of = resource({
    ...{ id: 'voyages', path: '/voyages', permission: 'Voyages.View', table: 'voyage' },
    ...{ one: { en: 'Voyage' }, many: { en: 'Voyages' }, about: { en: 'Where ships go' } },
    ...{ owner: 'tenant', columns: ['pipelineId'], sort: 'pipelineId', search: [] },
    fields: { pipelineId: reference({ en: 'Pipeline' }, pipeline) },
  })
  const row = {
    id: 'v',
    pipelineId: 'p',
    names: { p: 'New' },
    namesTr: { p: 'Yeni' },
  } as unknown as ResourceRow
  const [english, turkish] = ['en', 'tr'].map((language) =>
    nameOfRow(of, row, (text) => textIn(text, language)),
  )
  expect([english, turkish]).toEqual(['New', 'Yeni'])
})
