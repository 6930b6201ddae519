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
