import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { EndpointMessages } from './endpoint-messages.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const at = '2026-11-29T10:00:00.000Z'
const messageOf = (id: string, eventType: string, data: object) => ({
  ...{ id, eventType, eventId: id, endpointId: 'e', endpointUrl: 'https://a.example' },
  ...{ isEndpointActive: true, state: 'delivered', attempts: [], nextAttemptAt: null },
  ...{ createdAt: at, deliveredAt: at, payload: JSON.stringify({ type: eventType, data }) },
})

test('a message says which payment it is about before it is opened, and leads to it', async () => {
  answerFetch(() => ({
    data: [
      messageOf('a', 'payment.captured', { id: 'p1', externalId: 'INV-77' }),
      messageOf('b', 'dispute.opened', {
        id: '0191f3a4-0000-7000-8000-000000000002',
        externalId: null,
      }),
      messageOf('c', 'payout.sent', { id: 'o1', reference: 'Rent' }),
    ],
    count: 3,
  }))
  const row = { id: 'e', version: 1, isActive: true, pausedAt: null } as unknown as ResourceRow
  renderInPortal(<EndpointMessages row={row} />, { audience: 'merchant' })
  const found = await screen.findByRole('link', { name: 'INV-77' })
  expect(found.closest('details')).toBeNull()
  expect(found.getAttribute('href')).toBe('/merchant/transaction-management/transaction-lookup/p1')
  expect(screen.getByRole('link', { name: '…000000000002' })).toBeTruthy()
  const payout = screen.getByText('payout.sent').closest('li') as HTMLElement
  expect(within(payout).queryByRole('link')).toBeNull()
})

test('of more messages than are counted the older ones are reached as well', async () => {
  answerFetch(() => ({
    data: [messageOf('a', 'payment.captured', { id: 'p1', externalId: 'INV-77' })],
    ...{ count: null, countAtLeast: 1_005 },
  }))
  const row = { id: 'e', version: 1, isActive: true, pausedAt: null } as unknown as ResourceRow
  renderInPortal(<EndpointMessages row={row} />, { audience: 'merchant' })
  const older = await screen.findByRole('button', { name: 'Older' })
  expect(older.hasAttribute('disabled')).toBe(false)
})

const attemptOf = (sequence: number, some: object) => ({
  ...{ id: `t${sequence}`, sequence, isManual: false, isSuccess: false, responseStatus: null },
  ...{ responseBody: null, error: null, durationMs: 12, createdAt: at, ...some },
})

test('a message says when it is sent next, what was answered, and why it was given up', async () => {
  const failing = {
    ...messageOf('a', 'payment.captured', { id: 'p1', externalId: 'INV-1' }),
    ...{ state: 'failing', nextAttemptAt: at },
    attempts: [
      attemptOf(4, { error: 'connect ECONNREFUSED 203.0.113.7:443' }),
      attemptOf(3, { error: 'No answer within 15000 ms', isManual: true }),
      attemptOf(2, { responseStatus: 301, responseBody: 'Location: https://b.example/' }),
      attemptOf(1, { responseStatus: 500, responseBody: '<b>down</b>' }),
    ],
  }
  const stopped = {
    ...messageOf('b', 'payment.refunded', { id: 'p2', externalId: 'INV-2' }),
    state: 'given_up',
  }
  answerFetch(() => ({ data: [failing, stopped], count: 2 }))
  const row = { id: 'e', version: 1, isActive: true, pausedAt: null } as unknown as ResourceRow
  renderInPortal(<EndpointMessages row={row} />, { audience: 'merchant' })
  const first = (await screen.findByText('payment.captured')).closest('li') as HTMLElement
  for (const text of [
    /^Attempt 4 .* The server refused the connection \(connect ECONNREFUSED 203\.0\.113\.7:443\)/,
    ...[/^Next attempt/, /^Attempt 3 \(by hand\) .* No answer within 15 seconds · 12 ms/],
    ...[/^Redirects are not followed/, 'Location: https://b.example/', '<b>down</b>'],
  ]) {
    expect(within(first).getByText(text)).toBeTruthy()
  }
  const second = screen.getByText('payment.refunded').closest('li') as HTMLElement
  expect(within(second).getByText(/^Given up: the endpoint was switched off/)).toBeTruthy()
  expect(within(second).queryByText('Not tried yet')).toBeNull()
})
