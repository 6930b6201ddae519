// What is missing in the form of a payout is said at its fields, and reached by the keyboard.
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
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
