import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import OfferEditor from './offer-editor.tsx'
import type { Proposal } from './offers.contract.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const id = '0191f3a4-0000-7000-8000-000000000001'
const fee = (name: string, value: number) => ({
  ...{ id, feeTypeId: id, feeTypeName: name, feeSymbol: 'GBP', value },
})
const draft = {
  ...{ id, version: 1, status: 'Created', subject: 'Cards', language: 'en', currency: 'GBP' },
  ...{ merchantId: id, merchantName: 'Harbour', tenantId: id, tenantName: 'Northwind' },
  ...{ revision: 4, contentHash: null, expiresAt: null, proposalBody: '<p>A text</p>' },
  ...{ boardingFee: 25_000, accountConfigurationFee: 0, bankAccountSetupFee: 1_050 },
  ...{ monthlyMinimumFee: 2_000, gatewayMonthlyAccess: 500 },
  proposalEntries: [{ productId: null, productName: 'Transfer', items: [fee('Refund', 20)] }],
} as unknown as Proposal

test('in another currency the numbers stay, and one with too many decimals for it says so', async () => {
  answerFetch(() => ({}))
  renderInPortal(<OfferEditor kind="proposal" offer={draft} onDone={() => {}} />)
  await screen.findByDisplayValue('250.00')
  const numbers = () =>
    ['boardingFee', 'bankAccountSetupFee', 'gatewayMonthlyAccess', 'entries.0.items.0.amount'].map(
      (name) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value,
    )
  expect(numbers()).toEqual(['250.00', '10.50', '5.00', '0.20'])
  const currency = screen.getByLabelText<HTMLSelectElement>(/^Currency/)
  for (const code of ['JPY', 'KWD']) {
    currency.append(Object.assign(document.createElement('option'), { value: code }))
  }
  fireEvent.change(currency, { target: { value: 'JPY' } })
  expect(numbers()).toEqual(['250', '10.50', '5', '0.20'])
  expect(screen.getAllByText('Enter a whole amount, like 1,250')).toHaveLength(2)
  for (const code of ['KWD', 'GBP']) {
    fireEvent.change(currency, { target: { value: code } })
    expect(numbers()).toEqual(['250.00', '10.50', '5.00', '0.20'])
    expect(screen.queryByText('Enter a whole amount, like 1,250')).toBeNull()
  }
})

test('in another currency the form says that the text still names the old one', async () => {
  answerFetch(() => ({}))
  renderInPortal(<OfferEditor kind="proposal" offer={draft} onDone={() => {}} />)
  const currency = await screen.findByLabelText<HTMLSelectElement>(/^Currency/)
  const hint = /The text is not changed: where it names GBP/
  expect(screen.queryByText(hint)).toBeNull()
  currency.append(Object.assign(document.createElement('option'), { value: 'JPY' }))
  fireEvent.change(currency, { target: { value: 'JPY' } })
  screen.getByText(hint)
  fireEvent.change(currency, { target: { value: 'GBP' } })
  expect(screen.queryByText(hint)).toBeNull()
})

test('of a draft that a colleague saved first both versions are shown, and what they alone changed is taken over', async () => {
  const now = { ...draft, subject: 'Theirs', boardingFee: 10_000, revision: 5 }
  const sent: { subject: string; boardingFee: number; revision: number }[] = []
  answerFetch(({ method, body }) => {
    if (method !== 'PUT') return now
    sent.push(body as (typeof sent)[number])
    const isStale = sent.at(-1)?.revision === 4
    const text = 'Somebody changed it in the meantime. Read it again.'
    return isStale
      ? Response.json({ code: 'offer.stale', errors: [{ message: text }] }, { status: 409 })
      : now
  })
  const done = vi.fn()
  renderInPortal(<OfferEditor kind="proposal" offer={draft} onDone={done} />)
  const subject = await screen.findByDisplayValue('Cards')
  fireEvent.change(subject, { target: { value: 'Mine' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const note = await screen.findByRole('alert', { name: /^Somebody else saved this record/ })
  const rows = [...note.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  )
  expect(rows).toEqual([['Subject', 'Mine', 'Theirs']])
  expect(screen.getByDisplayValue('100.00')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save mine over it' }))
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  expect(sent.at(-1)).toMatchObject({ subject: 'Mine', boardingFee: 10_000, revision: 5 })
})
