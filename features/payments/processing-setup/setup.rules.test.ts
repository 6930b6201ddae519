import {
  checkOrder,
  decideOrder,
  type OrderAccount,
  type OrderLimits,
  type PaymentOrder,
} from '@counterfoil/features/payments/processing/order.rules.ts'
import { expect, test } from 'vitest'
import { fixesOf, fixPath } from './fixes.rules.ts'
import { checksOf, countMissing, feeCheck, isReady, type LookedAt } from './setup.rules.ts'

const order: PaymentOrder = {
  ...{ merchantId: 'm', mode: 1, amountMinor: 1000n, currency: 'GBP', capture: true },
  method: { type: 'bank_transfer' },
  ...{ externalId: null, description: null, customer: { email: null, country: 'GB' } },
  channel: 'api',
}
const account: OrderAccount = {
  isTenantActive: true,
  ...{ name: 'Shop', merchantStatus: 'Active', processingStatus: 'FullProcessing' },
  ...{ approvalThresholdMinor: null, homeCurrency: 'GBP', currency: 'GBP', isWebsiteActive: null },
}
const limits: OrderLimits = { off: new Set(), industryType: 'books', risk: null }
const review = { rule: 'amount_ceiling', outcome: 'review', message: 'Above' } as const

const statuses = ['Active', 'On hold', 'Suspended', 'Closed', 'Prospect']
const processing = ['FullProcessing', 'SandboxEnabled', 'NoProcessing']
const switches = [
  [],
  ['payment_method:bank_transfer'],
  ['currency:GBP', 'country:GB', 'industry_type:books'],
]
const risks = [
  null,
  { currency: 'GBP', approvalAboveMinor: null, blockAboveMinor: 500n },
  { currency: 'EUR', approvalAboveMinor: 5n, blockAboveMinor: null },
]
const screenings = [[], [review], [{ ...review, outcome: 'block' as const }]]

/** Whether the engine sends an order. */
function isSent(of: OrderAccount, looked: LookedAt, asked: PaymentOrder): boolean {
  try {
    checkOrder(asked, of)
  } catch {
    return false
  }
  const { findings } = looked.screening
  const hasRoute = looked.routing.candidates.length > 0
  return decideOrder(asked, of, findings, hasRoute, looked.facts).kind === 'sent'
}

test('nothing is missing exactly where the engine sends the order, over all that may be wrong', () => {
  const verdicts = { ready: 0, missing: 0 }
  const cases = [1, 2].flatMap((mode) =>
    statuses.flatMap((merchantStatus) =>
      processing.flatMap((processingStatus) =>
        switches.flatMap((off) =>
          risks.flatMap((risk) =>
            screenings.flatMap((findings) =>
              [true, false].flatMap((hasRoute) =>
                ['bank_transfer', 'card'].map((method) => ({
                  ...{
                    mode,
                    merchantStatus,
                    processingStatus,
                    off,
                    risk,
                    findings,
                    hasRoute,
                    method,
                  },
                })),
              ),
            ),
          ),
        ),
      ),
    ),
  )
  for (const one of cases) {
    const method =
      one.method === 'card'
        ? { type: 'card' as const, number: '4242424242424242', expiryMonth: 1, expiryYear: 2090 }
        : ({ type: 'bank_transfer' } as const)
    const asked = { ...order, mode: one.mode as 1 | 2, method }
    const { merchantStatus, processingStatus } = one
    const of = { ...account, merchantStatus, processingStatus }
    const looked = {
      facts: { ...limits, off: new Set(one.off), risk: one.risk },
      screening: { findings: one.findings },
      routing: { candidates: one.hasRoute ? ([{}] as never[]) : [], objections: new Map() },
    }
    const ready = isReady(checksOf(asked, of, looked))
    expect(
      ready,
      JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).toBe(isSent(of, looked, asked))
    verdicts[ready ? 'ready' : 'missing'] += 1
  }
  expect(Math.min(verdicts.ready, verdicts.missing)).toBeGreaterThan(20)
})

test('everything that is missing is listed, not the first alone, in the order of the engine', () => {
  const checks = checksOf(
    order,
    { ...account, merchantStatus: 'Suspended', processingStatus: 'NoProcessing' },
    {
      facts: { ...limits, off: new Set(['currency:GBP']) },
      screening: { findings: [] },
      routing: { candidates: [], objections: new Map() },
    },
  )
  const missing = checks.filter(({ state }) => state === 'missing')
  expect(missing.map(({ id, code }) => [id, code])).toEqual([
    ['merchant_open', 'merchant.suspended'],
    ['processing', 'merchant.no_processing'],
    ['currency_on', 'currency.switched_off'],
    ['route', 'routing.no_mid'],
  ])
  expect(countMissing([...checks, feeCheck(false, 'GBP')])).toBe(4)
})

test('a MID that is passed over for now is a note, and mended where its objection comes from', () => {
  const routing = {
    candidates: [{}] as never[],
    objections: new Map([
      ['a', { code: 'breaker' as const }],
      ['b', { code: 'for_live' as const }],
    ]),
  }
  const looked = { facts: limits, screening: { findings: [] }, routing }
  const route = checksOf(order, account, looked).find(({ id }) => id === 'route')
  expect(route).toMatchObject({ state: 'warning', code: 'routing.fewer', values: { count: '1' } })
  const pages = (codes: string[]) => fixesOf('route', codes).map(({ page }) => page)
  expect(pages([])).toEqual(['mids'])
  expect(pages(['off', 'currency'])).toEqual(['mids'])
  expect(pages(['provider_off', 'not_named'])).toEqual(['routing', 'providers'])
  const [routes] = fixesOf('route', ['no_rule'])
  expect(routes && fixPath(routes, { merchantId: 'm', mode: 'Test' })).toBe(
    '/crm/settings/smart-routing?merchantId=m&mode=Test',
  )
})
