import { paymentActions } from '@counterfoil/features/payments/processing/payments.schema.ts'
import {
  type Asked,
  answerFetch,
  sendUploadsByFetch,
} from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PaymentDetails } from './details.contract.ts'
import { PaymentActions } from './payment-actions.tsx'
import { operatorCalls } from './payment-calls.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const id = '0191f3a4-0000-7000-8000-000000000001'

function allowing(allowed: Partial<Record<(typeof paymentActions)[number], number | null>>) {
  return paymentActions.map((action) => ({
    action,
    isAllowed: action in allowed,
    code: action in allowed ? null : `${action}.all_refunded`,
    reason: action in allowed ? null : 'Everything that was captured has been refunded',
    maxAmount: allowed[action] ?? null,
  }))
}

const captured = {
  ...{ id, tenantId: id, merchantId: id, mode: 'Live', status: 'captured', version: 1 },
  ...{ currency: 'GBP', amount: 8648, authorisedAmount: 8648, capturedAmount: 8648 },
  ...{ refundedAmount: 0, voidedAmount: 0, disputedAmount: 0, disputeState: null },
  ...{ capturableAmount: 0, refundableAmount: 8648, externalId: 'HB-7', websiteId: null },
  ...{ description: 'Two books', merchantName: 'Harbour Books', waitingPayout: null },
  customer: { email: 'ada@people.example', country: 'GB' },
  method: { type: 'card', brand: 'visa', first6: '424242', last4: '4242' },
  ...{ reasonRequiredFor: [], disputes: [] },
  actions: allowing({ refund: 8648, payout: null }),
} as unknown as PaymentDetails

let change: (payment: PaymentDetails) => void = () => {}

function Following({ initial }: { initial: PaymentDetails }) {
  const [payment, setPayment] = useState(initial)
  change = setPayment
  return <PaymentActions payment={payment} calls={operatorCalls} />
}

function show(payment: PaymentDetails, post: () => unknown = () => payment): Asked[] {
  const asked = answerFetch(({ method, path }) => {
    if (path.includes('rejection_reasons')) return [{ id: 'x', name: 'Wrong edition' }]
    if (path.endsWith('check-balance')) return { available: 778_091, currency: 'GBP' }
    return method === 'POST' ? post() : undefined
  })
  renderInPortal(<Following initial={payment} />)
  return asked
}

async function openRefund(payment = captured, post?: () => unknown) {
  const asked = show(payment, post)
  fireEvent.click(screen.getByRole('button', { name: 'Refund' }))
  const dialog = await screen.findByRole('dialog', { name: 'Refund' })
  const amount = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
  const buttonNames = () =>
    within(dialog)
      .getAllByRole('button')
      .map((one) => one.textContent)
  return { asked, dialog, amount, buttonNames }
}

test('a refunded payment offers no payout beside its title; the menu names payee and basis', async () => {
  show({ ...captured, status: 'refunded', actions: allowing({ payout: null }) })
  expect(screen.queryByRole('button', { name: /payout/i })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
  const item = await screen.findByText('Request payout to Visa 4242 from the balance')
  fireEvent.click(item)
  const dialog = await screen.findByRole('dialog', { name: 'Request payout' })
  await within(dialog).findByText(/Balance of Harbour Books/)
  expect(dialog.textContent).toContain('7,780.91 GBP')
  expect(dialog.textContent).toContain('It is not a refund')
})

test('a refund says of which order, to which card and how much, also on its button', async () => {
  const { asked, dialog, amount, buttonNames } = await openRefund()
  expect(dialog.textContent).toContain('HB-7 · Two books')
  expect(dialog.textContent).toContain('Visa 4242 · ada@people.example')
  expect(amount.value).toBe('86.48')
  expect(buttonNames()).toContain('Refund £86.48 to Visa 4242')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Half: 43.24 GBP' }))
  await waitFor(() => expect(buttonNames()).toContain('Refund £43.24 to Visa 4242'))
  fireEvent.click(within(dialog).getByRole('button', { name: 'All: 86.48 GBP' }))
  await waitFor(() => expect(amount.value).toBe('86.48'))
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Reason' }))
  await userEvent.click(await screen.findByText('Wrong edition'))
  fireEvent.click(within(dialog).getByRole('button', { name: /^Refund £/ }))
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true))
  const sent = asked.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ amount: 8648, reason: 'Wrong edition' })
})

