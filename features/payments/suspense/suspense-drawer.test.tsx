import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SuspenseDrawer } from './suspense-drawer.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const id = '0191f3a4-0000-7000-8000-000000000001'
const at = '2026-11-29T10:00:00.000Z'
const noPayment = { paymentId: null, externalId: null }
const clearing = {
  ...{ ...noPayment, id, kind: 'return', amount: 1200, merchantName: null, payoutId: null },
  ...{ payeeName: 'Erika Example', payeeAccount: 'DE89370400440532013000' },
  ...{ reference: 'R-1', reason: 'sent twice', by: 'Ada', createdAt: at, endedAt: null },
}
const transfer = {
  ...{ ...noPayment, id, tenantName: 'Northwind Pay', bankName: 'Bank', accountNumber: '1' },
  ...{ bookedOn: '2026-11-28', ageDays: 2, amount: 1200, remaining: 0, currency: 'EUR' },
  ...{ reference: 'INV 1', payer: 'Erika Example', cause: null, waitingReturn: null },
  openReturns: [],
}

test('a refusal because the bank has booked meanwhile shows what the bank booked', async () => {
  let state = 'in_transit'
  answerFetch(({ method }) => {
    if (method === 'GET') return { ...transfer, clearings: [{ ...clearing, state }] }
    state = 'paid'
    const problem = { code: 'suspense.clearing_ended', errors: [{ message: 'It has ended' }] }
    return Response.json(problem, { status: 409 })
  })
  renderInPortal(<SuspenseDrawer id={id} onClose={() => {}} />, {
    permissions: ['CRM.Transaction.Suspense.View', 'CRM.Transaction.Suspense.Edit'],
  })
  const drawer = within(await screen.findByRole('dialog', { name: 'Transfer' }))
  fireEvent.click(await drawer.findByRole('button', { name: 'Take back' }))
  const asking = within(await screen.findByRole('dialog', { name: 'Take back' }))
  fireEvent.change(asking.getByLabelText(/Why it is taken back/), { target: { value: 'wrong' } })
  const save = asking.getByRole<HTMLButtonElement>('button', { name: 'Take back' })
  await waitFor(() => expect(save.disabled).toBe(false))
  fireEvent.click(save)
  await waitFor(() => expect(drawer.getByText('Paid')).toBeTruthy())
})
