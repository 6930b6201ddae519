import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { createClient } from '@counterfoil/kit/web/calls/call.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { findPayouts } from './payout-parts.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the palette finds payouts in the reader’s own list, and opens them there', async () => {
  const asked = answerFetch(() => ({
    data: [
      {
        ...{
          id: 'p1',
          reference: 'Invoice 7',
          payeeName: 'Ada Ltd',
          amount: 1250,
          currency: 'GBP',
        },
        ...{ state: 'paid', createdAt: '2026-11-20T12:00:00Z' },
      },
    ],
    count: 1,
  }))
  const client = createClient({
    ...{ token: () => 'token', renew: async () => false, mode: () => 'Live' as const },
  })
  const { signal } = new AbortController()
  for (const [list, call] of [
    ['/merchant/payments/single-payment', '/api/payouts'],
    ['/transaction-management/payouts', '/api/crm/payouts'],
  ] as const) {
    const [hit] = await findPayouts(client, 'invoice 7', signal, list)
    expect(hit).toMatchObject({ to: `${list}?payout=p1`, label: 'Invoice 7 Ada Ltd' })
    expect(asked.at(-1)?.path).toContain(call)
  }
})
