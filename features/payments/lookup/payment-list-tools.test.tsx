import {
  exportAlternativePayments,
  exportMerchantPayments,
  paymentSources,
} from '@counterfoil/features/payments/reports/export.contract.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { pass, place, renderInPortal, until } from '@counterfoil/kit/testing/portal.tsx'
import type { ShownColumns } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { filterNames } from './filter-names.schema.ts'
import { type ListExports, PaymentListTools } from './payment-list-tools.tsx'

installPopovers()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let columns: readonly string[] = ['created', 'amount']
const shown = {
  ids: columns,
  show: (ids: readonly string[] | null) => {
    columns = ids ?? []
  },
} as unknown as ShownColumns

const ofMerchants = { now: exportMerchantPayments, source: paymentSources.all }

function Tools(props: { exports?: ListExports }) {
  const list = useListState({ filters: filterNames, sort: '-created' })
  return (
    <PaymentListTools
      list={list}
      shown={shown}
      exports={props.exports ?? ofMerchants}
      query={{ currency: 'GBP' }}
    />
  )
}

test('yesterday is kept as yesterday, with columns and order, and seen from the day on which it is opened', async () => {
  let kept: object[] = []
  const asked = answerFetch(({ method, body }) => {
    if (method === 'GET') return { data: kept, count: kept.length }
    const id = '00000000-0000-7000-8000-000000000001'
    kept = [{ ...(body as object), id, externalId: id }]
    return kept[0]
  })
  renderInPortal(
    <Tools />,
    {},
    '/start?status=captured&dateFrom=2026-11-19&dateTo=2026-11-19&sort=-amount',
  )
  await pass(0)
  fireEvent.click(screen.getByRole('button', { name: 'Saved filters' }))
  await pass(0)
  expect(screen.getByText(/they go by the day/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Yesterday' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save as new', hidden: true }))
  await until(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Yesterday',
      filters: { status: 'captured', dateRange: 'yesterday' },
      sort: '-amount',
      columns: ['created', 'amount'],
    }),
  )
  vi.setSystemTime(new Date('2026-12-01T12:00:00Z'))
  columns = []
  await until(() => screen.getByRole('button', { name: 'Yesterday', hidden: true }))
  fireEvent.click(screen.getByTitle('Yesterday'))
  await until(() => expect(place()).toContain('dateFrom=2026-11-30'))
  expect(place()).toContain('dateTo=2026-11-30')
  expect(place()).toContain('sort=-amount')
  expect(place()).not.toContain('dateRange')
  expect(columns).toEqual(['created', 'amount'])
})

test('a list of alternative payments alone is exported in the background as that, too', async () => {
  const asked = answerFetch(({ method }) =>
    method === 'GET' ? { data: [], count: 0 } : { id: '00000000-0000-7000-8000-000000000001' },
  )
  const exports = { now: exportAlternativePayments, source: paymentSources.alternative }
  renderInPortal(<Tools exports={exports} />)
  await pass(0)
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  await pass(0)
  fireEvent.click(screen.getByRole('menuitem', { name: /^Excel workbook/, hidden: true }))
  await until(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      ...{ source: 'alternative-payments', format: 'xlsx' },
      query: { currency: 'GBP' },
    }),
  )
})
