import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { webhookReportPage } from './webhook-report.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const at = '2026-11-29T12:00:00.000Z'
const messageOf = (id: string, eventType: string) => ({
  ...{ id, eventType, eventId: id, paymentId: null, state: 'delivered', attempts: 1 },
  ...{ endpointId: 'e', endpointUrl: 'https://a.example', merchantName: 'Harbour Books' },
  ...{ responseStatus: 200, error: null, durationMs: 12, createdAt: at },
  ...{ lastAttemptAt: at, nextAttemptAt: null },
})

/** The report of a tenant with these messages. */
function show(data: readonly object[]) {
  answerFetch(({ path }) =>
    path.endsWith('/form')
      ? { id: 'r', name: { en: 'Webhook report' }, hiddenColumns: [], fields: [] }
      : { data, count: data.length },
  )
  const Report = webhookReportPage('v1').default
  renderInPortal(<Report />, { audience: 'tenant' })
}

test('events have the names by which the report filters and endpoints choose them', async () => {
  const data = [
    messageOf('a', 'payment.captured'),
    messageOf('b', 'refund.declined'),
    messageOf('c', 'payout.waiting_for_approval'),
  ]
  show(data)
  for (const name of ['Payment captured', 'Refund: declined', 'Payout held for approval']) {
    expect((await screen.findAllByText(name)).length).toBeGreaterThan(0)
  }
  expect(screen.queryByText('payment.captured')).toBeNull()
})

test('a message that was given up without an attempt is not called untried yet', async () => {
  const never = { ...{ attempts: 0, responseStatus: null, durationMs: null }, lastAttemptAt: null }
  const data = [
    { ...messageOf('a', 'payment.captured'), ...never, state: 'given_up' },
    { ...messageOf('b', 'payment.refunded'), ...never, state: 'waiting' },
  ]
  show(data)
  expect(await screen.findAllByText('Given up')).toHaveLength(1)
  expect(screen.getAllByText('Not tried yet')).toHaveLength(1)
})
