import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import BatchPaymentPage from './batch-payment.tsx'
import type { BatchDetails } from './payout-batches.schema.ts'
import { SubmitButton } from './submit-dialog.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a form without a file is refused at the file, which gets the focus', () => {
  renderInPortal(<BatchPaymentPage />, { permissions: ['Merchant.Payments.Batch.Edit'] })
  fireEvent.click(screen.getByRole('button', { name: 'Check the file' }))
  const file = screen.getByRole('button', { name: /^File/ })
  expect(document.activeElement).toBe(file)
  expect(file.getAttribute('aria-describedby')).toMatch(/error/)
})

test('duplicates are left out unless they are ticked, and the button says how many rows and how much', async () => {
  const batch = {
    ...{ id: '0191f3a4-0000-7000-8000-000000000001', rows: 3, faulty: 1, duplicates: 1 },
    ...{ unconfirmed: 0, duplicateOf: null },
    totals: [{ currency: 'GBP', count: 2, amount: 2100 }],
    uniqueTotals: [{ currency: 'GBP', count: 1, amount: 1050 }],
  } as unknown as BatchDetails
  const asked = answerFetch(() => batch)
  const open = async () => {
    renderInPortal(<SubmitButton batch={batch} />)
    fireEvent.click(screen.getByRole('button', { name: 'Pay 1 row' }))
    return within(await screen.findByRole('dialog', { name: 'Pay 1 row of this file?' }))
  }
  const sent = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body)
  const alone = await open()
  expect(alone.getByText('1 duplicate is left out.')).toBeTruthy()
  fireEvent.click(alone.getByRole('button', { name: /^Pay 1 row: (£10\.50|10\.50 GBP)$/ }))
  await waitFor(() => expect(sent()).toEqual([{ count: 1 }]))
  cleanup()
  const all = await open()
  fireEvent.click(all.getByRole('checkbox', { name: 'Also pay duplicates' }))
  fireEvent.click(await all.findByRole('button', { name: /^Pay 2 rows: (£21\.00|21\.00 GBP)$/ }))
  await waitFor(() => expect(sent()[1]).toEqual({ count: 2, despiteDuplicates: true }))
})
