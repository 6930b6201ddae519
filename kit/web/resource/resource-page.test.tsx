import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text } from '@counterfoil/kit/contract/resource-fields.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { place, renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ResourcePage } from './resource-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const berths = resource({
  id: 'berths',
  one: { en: 'Berth', tr: 'Rıhtım' },
  many: { en: 'Berths', tr: 'Rıhtımlar' },
  about: { en: 'Where merchants’ ships lie', tr: 'Üye iş yerlerinin gemilerinin yattığı yer' },
  path: '/berths',
  permission: 'Berths.View',
  merchants: {
    many: { en: 'Own berths', tr: 'Kendi rıhtımlarınız' },
    about: { en: 'Where your ships lie', tr: 'Gemilerinizin yattığı yer' },
    ...{ path: '/own-berths', group: 'developer', order: 0, permission: ['Own.Berths'] },
  },
  table: 'berth',
  owner: 'tenant',
  merchantField: 'name',
  fields: { name: text({ en: 'Name', tr: 'Ad' }) },
  columns: ['name'],
  filters: ['name'],
  sort: 'name',
  search: ['name'],
})

test.each([
  ['tenant', 'Berths', 'Where merchants’ ships lie'],
  ['merchant', 'Own berths', 'Where your ships lie'],
] as const)('%s users are told in words of their own', async (audience, title, about) => {
  answerFetch(() => ({ data: [], count: 0 }))
  renderInPortal(<ResourcePage of={berths} />, { audience })
  expect(await screen.findByText(about)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
})

test.each([
  ['tenant', ['Name', 'Status']],
  ['merchant', ['Status']],
] as const)('%s users filter by what tells their records apart', async (audience, names) => {
  answerFetch(() => ({ data: [], count: 0 }))
  renderInPortal(<ResourcePage of={berths} />, { audience })
  await screen.findByRole('button', { name: 'Status' })
  const isFilter = (button: HTMLElement) => button.closest('table') === null
  const named = screen.getAllByRole('button', { name: /^(Name|Status)$/ }).filter(isFilter)
  expect(named.map(({ textContent }) => textContent)).toEqual(names)
})

test('a page that is come to with nothing in its address reads what most people come for, and nothing before', async () => {
  const asked = answerFetch(() => ({ data: [], count: 0 }))
  const filtered = {
    ...berths,
    relationFilters: {
      standing: {
        ...{ field: 'name', column: 'kind', initial: 'open' },
        label: { en: 'State', tr: 'Durum' },
        choices: { open: { en: 'Open', tr: 'Açık' } },
      },
    },
  }
  renderInPortal(<ResourcePage of={filtered} />)
  const clear = await screen.findByRole('button', { name: 'Clear filters' })
  await waitFor(() => expect(place()).toBe('/start?standing=open'))
  clear.click()
  await waitFor(() => expect(place()).toBe('/start'))
  const read = () => asked.filter(({ path }) => path.endsWith('/berths'))
  await waitFor(() => expect(read()).toHaveLength(2))
  expect(read().map(({ query }) => query.get('standing'))).toEqual(['open', null])
})

test.each([
  ['a', 'a'],
  ['a,b', ''],
])('what is added to the list of the merchants %s begins as that of %j', async (chosen, begun) => {
  document.documentElement.lang = 'en'
  answerFetch(() => ({ data: [], count: 0 }))
  const user = { audience: 'tenant', permissions: berths.permissions.edit } as const
  renderInPortal(<ResourcePage of={berths} />, user, `/start?name=${chosen}&record=new`)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ })
  expect(field.value).toBe(begun)
})
