import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, within } from '@testing-library/react'
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

test('a role that has the dashboard of the product is changed from it, and offered what concerns it', async () => {
  answerFetch(({ path }) =>
    path.endsWith('/roles')
      ? {
          data: [
            {
              ...{ roleId: 'r', name: 'Support', userType: 'tenant', merchantName: null },
              ...{ widgetIds: null, userCount: 1 },
            },
          ],
          count: 1,
        }
      : {
          data: [
            {
              ...{ categoryId: 'payments', name: { en: 'Payments' } },
              widgets: [
                widget('statuses', 'By status, 30 days', 'transactions-by-status'),
                widget('brands', 'By card brand, 30 days', 'transactions-by-brand'),
                widget('tenants', 'Tenants, 30 days', 'transactions-by-tenant'),
              ],
            },
          ],
          count: 1,
        },
  )
  renderInPortal(<RolesPage />)
  const given = await screen.findByRole('region', { name: /^Given/ })
  const namesIn = (list: HTMLElement) =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  expect(namesIn(given)).toEqual(['By status, 30 days'])
  expect(namesIn(screen.getByRole('region', { name: 'Not given' }))).toEqual([
    'By card brand, 30 days',
  ])
})
