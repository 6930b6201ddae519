import { noneKey } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  addedUp,
  conditionsOf,
  dayConditions,
  foldedConditions,
  isOfAll,
  keyColumn,
  type RollupFilter,
  type RollupKey,
  type RollupRow,
} from './rollups.queries.ts'
import { rollupSumNames, rollupSums } from './rollups.rules.ts'

/** What one kind of rows counts by. */
export type DetailKey = 'channel' | 'decline_reason' | 'decline_code' | 'hour'

/** A filter by what `dimension_rollup` holds besides. */
export interface DimensionFilter extends RollupFilter {
  readonly channels?: readonly string[] | undefined
  readonly declineReason?: string | undefined
  readonly declineCodes?: readonly string[] | undefined
  /** Full hours of UTC within the days, where a question by hours does not cover the days. */
  readonly hours?: { readonly from: Date; readonly before: Date } | undefined
}

/** A row of `dimension_rollup` counts by one of them. */
export type Kind = 'channel' | 'decline' | 'hour'

/**
 * Which kind of rows answers a question; undefined: none is needed; mixed: only the payments know. Hours are counted of all
 * merchants together alone.
 */
export function kindOf(
  db: Db,
  filter: DimensionFilter,
  details: readonly DetailKey[],
  byMerchant: boolean,
): Kind | 'mixed' | undefined {
  const { channels, declineReason, declineCodes } = filter
  const isByChannel = channels !== undefined || details.includes('channel')
  const isByDecline =
    declineReason !== undefined ||
    declineCodes !== undefined ||
    details.some((one) => one === 'decline_reason' || one === 'decline_code')
  const isByHour = details.includes('hour')
  if ([isByChannel, isByDecline, isByHour].filter(Boolean).length > 1) return 'mixed'
  if (isByHour) return isOfAll(db, filter, byMerchant) ? 'hour' : 'mixed'
  if (isByChannel) return 'channel'
  return isByDecline ? 'decline' : undefined
}

type DimensionRow<Key extends RollupKey, Detail extends DetailKey> = RollupRow<Key> & {
  readonly [K in Detail]: string | null
}

/**
 * The sums of `sumRollup` by channel, by decline reason and code, or by hour, of one moment; undefined while some of the days are not
 * counted by these, or have changes of the version before, which did not say them.
 */
export async function sumByDimension<
  const Key extends RollupKey = never,
  const Detail extends DetailKey = never,
>(
  db: Db,
  filter: DimensionFilter,
  keys: readonly Key[],
  details: readonly Detail[],
): Promise<DimensionRow<Key | 'currency', Detail>[] | undefined> {
  const all = [...new Set<RollupKey>([...keys, 'currency'])]
  const by = { byDay: all.includes('day'), byMerchant: all.includes('merchant_id') }
  const columns = sql.join([...all.map(keyColumn), ...details.map((one) => sql.ref(one))])
  const shown = sql.join([
    ...all.map((key) => sql`${keyColumn(key)}::text as ${sql.ref(key)}`),
    ...details.map((one) => (one === 'hour' ? sql`${hourText} as hour` : sql.ref(one))),
  ])
  const kind = kindOf(db, filter, details, by.byMerchant)
  if (kind === undefined || kind === 'mixed') throw new Error('No kind of sums holds the question')
  const { rows } = await sql<
    DimensionRow<Key | 'currency', Detail> & { readonly isMissing: boolean }
  >`
    select ${shown}, ${addedUp}, bool_or(is_missing) as "isMissing"
    from (${sql.join(sources(db, filter, by, kind), sql` union all `)}) as sums
    where ${sql.join([sql`true`, ...detailConditions(filter)], sql` and `)} or is_missing
    group by ${columns}
    having sum(payments) <> 0 or bool_or(is_missing)
    order by ${columns}`.execute(db)
  return rows.some(({ isMissing }) => isMissing) ? undefined : rows
}

