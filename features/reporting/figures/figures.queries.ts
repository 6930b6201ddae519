import {
  rollupSumNames,
  rollupSums,
  sumsOf,
} from '@counterfoil/features/reporting/rollups/rollups.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Dimension, Keys } from './dimensions.schema.ts'
import type { Fact } from './figures.rules.ts'

export interface PaymentFacts {
  /** On `payment as p`, with the caller's scope. */
  readonly condition: RawBuilder<unknown>
  readonly by: readonly Dimension[]
  /** For hours. */
  readonly timeZone: string
  /** The most groups that are answered. */
  readonly limit: number
}

/** Facts from the payments themselves, whose cost grows with the payments that the condition selects. */
export async function readPaymentFacts(
  db: Db,
  { condition, by, timeZone, limit }: PaymentFacts,
): Promise<Fact[]> {
  const names = by.map((_, at) => sql.ref(`k${at}`))
  const keys = by.map((one, at) => sql`${keyOf(one, timeZone)} as ${names[at]}`)
  const sums = rollupSumNames.map(
    (one) => sql`(${sql.raw(rollupSums[one][1])})::bigint as ${sql.ref(one)}`,
  )
  const { rows } = await sql<Omit<Fact, 'keys'> & { readonly [key: string]: string | null }>`
    select ${sql.join([...keys, sql`p.status`, sql`p.currency`, ...sums])}
    from payment as p
    where ${condition}
    group by ${sql.join([...names, sql`p.status`, sql`p.currency`])}
    order by ${sql.join([...names, sql`p.status`, sql`p.currency`])}
    limit ${limit}`.execute(db)
  return rows.map((row) => ({
    keys: Object.fromEntries(by.map((one, at) => [one, row[`k${at}`] ?? null])),
    status: row.status,
    currency: row.currency,
    ...sumsOf(row),
  }))
}

function keyOf(one: Dimension, timeZone: string): RawBuilder<unknown> {
  // with three arguments date_trunc keeps the two hours of a clock change separate
  if (one === 'hour') {
    const start = sql`date_trunc('hour', p.created_at, ${timeZone}::text) at time zone 'UTC'`
    return sql`to_char(${start}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  }
  return paymentKeys[one]
}

const paymentKeys: Readonly<Record<Exclude<Dimension, 'hour'>, RawBuilder<unknown>>> = {
  day: sql`p.business_day::text`,
  month: sql`to_char(p.business_day, 'YYYY-MM')`,
  weekday: sql`extract(isodow from p.business_day)::text`,
  status: sql`p.status`,
  method: sql`p.method`,
  provider: sql`p.provider`,
  merchant: sql`p.merchant_id::text`,
  tenant: sql`p.tenant_id::text`,
  brand: sql`p.card_brand`,
  channel: sql`p.channel`,
  website: sql`p.website_id::text`,
  country: sql`p.customer_country`,
  issuerCountry: sql`p.card_issuer_country`,
  cardType: sql`p.card_type`,
  mid: sql`p.mid_id::text`,
  declineReason: sql`p.decline_reason`,
  declineCode: sql`p.decline_code`,
}

/** Names of records by the ids that are keys, as far as the caller sees the records. */
export async function listKeyNames(
  db: Db,
  one: Dimension,
  ids: readonly string[],
): Promise<Record<string, string>> {
  const source = nameSources[one]?.(db, ids)
  if (source === undefined || ids.length === 0) return {}
  const { rows } = await sql<{ id: string; name: string }>`${source}`.execute(db)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

type NameSource = (db: Db, ids: readonly string[]) => RawBuilder<unknown>

const nameSources: Readonly<Partial<Record<Dimension, NameSource>>> = {
  merchant: (db, ids) => sql`select m.id::text, m.legal_business_name as name from merchant as m
    where ${within(db, 'm', 'id')} and m.id = any (${ids}::uuid[])`,
  tenant: (_db, ids) =>
    sql`select t.id::text, t.name from tenant as t where t.id = any (${ids}::uuid[])`,
  website: (db, ids) => sql`select w.id::text, w.name from website as w
    where ${within(db, 'w')} and w.id = any (${ids}::uuid[])`,
  mid: (db, ids) => sql`select i.id::text, i.mid_code as name from mid as i
    where ${within(db, 'i')} and i.id = any (${ids}::uuid[])`,
  provider: (_db, ids) => sql`select s.code as id, s.name from service_provider as s
    where s.code = any (${ids}::text[])`,
}

/** The names of a question's groups. */
export async function listNamesOf(
  db: Db,
  by: readonly Dimension[],
  keys: readonly Keys[],
): Promise<Partial<Record<Dimension, Record<string, string>>>> {
  const found = by.map(async (one) => {
    const ids = [...new Set(keys.map((each) => each[one] ?? null))].filter((id) => id !== null)
    return [one, await listKeyNames(db, one, ids)] as const
  })
  return Object.fromEntries((await Promise.all(found)).filter(([one]) => nameSources[one]))
}

/** Whose business days a tenant's payments have: an IANA name. */
export async function findTenantZone(db: Db, tenantId: string): Promise<string | null> {
  const row = await db
    .selectFrom('tenant')
    .select('time_zone')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return row?.time_zone ?? null
}
