import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import BatchPaymentPage from './batch-payment.tsx'

afterEach(cleanup)

test('a form without a file is refused at the file, which gets the focus', () => {
  renderInPortal(<BatchPaymentPage />, { permissions: ['Merchant.Payments.Batch.Edit'] })
  fireEvent.click(screen.getByRole('button', { name: 'Check the file' }))
  const file = screen.getByRole('button', { name: /^File/ })
  expect(document.activeElement).toBe(file)
  expect(file.getAttribute('aria-describedby')).toMatch(/error/)
})
