// The least that a test needs to stand in the database; what matters to a test, it says itself.
import type { DB as Rows } from '@counterfoil/database/rows.generated.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Insertable, Selectable } from 'kysely'
import { v7 } from 'uuid'

type Some<Table extends keyof Rows> = Partial<Insertable<Rows[Table]>>
type Row<Table extends keyof Rows> = Selectable<Rows[Table]>

/** Where the makers write: the loader role's access of a test database, which reaches every tenant. */
export type Loader = { readonly loader: Db }

let count = 0
const next = () => ++count

export function makeTenant({ loader }: Loader, some: Some<'tenant'> = {}): Promise<Row<'tenant'>> {
  const number = next()
  return loader
    .insertInto('tenant')
    .values({
      id: v7(),
      slug: `tenant-${number}`,
      name: `Tenant ${number}`,
      support_email: `support@tenant-${number}.example`,
      time_zone: 'Europe/London',
      locale: 'en',
      home_currency: 'GBP',
      theme: JSON.stringify({}),
      created_at: new Date(),
      ...some,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function makeMerchant(
  { loader }: Loader,
  some: Some<'merchant'> & { tenant_id: string },
): Promise<Row<'merchant'>> {
  const number = next()
  return loader
    .insertInto('merchant')
    .values({
      id: v7(),
      slug: `merchant-${number}`,
      legal_business_name: `Merchant ${number} Ltd`,
      country: 'GB',
      home_currency: 'GBP',
      boarding_stage: 'Completed',
      merchant_status: 'Active',
      review_status: 'Approved',
      processing_status: 'FullProcessing',
      merchant_type: 'Retail',
      created_at: new Date(),
      ...some,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface UserInput {
  readonly tenant_id: string
  readonly user_type: Audience
  /** Of a merchant's user. */
  readonly merchant_id?: string
  readonly permissions?: readonly string[]
  /** Holds every permission of its user type, whatever `permissions` says. */
  readonly is_administrator?: boolean
  /** Of an operator who sees these merchants alone. */
  readonly limited_to?: readonly string[]
  /** Of somebody who sees payments by these methods alone. */
  readonly limited_to_methods?: readonly string[]
  /** Of somebody who sees payments through these providers alone. */
  readonly limited_to_providers?: readonly string[]
  readonly email?: string
  readonly is_active?: boolean
}

/** A user with a role of its own, found by its id as subject and by its e-mail. */
export async function makeUser({ loader }: Loader, input: UserInput): Promise<Row<'app_user'>> {
  const number = next()
  const created_at = new Date()
  const { tenant_id, user_type } = input
  const role = await loader
    .insertInto('role')
    .values({
      tenant_id,
      id: v7(),
      merchant_id: input.merchant_id ?? null,
      name: `Role ${number}`,
      user_type,
      is_administrator: input.is_administrator ?? false,
      permissions: [...(input.permissions ?? [])],
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user = await loader
    .insertInto('app_user')
    .values({
      tenant_id,
      id: v7(),
      merchant_id: input.merchant_id ?? null,
      role_id: role.id,
      user_type,
      email: input.email ?? `user-${number}@people.example`,
      first_name: 'Ada',
      last_name: `Tester ${number}`,
      is_active: input.is_active ?? true,
      created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await loader
    .insertInto('user_directory')
    .values({ user_id: user.id, tenant_id, email: user.email, subject: user.id })
    .execute()
  for (const merchant_id of input.limited_to ?? []) {
    await loader
      .insertInto('user_merchant_limit')
      .values({ tenant_id, user_id: user.id, merchant_id })
      .execute()
  }
  for (const provider of input.limited_to_providers ?? []) {
    await loader
      .insertInto('user_provider_limit')
      .values({ tenant_id, user_id: user.id, provider })
      .execute()
  }
  for (const method of input.limited_to_methods ?? []) {
    await loader
      .insertInto('user_method_limit')
      .values({ tenant_id, user_id: user.id, method })
      .execute()
  }
  return user
}

/** A payment's row alone: no operation, event, ledger entry or rollup stands behind it. */
export function makePayment(
  { loader }: Loader,
  some: Some<'payment'> & { tenant_id: string; merchant_id: string },
): Promise<Row<'payment'>> {
  const now = new Date()
  return loader
    .insertInto('payment')
    .values({
      id: newId(now),
      mode: 2,
      status: 'created',
      method: 'card',
      currency: 'GBP',
      amount_minor: 1250n,
      auto_capture: true,
      channel: 'api',
      business_day: now.toISOString().slice(0, 10),
      created_at: now,
      updated_at: now,
      ...some,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