test.each([
  [
    'declined',
    'The refund was declined',
    /was not done, and no money moved: The refund was declined/,
  ],
  ['failed', null, /was not done, and no money moved\./],
] as const)(
  'a refund that the acquirer has %s is not said to be done, and can be tried again',
  async (status, declineReason, said) => {
    const operation = { status, declineCode: null, declineReason }
    const { dialog, buttonNames } = await openRefund(captured, () => ({ ...captured, operation }))
    fireEvent.click(within(dialog).getByRole('button', { name: /^Refund £/ }))
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(said)
    expect(buttonNames()).toContain('Refund £86.48 to Visa 4242')
  },
)

test('a refusal goes when the refund is tried again, which is another intent', async () => {
  const operation = { status: 'declined', declineCode: null, declineReason: 'Try later' }
  const answers = [{ ...captured, operation }, new Promise(() => undefined)]
  const { asked, dialog } = await openRefund(captured, () => answers.shift())
  fireEvent.click(within(dialog).getByRole('button', { name: /^Refund £/ }))
  await within(dialog).findByText(/Try later/)
  fireEvent.click(within(dialog).getByRole('button', { name: /^Refund £/ }))
  await waitFor(() => expect(within(dialog).queryByText(/Try later/)).toBeNull())
  const keys = asked.flatMap(({ headers }) => headers.get('idempotency-key') ?? [])
  expect([keys.length, new Set(keys).size]).toEqual([2, 2])
})

test('a refund that is not decided yet is said to be sent', async () => {
  const operation = { status: 'pending', declineCode: null, declineReason: null }
  const { dialog } = await openRefund(captured, () => ({ ...captured, operation }))
  fireEvent.click(within(dialog).getByRole('button', { name: /^Refund £/ }))
  await screen.findByText(
    'Refund £86.48 to Visa 4242: sent, not yet decided. This page shows the outcome.',
  )
})

test('a minus is refused and not dropped, and an amount may have groups', async () => {
  const { asked, dialog, amount, buttonNames } = await openRefund({
    ...captured,
    actions: allowing({ refund: 200_000 }),
  })
  await userEvent.clear(amount)
  await userEvent.type(amount, '-5')
  expect(amount.value).toBe('-5')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Refund' }))
  await within(dialog).findByText('Enter an amount above zero')
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
  await userEvent.clear(amount)
  await userEvent.type(amount, '1,250.00')
  expect(buttonNames()).toContain('Refund £1,250.00 to Visa 4242')
  // what is refused is not what the button says it does
  await userEvent.clear(amount)
  await userEvent.type(amount, '12,500.00')
  expect(buttonNames()).toContain('Refund')
})

test('a reason that the tenant requires is asked for before anything is sent', async () => {
  const { asked, dialog } = await openRefund({ ...captured, reasonRequiredFor: ['refund'] })
  fireEvent.click(within(dialog).getByRole('button', { name: /^Refund £/ }))
  await within(dialog).findByText('A reason is required')
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
})

test('an open dialog follows the payment behind it', async () => {
  const { dialog, amount, buttonNames } = await openRefund()
  const partly = { ...captured, refundedAmount: 8198, refundableAmount: 450 }
  act(() => change({ ...partly, actions: allowing({ refund: 450 }) }))
  await waitFor(() => expect(amount.value).toBe('4.50'))
  expect(within(dialog).getByText('At most 4.50 GBP')).toBeTruthy()
  expect(buttonNames()).toContain('Refund £4.50 to Visa 4242')
  act(() => change({ ...partly, refundedAmount: 8648, actions: allowing({}) }))
  await within(dialog).findByText(/The payment has changed/)
  const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Refund' })
  expect(button.disabled).toBe(true)
})

test('a refund that is refused because less is left says so, and fills in no other amount', async () => {
  const message = '£86.48 is more than the £4.50 that is left.'
  const partly = { ...captured, refundedAmount: 8198, refundableAmount: 450 }
  const refusal = { title: message, detail: message, status: 409, code: 'refund.exceeds_captured' }
  const { dialog, amount } = await openRefund(captured, () => {
    act(() => change({ ...partly, actions: allowing({ refund: 450 }) }))
    const errors = [{ message, path: 'amount' }]
    return Response.json({ ...refusal, errors }, { status: 409 })
  })
  fireEvent.click(within(dialog).getByRole('button', { name: /^Refund £/ }))
  await within(dialog).findByText(message)
  await within(dialog).findByText('At most 4.50 GBP')
  expect(amount.value).toBe('86.48')
  expect(within(dialog).getByText(message)).toBeTruthy()
})

