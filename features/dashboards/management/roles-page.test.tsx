import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import RolesPage from './tenant-roles-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const widget = (widgetId: string, title: string, endpoint: string) => ({
  ...{ widgetId, title: { en: title }, owner: 'product', version: null, filters: {}, fault: null },
  ...{ categoryId: 'payments', configuration: {} },
  data: {
    ...{ dataSourceEndpoint: '', dataSourceEndpointId: endpoint, dataSourceType: 'payments' },
    dataSourceMoreDataEndpoint: null,
  },
})

const role = (roleId: string, name: string) => ({
  ...{ roleId, name, userType: 'tenant', merchantName: null, widgetIds: null, userCount: 1 },
})
const categories = [
  {
    ...{ categoryId: 'payments', name: { en: 'Payments' } },
    widgets: [
      widget('statuses', 'By status, 30 days', 'transactions-by-status'),
      widget('brands', 'By card brand, 30 days', 'transactions-by-brand'),
      widget('tenants', 'Tenants, 30 days', 'transactions-by-tenant'),
    ],
  },
]
const answers = ({ path }: { readonly path: string }) =>
  path.endsWith('/roles')
    ? { data: [role('s', 'Support'), role('c', 'Clerk')], count: 2 }
    : { data: categories, count: 1 }
const givenNow = async () => {
  const given = await screen.findByRole('region', { name: /^Given/ })
  return namesIn(given)
}
const namesIn = (list: HTMLElement) =>
  within(list)
    .queryAllByRole('listitem')
    .map((item) => item.textContent)

test('a role that has the dashboard of the product is changed from it, and offered what concerns it', async () => {
  answerFetch(answers)
  renderInPortal(<RolesPage />)
  expect(await givenNow()).toEqual(['By status, 30 days'])
  expect(namesIn(screen.getByRole('region', { name: 'Not given' }))).toEqual([
    'By card brand, 30 days',
  ])
})

test('what was chosen for a role and not saved is still there after a look at another role', async () => {
  answerFetch(answers)
  renderInPortal(<RolesPage />, { permissions: ['Dashboard.WidgetSettings.TenantRoles'] })
  await givenNow()
  fireEvent.click(screen.getByRole('button', { name: 'Give By card brand, 30 days' }))
  const chosen = ['By status, 30 days', 'By card brand, 30 days']
  expect(await givenNow()).toEqual(chosen)
  const choose = async (name: string) => {
    fireEvent.click(screen.getByRole('combobox', { name: 'Role' }))
    fireEvent.click(await screen.findByRole('option', { name, hidden: true }))
    await screen.findByRole('heading', { name: name.split(' · ')[0] as string, level: 2 })
  }
  await choose('Clerk · 1 person')
  expect(await givenNow()).toEqual(['By status, 30 days'])
  await choose('Support · 1 person')
  expect(await givenNow()).toEqual(chosen)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  // as the server has it
  await waitFor(async () => expect(await givenNow()).toEqual(['By status, 30 days']))
})