/** An hour as the keys of groups have it, `2026-03-14T10:00:00Z`. */
const hourText = sql`to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** Whether all days of the filter are counted by this kind. */
export async function isFilled(db: Db, filter: RollupFilter, kind: Kind): Promise<boolean> {
  const { rows } = await sql`
    select 1 as one from (${sql.join(missingDays(db, filter, kind), sql` union all `)}) as missing limit 1`.execute(
    db,
  )
  return rows.length === 0
}

const heads = sql`merchant_id, mode, method, provider, currency, status`
const sumsTimes = (sign: 1 | -1) =>
  sql.join(
    rollupSumNames.map((one) => {
      const column = sql.ref(rollupSums[one][0])
      // of what is not folded yet, null is none
      return sql`${sql.raw(sign === 1 ? '' : '-')}coalesce(${column}, 0) as ${column}`
    }),
  )
const ofDetails = sql`channel, decline_reason, decline_code, hour`
const ofNone = sql`null::text as channel, null::text as decline_reason, null::text as decline_code, null::timestamptz as hour`

/**
 * The rows to add up. Only payments that have a reason or a code are counted by them, so those without are all payments less
 * these.
 */
function sources(
  db: Db,
  filter: RollupFilter,
  by: { readonly byDay: boolean; readonly byMerchant: boolean },
  kind: Kind,
): RawBuilder<unknown>[] {
  const { dayFrom, dayTo } = filter
  // no row of hours is of a month
  const byDay = by.byDay || kind === 'hour'
  const { merchants, ranges } = foldedConditions(db, filter, { ...by, byDay })
  const folded = (
    table: 'dimension_rollup' | 'payment_rollup',
    details: RawBuilder<unknown>,
    sign: 1 | -1 = 1,
  ) =>
    ranges.map(({ grain, from, to }) => {
      const where = [
        withinPayments(db, table),
        merchants,
        sql`grain = ${grain}`,
        ...(table === 'dimension_rollup' ? [sql`kind = ${kind}`] : []),
        ...dayConditions('day', from, to),
        ...conditionsOf(filter),
      ]
      return sql`
        select tenant_id, day, ${heads}, ${sumsTimes(sign)}, ${details}, false as is_missing
        from ${sql.table(table)} where ${sql.join(where, sql` and `)}`
    })
  const waiting = [
    withinPayments(db, 'payment_rollup_delta'),
    ...dayConditions('day', dayFrom, dayTo),
    ...conditionsOf(filter),
  ]
  return [
    ...folded('dimension_rollup', ofDetails),
    ...(kind === 'decline'
      ? [...folded('dimension_rollup', ofNone, -1), ...folded('payment_rollup', ofNone)]
      : []),
    sql`select tenant_id, day, ${heads}, ${sumsTimes(1)}, ${ofDetails}, false as is_missing
      from payment_rollup_delta where ${sql.join(waiting, sql` and `)}`,
    ...missingDays(db, filter, kind),
  ]
}

/** Days that are not counted, each as a row without payments. */
function missingDays(
  db: Db,
  { tenantId, dayFrom, dayTo }: RollupFilter,
  kind: Kind,
): RawBuilder<unknown>[] {
  // the version before did not say it
  const isUnknown = sql`${sql.ref(kind === 'hour' ? 'payment_rollup_delta.hour' : 'payment_rollup_delta.channel')} is null`
  const none = sql`null::uuid as merchant_id, 0::smallint as mode, '' as method, '' as provider, '' as currency, '' as status,
    ${sql.join(rollupSumNames.map((one) => sql`0::bigint as ${sql.ref(rollupSums[one][0])}`))}, ${ofNone}, true as is_missing`
  const where = [
    ...dayConditions('day', dayFrom, dayTo),
    ...(tenantId === undefined ? [] : [sql`tenant_id = ${tenantId}::uuid`]),
  ]
  return [
    sql`select tenant_id, day, ${none} from dimension_rollup_gap
      where ${sql.join([within(db, 'dimension_rollup_gap', null), ...where], sql` and `)}`,
    sql`select tenant_id, day, ${none} from payment_rollup_delta
      where ${sql.join([withinPayments(db, 'payment_rollup_delta'), isUnknown, ...where], sql` and `)}`,
  ]
}

/** `-`: there is none. */
function detailConditions(filter: DimensionFilter): RawBuilder<unknown>[] {
  const { channels, declineReason, declineCodes, hours } = filter
  const oneOf = (column: DetailKey, values: readonly string[] | undefined) => {
    if (values === undefined) return []
    const some = values.filter((value) => value !== noneKey)
    const isOne = sql`${sql.ref(column)} = any (${some}::text[])`
    return [values.length === some.length ? isOne : sql`(${sql.ref(column)} is null or ${isOne})`]
  }
  return [
    ...oneOf('channel', channels),
    ...oneOf('decline_reason', declineReason === undefined ? undefined : [declineReason]),
    ...oneOf('decline_code', declineCodes),
    ...(hours === undefined ? [] : [sql`hour >= ${hours.from} and hour < ${hours.before}`]),
  ]
}
