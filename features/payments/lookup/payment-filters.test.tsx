import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { filterNames } from './filter-names.schema.ts'
import { PaymentFilters } from './payment-filters.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Filters() {
  return <PaymentFilters list={useListState({ filters: filterNames })} />
}

test('a MID is chosen by its code, or that a payment has none', async () => {
  const mid = { id: '01943ad7-aa80-77dd-91e9-951a6bb42700', name: 'HB-LIVE · Harbour Books' }
  const asked = answerFetch(({ path }) =>
    path.endsWith('/lookup/mids') ? { data: [mid], count: 1 } : [],
  )
  renderInPortal(<Filters />, { audience: 'tenant', permissions: ['CRM.Transaction.View'] })
  fireEvent.click(screen.getByRole('button', { name: /More filters/ }))
  fireEvent.click(await screen.findByRole('button', { name: /^MID/ }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'HB-LIVE · Harbour Books' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'None' }))
  expect(screen.getByRole('button', { name: 'MID: 2 chosen' })).toBeDefined()
  expect(asked.some(({ url }) => url.includes('/api/crm/lookup/mids'))).toBe(true)
})
