import { createHash } from 'node:crypto'
import type { Cause } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { findPayment } from '@counterfoil/features/payments/processing/payments.public.ts'
import { hasCardNumber, maskCardNumbers } from '@counterfoil/kit/contract/card-number.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { isTenant, readPlatformTenantId } from '@counterfoil/kit/database/tenants.ts'
import type { Acquirer, RawNotice } from '@counterfoil/providers/acquirers/acquirer.ts'
import { validate } from 'uuid'
import { upsertNotice } from './acquirer-notices.queries.ts'

export interface KeptNotice {
  readonly tenantId: string
  readonly id: string
}

/**
 * Keeps a notice before anything is decided on it: with the tenant of the payment that it names, or with the platform where
 * no tenant is known by it. The same notice once more is counted.
 */
export async function keepNotice(
  database: Database,
  acquirer: Acquirer,
  raw: RawNotice,
  at: Date,
  refusal?: Cause,
): Promise<KeptNotice> {
  // what a stranger sent names no payment
  const metadata = refusal === undefined ? acquirer.readNotice(raw.body)?.metadata : undefined
  const tenantId = await tenantFor(database, metadata?.tenantId)
  const body = withoutCardNumbers(raw.body)
  const bodyHash = createHash('sha256').update(body).digest('base64url')
  const id = await database.transaction(tenantScope(tenantId), async (db) => {
    const paymentId = metadata?.paymentId ?? ''
    const payment = validate(paymentId) ? await findPayment(db, paymentId) : undefined
    const { id: reference } = raw
    const kept = { id: newId(at), provider: acquirer.code, reference, body, bodyHash, payment, at }
    return upsertNotice(db, refusal === undefined ? kept : { ...kept, refusal })
  })
  return { tenantId, id }
}

async function tenantFor({ shared }: Database, named: string | undefined): Promise<string> {
  if (named !== undefined && validate(named) && (await isTenant(shared, named))) return named
  return readPlatformTenantId(shared)
}

const withoutCardNumbers = (body: string): string =>
  hasCardNumber(body) ? maskCardNumbers(body) : body