const dispute = {
  ...{ id, stage: 'chargeback', state: 'opened', amount: 5000, lostAmount: 0, currency: 'GBP' },
  ...{ reasonCode: '13.1', reason: 'Goods not received', respondBy: '2030-05-01T12:00:00Z' },
  ...{ acquirerReference: null, openedAt: '2030-04-01T12:00:00Z', closedAt: null, answer: null },
  evidence: [],
}
const contestable = {
  ...{ ...captured, disputes: [dispute] as unknown as PaymentDetails['disputes'] },
  actions: allowing({ contestDispute: null }),
}

test('an answer to a dispute says what is claimed, why, and until when it is taken', async () => {
  show(contestable)
  fireEvent.click(screen.getByRole('button', { name: 'Contest dispute' }))
  const dialog = await screen.findByRole('dialog', { name: 'Contest dispute' })
  for (const [name, value] of [
    ['Disputed', '50.00'],
    ['Reason', 'Goods not received'],
    ['Answer due by', '01/05/2030'],
  ] as const) {
    const fact = within(dialog).getByText(name).closest('div')
    expect([name, fact?.textContent?.includes(value)]).toEqual([name, true])
  }
})

test.each([
  [
    'goes to the acquirer that reported the dispute',
    'CASE-1',
    /^The statement goes to the acquirer/,
  ],
  ['is passed on by hand where no acquirer did', null, /whoever recorded the dispute passes it on/],
])('an answer to a dispute says that it %s', async (_, acquirerReference, note) => {
  const disputes = [{ ...dispute, acquirerReference }] as unknown as PaymentDetails['disputes']
  show({ ...contestable, disputes })
  fireEvent.click(screen.getByRole('button', { name: 'Contest dispute' }))
  const dialog = await screen.findByRole('dialog', { name: 'Contest dispute' })
  within(dialog).getByText(note)
})

test('files go with an answer to a dispute, once they are all uploaded', async () => {
  const upload = Promise.withResolvers<object>()
  const asked = answerFetch(({ method, path }) => {
    if (path.endsWith('/fs/file')) return upload.promise
    return method === 'POST' ? contestable : []
  })
  sendUploadsByFetch()
  renderInPortal(<Following initial={contestable} />)
  fireEvent.click(screen.getByRole('button', { name: 'Contest dispute' }))
  const dialog = await screen.findByRole('dialog', { name: 'Contest dispute' })
  fireEvent.change(within(dialog).getByLabelText(/Why the claim is wrong/), {
    target: { value: 'Signed for' },
  })
  const input = document.querySelector('[data-file-input]') as HTMLInputElement
  expect(input.accept).toBe('.pdf,.jpg,.jpeg,.png')
  const receipt = new File(['%PDF'], 'Receipt.pdf', { type: 'application/pdf' })
  const letter = new File(['text'], 'Letter.txt', { type: 'text/plain' })
  fireEvent.change(input, { target: { files: [receipt, letter] } })
  await within(dialog).findByText('File type not allowed Letter.txt')
  const send = () => fireEvent.click(within(dialog).getByRole('button', { name: /^Contest/ }))
  send()
  await within(dialog).findByText('Wait until every file is uploaded, or remove those that failed')
  upload.resolve({ fileId: id, name: 'Receipt.pdf' })
  await within(dialog).findByText(/Uploaded/)
  send()
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/dispute/contest'))?.body).toEqual({
      ...{ statement: 'Signed for', fileIds: [id] },
    }),
  )
})

test('an action in the address that the payment does not allow says why', async () => {
  answerFetch(() => [])
  const refunded = { ...captured, status: 'refunded', actions: allowing({}) } as PaymentDetails
  renderInPortal(<Following initial={refunded} />, {}, `/${id}?action=refund`)
  const dialog = await screen.findByRole('dialog', { name: 'Refund' })
  expect(within(dialog).getByRole('alert').textContent).toBe(
    'Everything that was captured has been refunded',
  )
  expect(within(dialog).getByRole('button', { name: /^Refund/ })).toHaveProperty('disabled', true)
})
