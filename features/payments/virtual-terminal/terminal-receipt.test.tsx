import type { PaymentView } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TerminalReceipt } from './terminal-receipt.tsx'

afterEach(cleanup)

const payment = {
  ...{ id: 'p', status: 'captured', amount: 1250, currency: 'GBP', mode: 'Live' },
  ...{ method: { brand: 'visa', last4: '4242' }, externalId: null, declineReason: null },
  createdAt: '2026-11-29T20:00:00Z',
} as unknown as PaymentView

test.each([
  [true, 'Live: sandbox acquirer'],
  [false, 'Live: real money'],
])('a receipt claims real money only where it moves, sandbox: %s', (isSandbox, said) => {
  const about = { payment, isSandbox, merchantName: 'Quayside' }
  renderInPortal(<TerminalReceipt {...about} onRetry={() => {}} onAgain={() => {}} />)
  expect(screen.getByText(said)).toBeDefined()
  expect(screen.getAllByText(/^Live: /)).toHaveLength(1)
})
