import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { createClient } from '@counterfoil/kit/web/calls/call.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { findPayers } from './find-payers.tsx'
import PayerPage from './payer-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const list = '/transaction-management/transaction-lookup'
const at = '2026-11-02T10:00:00Z'
const sums = (currency: string, amount: number) => ({
  ...{ currency, count: 2, amount, capturedAmount: amount, refundedAmount: 400, disputedAmount: 0 },
})
const record = { id: 'r', paymentId: 'p1', externalId: 'HB-7', merchantName: 'Harbour Books' }
const payer = {
  ...{ by: 'email', value: 'ada@people.example', card: null, count: 4, countAtLeast: 4 },
  totals: [sums('GBP', 6450), sums('EUR', 1200)],
  payments: [
    {
      ...{ id: 'p1', externalId: 'HB-7', merchantName: 'Harbour Books', status: 'captured' },
      ...{ amount: 6450, currency: 'GBP', createdAt: at },
    },
  ],
  refunds: [
    { ...record, amount: 400, currency: 'GBP', state: 'succeeded', reason: 'Torn', createdAt: at },
  ],
  disputes: [],
  storedCards: [
    {
      ...{
        id: 's1',
        paymentId: 'p1',
        merchantName: 'Harbour Books',
        state: 'active',
        brand: 'visa',
      },
      ...{ first6: '424242', last4: '4242', expiryMonth: 4, expiryYear: 2030 },
      ...{ uses: ['customer', 'recurring'], consentedAt: at, stoppedBy: null, lastUsedAt: null },
    },
  ],
  cards: [
    {
      ...{ brand: 'visa', first6: '424242', last4: '4242', expiryMonth: 4, expiryYear: 2030 },
      ...{ payments: 4, lastUsedAt: at, paymentId: 'p1' },
    },
  ],
  emails: [],
}
const ticket = {
  ...{ ticketId: 't1', code: 'T-1', subject: 'Torn book', state: 'Opened', createdAt: at },
  ...{ ticketChannelType: 'CustomerToTenant', customerId: 'm1' },
}

test('the page sums each currency by itself and leads to payments, cards and tickets', async () => {
  const asked = answerFetch(({ path }) =>
    path.startsWith('/api/support') ? { data: [ticket], count: 1 } : payer,
  )
  renderInPortal(
    <Routes>
      <Route path={`${list}/:id/payer/:by`} element={<PayerPage />} />
    </Routes>,
    { permissions: ['CRM.Transaction.View', 'CRM.Support.Lookup'] },
    `${list}/p1/payer/email`,
  )
  await screen.findByRole('heading', { name: 'ada@people.example' })
  const totals = screen.getByRole('region', { name: 'Totals' })
  expect(totals.textContent).toMatch(/64\.50.*12\.00/)
  const linksIn = (name: string) =>
    within(screen.getAllByRole('region', { name })[0] as HTMLElement)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
  expect(linksIn('Payments (1)')).toEqual([`${list}/p1`])
  expect(linksIn('Refunds (1)')).toEqual([`${list}/p1`])
  expect(linksIn('Cards (1)')).toEqual([`${list}/p1/payer/card`])
  await screen.findByRole('link', { name: 'T-1' })
  expect(linksIn('Tickets about these payments (1)')).toEqual(['/tenant/support-tickets/m1/t1'])
  expect(screen.queryByText(/^Disputes/)).toBeNull()
  expect(asked.map(({ path }) => path)).toContain('/api/crm/transactions/p1/payer/email')
})

test('a stored card is deleted by who may, after a question', async () => {
  const asked = answerFetch(({ method }) => (method === 'DELETE' ? { id: 's1' } : payer))
  const open = (permissions: string[]) =>
    renderInPortal(
      <Routes>
        <Route path={`${list}/:id/payer/:by`} element={<PayerPage />} />
      </Routes>,
      { permissions },
      `${list}/p1/payer/email`,
    )
  const name = 'Delete the stored card Visa 424242••••••4242'
  open(['CRM.Transaction.View'])
  const [stored] = await screen.findAllByRole('region', { name: 'Stored cards' })
  expect(stored?.textContent).toContain('Own payments, Subscriptions')
  expect(screen.queryByRole('button', { name })).toBeNull()
  cleanup()
  open(['CRM.Transaction.View', 'CRM.StoredCards.Delete'])
  fireEvent.click(await screen.findByRole('button', { name }))
  const dialog = await screen.findByRole('dialog')
  const deletions = () => asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
  expect(deletions()).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(deletions()).toEqual(['/api/stored-cards/s1']))
})

test('the palette finds each payer once: by an e-mail, or the last four digits of a card', async () => {
  const row = (id: string, customerEmail: string, cardFirst6: string) => ({
    ...{ id, customerEmail, cardFirst6, cardLast4: '4242' },
  })
  const asked = answerFetch(() => ({
    data: [
      row('p3', 'Ada@people.example', '424242'),
      row('p2', 'ada@people.example', '400000'),
      row('p1', 'eve@people.example', '424242'),
    ],
    count: 3,
  }))
  const client = createClient({
    ...{ token: () => 'token', renew: async () => false, mode: () => 'Live' as const },
  })
  const find = async (text: string) =>
    (await findPayers(client, text, new AbortController().signal, list)).map(({ to }) => to)
  expect(await find('people')).toEqual([`${list}/p3/payer/email`, `${list}/p1/payer/email`])
  expect(await find('4242')).toEqual([`${list}/p3/payer/card`, `${list}/p2/payer/card`])
  expect(await find('64.50')).toEqual([])
  expect(asked).toHaveLength(2)
})
