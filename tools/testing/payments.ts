// The fixture of the payment engine's tests: a tenant, a merchant with MIDs at both sandboxes, fees.

import type { CardInput } from '@counterfoil/features/payments/cards/cards.rules.ts'
import type { PaymentOrder } from '@counterfoil/features/payments/processing/order.rules.ts'
import type { Engine } from '@counterfoil/features/payments/processing/payments.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { makeMerchant, makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { type TestDatabase, testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import type { Acquirer } from '@counterfoil/providers/acquirers/acquirer.ts'
import { openProviders, type Providers } from '@counterfoil/providers/providers.ts'
import { pino } from 'pino'
import { v7 } from 'uuid'
import { afterAll } from 'vitest'

export interface PaymentFixture extends TestDatabase {
  readonly tenantId: string
  readonly merchantId: string
  readonly providers: Providers
  /** The engine as an API key's caller uses it. */
  readonly engine: Engine
  /** The same with other providers, or at another time. */
  engineWith(some: Partial<Engine>): Engine
  readonly jobContext: JobContext
  /** What row-level security lets the tenant see. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
}

export interface PaymentFixtureOptions {
  readonly acquirerTimeoutMs?: number
  readonly now?: () => Date
  readonly sandboxNoticeKey?: Buffer
}

export async function paymentFixture(options: PaymentFixtureOptions = {}): Promise<PaymentFixture> {
  const base = await testDatabase()
  const { database, jobs, loader, urls } = base
  const tenant = await makeTenant(base)
  const merchant = await makeMerchant(base, { tenant_id: tenant.id })
  const now = options.now ?? (() => new Date())
  const created_at = new Date()
  for (const [priority, provider] of ['sandbox_alpha', 'sandbox_beta'].entries()) {
    for (const mode of [1, 2]) {
      await loader
        .insertInto('mid')
        .values({
          tenant_id: tenant.id,
          id: v7(),
          merchant_id: merchant.id,
          provider,
          mid_code: `${provider}-${mode}`,
          mode,
          methods: [],
          brands: [],
          currencies: [],
          priority,
          created_at,
        })
        .execute()
    }
  }
  for (const [fee_type, basis_points, fixed_minor] of [
    ['capture', 150, 20n],
    ['refund', 0, 10n],
    ['dispute', 0, 1500n],
  ] as const) {
    await loader
      .insertInto('fee_schedule')
      .values({
        tenant_id: tenant.id,
        id: v7(),
        fee_type,
        currency: 'GBP',
        basis_points,
        fixed_minor,
        created_at,
      })
      .execute()
  }
  const providers = openProviders({
    sandboxDatabaseUrl: urls.app,
    publicUrl: 'http://localhost:4000',
    mayReachPrivate: false,
    // no request is given up for being slow: a busy machine would lose answers that nobody meant to be lost
    acquirerTimeoutMs: options.acquirerTimeoutMs ?? 10_000,
    sandboxLosesAfterMs: 50,
    ...(options.sandboxNoticeKey ? { sandboxNoticeKey: options.sandboxNoticeKey } : {}),
    now,
  })
  afterAll(() => providers.close())
  const scope = tenantScope(tenant.id)
  const log = pino({ level: 'silent' })
  const engine: Engine = {
    database,
    jobs,
    log,
    providers,
    tenantId: tenant.id,
    transaction: (work) => database.transaction(scope, work),
    actor: { type: 'api_key', id: v7() },
    now,
  }
  return {
    ...base,
    tenantId: tenant.id,
    merchantId: merchant.id,
    providers,
    engine,
    engineWith: (some) => ({ ...engine, ...some }),
    jobContext: {
      database,
      jobs,
      log,
      now,
      signal: new AbortController().signal,
    },
    read: (work) => database.transaction(scope, work),
  }
}

/** A published test card; without a number the one that is always approved. */
export const testCard = (number = '4242424242424242'): CardInput => ({
  type: 'card',
  number,
  expiryMonth: 12,
  expiryYear: 2090,
  securityCode: '123',
})

export function order(fixture: PaymentFixture, some: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    merchantId: fixture.merchantId,
    mode: 1,
    amountMinor: 1250n,
    currency: 'GBP',
    capture: true,
    method: testCard(),
    externalId: null,
    description: null,
    customer: { email: 'reader@example.com', country: 'GB' },
    channel: 'api',
    ...some,
  }
}

/** The providers with one acquirer changed, to let it fail in ways that no real one publishes. */
export function withAcquirer(
  providers: Providers,
  code: string,
  change: (acquirer: Acquirer) => Partial<Acquirer>,
): Providers {
  const acquirer = providers.acquirers.get(code)
  if (acquirer === undefined) throw new Error(`No acquirer ${code}`)
  const acquirers = new Map(providers.acquirers).set(code, { ...acquirer, ...change(acquirer) })
  return { ...providers, acquirers }
}
