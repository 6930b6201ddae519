import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import BankOrderItems from './bank-order-items.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ids = {
  item: '0191f3a4-0000-7000-8000-000000000001',
  statement: '0191f3a4-0000-7000-8000-000000000002',
  earlier: '0191f3a4-0000-7000-8000-000000000003',
}
const statement = { fileName: 'march.csv', bankName: 'Tidewater Bank', accountNumber: 'GB29NWBK' }
const line = { bookedOn: '2026-03-14', amount: 3700, currency: 'GBP', reference: 'paid twice' }

test('who books a repeated line is shown the earlier one: its statement, date, amount and reference', async () => {
  const earlier = {
    ...{ ...line, line: 7, payer: 'Jane', status: 'Matched', bankOrderId: ids.earlier },
    ...{ fileName: 'february.csv', uploadedAt: '2026-03-15T09:30:00.000Z' },
  }
  const none = { reason: null, paymentId: null, externalId: null, merchantName: null, mode: null }
  const item = {
    ...line,
    ...none,
    cleared: 0,
    id: ids.item,
    line: 2,
    payer: 'Jane',
    status: 'Repeated',
  }
  answerFetch(() => ({ data: [{ ...item, payout: null, earlier }], count: 1, statement }))
  renderInPortal(
    <Routes>
      <Route path="/statements/:bankOrderId" element={<BankOrderItems />} />
    </Routes>,
    {},
    `/statements/${ids.statement}`,
  )
  // it is known by its file, and its days are written as everywhere
  await screen.findByRole('heading', { level: 1, name: 'Statement march.csv' })
  expect(screen.getAllByText('14/03/2026').length).toBeGreaterThan(0)
  fireEvent.click(await screen.findByRole('button', { name: 'Book it' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Book line 2 as well?' }))
  const link = dialog.getByRole('link', { name: 'february.csv, line 7' })
  expect(link.getAttribute('href')).toBe(
    `/transaction-management/bank-order-uploads/${ids.earlier}?line=7`,
  )
  for (const said of ['14/03/2026', 'paid twice', 'Jane', 'Matched', /15\/03\/2026/]) {
    dialog.getByText(said)
  }
  // who booked it is in the record's changes
  screen.getByRole('link', { name: 'Changes', hidden: true })
})

test('a link to a line opens the statement at that line, which can be taken away', async () => {
  const asked = answerFetch(() => ({ data: [], count: 0, statement }))
  renderInPortal(
    <Routes>
      <Route path="/statements/:bankOrderId" element={<BankOrderItems />} />
    </Routes>,
    {},
    `/statements/${ids.statement}?line=7`,
  )
  await screen.findByRole('button', { name: /^Line:\s*7$/ })
  await screen.findByText('No such lines')
  expect(asked.map(({ query }) => query.get('line'))).toContain('7')
})

test('a line that matched nothing says whether it was cleared in suspense since, and leads there', async () => {
  const of = {
    ...{ ...line, status: 'Unmatched', reason: 'other_amount', payer: 'Jane', payout: null },
    ...{ paymentId: null, externalId: null, merchantName: null, mode: null, earlier: null },
  }
  const data = [0, 1200, 3700].map((cleared, at) => ({
    ...of,
    id: `item-${at}`,
    line: at,
    cleared,
  }))
  answerFetch(() => ({ data, count: 3, statement }))
  renderInPortal(
    <Routes>
      <Route path="/statements/:bankOrderId" element={<BankOrderItems />} />
    </Routes>,
    { permissions: ['CRM.Transaction.Suspense.View'] },
    `/statements/${ids.statement}`,
  )
  const texts = ['In suspense', /12\.00.* cleared since$/, 'Cleared since']
  for (const [at, name] of texts.entries()) {
    const link = await screen.findByRole('link', { name })
    expect(link.getAttribute('href')).toBe(`/transaction-management/suspense?transfer=item-${at}`)
  }
})
