import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { place, renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import BalancesPage from './balances.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const merchantId = '0191f3a4-0000-7000-8000-000000000001'
const balance = (currency: string, payable: number) => ({
  ...{ merchantName: 'Harbour Books', currency, total: payable + 2000, payable },
  ...{ disputed: 1000, payoutsPending: 500, pending: 300, reserve: 200 },
  next: { on: '2026-03-17', amount: 300 },
})
const payment = {
  ...{ id: 'p1', externalId: 'HB-7', amount: 6450, currency: 'GBP', method: 'card' },
  ...{ cardBrand: 'visa', cardLast4: '4242', customerEmail: 'ada@people.example' },
}

function show(permissions: readonly string[]) {
  const asked = answerFetch(({ path }) => {
    if (path === `/api/crm/balances/${merchantId}`) {
      return { data: [balance('GBP', 7000), balance('EUR', -20)], count: 2 }
    }
    if (path === '/api/crm/transactions') return { data: [payment], count: 1 }
    return { data: [], count: 0 }
  })
  renderInPortal(<BalancesPage />, { permissions }, `/start?merchantId=${merchantId}`)
  return asked
}

test('a payout begins from a balance: what is payable, why not all of it, and who is paid', async () => {
  const asked = show(['CRM.Transaction.Actions.Payout'])
  const pay = await screen.findByRole('button', { name: 'Pay out EUR' })
  expect(pay.hasAttribute('disabled')).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Pay out GBP' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pay out of the GBP balance' })
  const said = dialog.textContent
  for (const text of ['Balance of Harbour Books', '90.00', '10.00', '5.00', '70.00', 'Less than'])
    expect(said).toContain(text)
  await userEvent.type(within(dialog).getByLabelText('Payee', { selector: 'input' }), 'ada@people')
  await within(dialog).findByText('Searched for ada@people among payments in GBP.')
  fireEvent.click(await screen.findByText(/^Visa 4242 · ada@people.example/))
  fireEvent.click(await within(dialog).findByRole('button', { name: /^Continue with Visa 4242/ }))
  await waitFor(() =>
    expect(place()).toBe('/transaction-management/transaction-lookup/p1?action=payout'),
  )
  const search = asked.findLast(({ path }) => path === '/api/crm/transactions')
  expect(search?.query.get('merchantId')).toBe(merchantId)
  expect(search?.query.get('currency')).toBe('GBP')
})

test('what a negative balance means is said beside it', async () => {
  show(['CRM.Transaction.View'])
  expect(await screen.findByText(/^A negative amount is owed by the merchant/)).toBeDefined()
})

test('who may not ask for payouts sees balances alone', async () => {
  show(['CRM.Transaction.View'])
  await screen.findAllByText('GBP')
  expect(screen.queryByRole('button', { name: /^Pay out/ })).toBeNull()
})
