// The demo's antifraud rules: two in force, which held and refused some of its orders, and one that is tried in shadow.

import { antifraudRules } from '@counterfoil/features/payments/screening-rules/antifraud-rules.resource.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { bumpSettings } from '@counterfoil/kit/database/resource-rows.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { demoId } from './demo-id.ts'
import type { PlannedPayment } from './history-plan.ts'
import { demoAccounts } from './organisations.ts'
import { merchantIdOf, tenantIdOf, userIdOf } from './store-organisations.ts'

const tenant = 'northwind'
const merchant = 'harbour'
const live = 2 as const

interface DemoRule {
  readonly name: string
  readonly effect: 'live' | 'shadow'
  readonly rule: 'amount_ceiling' | 'blocked_country'
  readonly outcome: 'flag' | 'review' | 'block'
  readonly currency?: string
  readonly amountMinor?: number
  readonly countries?: readonly string[]
}

const rules: readonly DemoRule[] = [
  {
    ...{ name: 'large orders', effect: 'live', rule: 'amount_ceiling', outcome: 'review' },
    ...{ currency: 'EUR', amountMinor: 100_000 },
  },
  {
    ...{ name: 'countries', effect: 'live', rule: 'blocked_country', outcome: 'block' },
    countries: ['KP'],
  },
  {
    ...{ name: 'full baskets', effect: 'shadow', rule: 'amount_ceiling', outcome: 'flag' },
    ...{ currency: 'GBP', amountMinor: 5_000 },
  },
]

const nameOf = (email: string) => {
  const { firstName = '', lastName = '' } = demoAccounts.find((one) => one.email === email) ?? {}
  return `${firstName} ${lastName}`
}
const maker = 'operator@northwind.example'
const confirmer = 'platform@counterfoil.example'

/** Stores the rules before the history, which is screened by them: made by one person, put in force by another. */
export async function makeScreeningRules(database: Database, now: Date): Promise<void> {
  // before the first payment
  const at = new Date(now.getTime() - 91 * dayMs)
  const tenantId = tenantIdOf(tenant)
  const by = { made_by: userIdOf(maker), made_by_name: nameOf(maker) }
  await database.transaction(tenantScope(tenantId), async (db) => {
    for (const { name, effect, ...said } of rules) {
      const id = demoId(`antifraud rule ${name}`)
      const values = { ...said, merchantId: merchantIdOf(merchant), mode: String(live) }
      const { amountMinor, countries, currency, ...rest } = said
      await db
        .insertInto('antifraud_rule')
        .values({
          ...{ tenant_id: tenantId, id, ...rest, effect, merchant_id: values.merchantId },
          ...{
            amount_minor: amountMinor === undefined ? null : BigInt(amountMinor),
            currency: currency ?? null,
            mode: live,
          },
          countries: [...(countries ?? [])],
          ...{ created_at: at, updated_at: at },
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const asked = { asked_by: by.made_by, asked_by_name: by.made_by_name, asked_at: at }
      const activated = { activated_by_name: nameOf(confirmer), activated_at: at }
      const fields = Object.keys(antifraudRules.fields)
      const whole = Object.fromEntries(
        fields.map((field) => [field, values[field as keyof typeof values] ?? null]),
      )
      await db
        .insertInto('antifraud_version')
        .values({
          ...{ tenant_id: tenantId, id: demoId(`antifraud version ${name}`), rule_id: id },
          ...{ number: 1, values: JSON.stringify(whole), created_at: at, ...by },
          ...(effect === 'live' ? { state: 'active', ...asked, ...activated } : { state: 'draft' }),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await bumpSettings(db, tenantId)
  })
}

const order = {
  ...{ merchant, mode: live, capture: true, currency: 'EUR' },
  channel: 'api',
  ...{ description: 'Atlases for a library, 24 volumes', email: 'acquisitions@library.example' },
} as const

/** Two orders that the ceiling held, of which one was released and one waits, and two that the country rule refused. */
export function planScreened(now: Date): PlannedPayment[] {
  const expiryYear = now.getUTCFullYear() + 2
  const orders = [
    { daysAgo: 18, amountMinor: 184_000n, isReleased: true },
    { daysAgo: 1, amountMinor: 221_500n },
    { daysAgo: 11, amountMinor: 4_990n, country: 'KP', email: 'reader@proxy.example' },
    { daysAgo: 11, amountMinor: 3_250n, country: 'KP', email: 'reader@proxy.example' },
  ]
  return orders.map(
    ({ daysAgo, isReleased = false, country = 'IE', ...said }, index): PlannedPayment => {
      const at = new Date(now.getTime() - daysAgo * dayMs - (5 * 60 + index) * 60_000)
      const releasedAt = new Date(at.getTime() + dayMs / 8)
      return {
        ...order,
        ...said,
        ...{ at, country, key: `demo-history-${merchant}-screened-${index}` },
        externalId: `HB-LIBRARY-${index + 1}`,
        method: { type: 'card', number: '4242424242424242', expiryYear },
        steps: isReleased ? [{ at: releasedAt, does: 'approve', reason: 'verified_customer' }] : [],
      }
    },
  )
}
