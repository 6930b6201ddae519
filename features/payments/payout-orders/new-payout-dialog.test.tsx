// What is missing in the form of a payout is said at its fields, and reached by the keyboard.
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { NewPayoutDialog } from './new-payout-dialog.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a payout without a payee is refused at the payee, which gets the focus', async () => {
  answerFetch(({ path }) => (path.endsWith('/payees') ? { data: [], count: 0 } : undefined))
  const none = () => {}
  renderInPortal(<NewPayoutDialog onClose={none} onCreated={none} onRecurring={none} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay' }))
  const payee = await screen.findByRole('combobox', { name: /^Payee/ })
  await waitFor(() => expect(document.activeElement).toBe(payee))
  expect(payee.getAttribute('aria-invalid')).toBe('true')
})

test('more than is payable says by how much before it is requested', async () => {
  const payee = {
    ...{ id: 'p1', currency: 'GBP', name: 'Ada Lovelace Ltd', accountHint: '…4321', version: 1 },
    ...{ payeeCheck: 'success', payeeResult: null, bankName: null },
  }
  const preview = (amount: number) => ({
    ...{ rail: 'faster_payments', speeds: ['instant'], fee: 50, total: amount + 50 },
    ...{ payable: 100_000, currency: 'GBP', sendAt: '2026-03-14T12:00:00.000Z', isLater: false },
    ...{ reference: null, maxReference: 18, needsApproval: true, bankName: null },
    ...{ payeeCheck: 'success', payeeResult: null },
  })
  answerFetch(({ path, query }) => {
    if (path.endsWith('/payees')) return { data: [payee], count: 1 }
    return path.endsWith('/preview') ? preview(Number(query.get('amount'))) : undefined
  })
  const none = () => {}
  renderInPortal(<NewPayoutDialog onClose={none} onCreated={none} onRecurring={none} />)
  await userEvent.click(await screen.findByRole('combobox', { name: /^Payee/ }))
  await userEvent.click(await screen.findByRole('option', { name: /Ada Lovelace/, hidden: true }))
  const amount = screen.getByRole('textbox', { name: /^Amount/ })
  await userEvent.type(amount, '999')
  await screen.findByText(/Payable now/)
  expect(screen.queryByText(/more than is payable/)).toBeNull()
  await userEvent.clear(amount)
  await userEvent.type(amount, '1300')
  expect((await screen.findByText(/more than is payable/)).textContent).toContain('300.50')
})
