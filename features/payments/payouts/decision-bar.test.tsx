import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DecisionBar } from './decision-bar.tsx'
import { operatorPayouts } from './payouts.contract.ts'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const payout = (id: string, amount: number, currency: string, more: object = {}) => ({
  ...{
    id,
    payoutId: `of ${id}`,
    amount,
    currency,
    externalId: id,
    merchantName: 'Harbour Books',
    method: 'card',
  },
  ...{ cardBrand: 'visa', cardLast4: '4242', customerEmail: `${id}@people.example` },
  ...{ isOwn: false, reasonRequiredFor: [], ...more },
})

function show(payouts: readonly object[]) {
  const chosen = (payouts as { id: string }[]).map(({ id }) => ({ id, name: id }))
  const asked = answerFetch(({ path, method }) => {
    if (path.endsWith('/payout/waiting')) return { data: payouts, count: payouts.length }
    if (path.includes('/reasons/')) return [{ id: 'own', name: 'Ledger closed' }]
    if (method !== 'POST') return undefined
    const [done, ...refused] = chosen.map(({ id }) => ({ id, state: 'succeeded', code: null }))
    return {
      data: [
        { ...done, message: null },
        ...refused.map((one) => ({ ...one, state: 'declined', message: 'Not honoured' })),
      ],
    }
  })
  renderInPortal(
    <DecisionBar calls={operatorPayouts} mode="Test" chosen={chosen} onDone={() => {}} />,
  )
  return asked
}

test('the dialog names payees, sums each currency by itself and says what happens to those that fail', async () => {
  show([
    payout('HB-1', 1000, 'GBP'),
    payout('HB-2', 250, 'GBP', { isOwn: true }),
    payout('HB-3', 700, 'EUR'),
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  const dialog = await screen.findByRole('dialog', { name: 'Approve 3 payouts?' })
  await within(dialog).findByText('Visa 4242 · HB-1@people.example')
  expect(dialog.textContent).toMatch(/Total in GBP.*12\.50.*Total in EUR.*7\.00/)
  expect(dialog.textContent).toContain('You requested it: a second person has to approve it.')
  expect(dialog.textContent).toContain('One that cannot be approved keeps waiting')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Approve £12.50 + €7.00' }))
  const results = await screen.findByRole('dialog', { name: 'Results' })
  expect(results.textContent).toContain('1 of 3 done')
  expect(results.textContent).toContain('Not honoured')
})

test('a required reason is asked for, with those of the tenant to choose from', async () => {
  const asked = show([payout('HB-1', 1000, 'GBP', { reasonRequiredFor: ['declinePayout'] })])
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }))
  const dialog = await screen.findByRole('dialog', { name: 'Decline this payout?' })
  fireEvent.click(
    await within(dialog).findByRole('button', { name: 'Decline £10.00 to Visa 4242' }),
  )
  await within(dialog).findByText('Say why: your organisation requires a reason')
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  const reason = within(dialog).getByLabelText(/^Reason/, { selector: 'input' })
  fireEvent.change(reason, { target: { value: 'Ledger closed' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Decline £10.00 to Visa 4242' }))
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      transactions: ['HB-1'],
      payouts: ['of HB-1'],
      reason: 'Ledger closed',
    }),
  )
  expect(asked.find(({ path }) => path.includes('/reasons/'))?.path).toBe(
    '/api/crm/lookup/transaction/reasons/Declined',
  )
})

test('what one asked for oneself cannot be sent off to be refused', async () => {
  show([payout('HB-2', 250, 'GBP', { isOwn: true })])
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  const dialog = await screen.findByRole('dialog', { name: 'Approve this payout?' })
  const label = 'Approve £2.50 to Visa 4242'
  const button = await within(dialog).findByRole<HTMLButtonElement>('button', { name: label })
  expect(button.disabled).toBe(true)
  expect(dialog.textContent).toContain('a second person has to approve it')
  expect(dialog.textContent).not.toContain('decided separately')
})
