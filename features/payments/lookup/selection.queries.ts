import type { AttemptFilter } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { noneKey } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Found } from './search.queries.ts'
import { meaningOf } from './search-key.rules.ts'
import type { Selection } from './selection.rules.ts'

type Condition = RawBuilder<unknown>

/**
 * Conditions on `payment as p`, as branches that each use an index in the order of the list; the list is their union.
 * Usually there is one branch.
 */
export interface Branches {
  readonly all: readonly Condition[]
  /** At least one; with `mayOverlap` a row may match several and is returned once. */
  readonly each: readonly (readonly Condition[])[]
  readonly mayOverlap: boolean
}

/** The most merchants whose lists are merged, each read in order from an index. */
const maxMerchantBranches = 30

/**
 * `found` are the matches of the search key; `tenantIds` are given if a list across tenants is merged from lists of
 * tenants.
 */
export function branchesOf(
  db: Db,
  selection: Selection,
  found: Found | undefined,
  tenantIds: readonly string[] | undefined,
): Branches {
  const conditions = conditionsOf(db, selection)
  const requested = oneOf('p.merchant_id', selection.merchantIds, 'uuid')
  const inScope = [withinPayments(db, 'p') as Condition, ...conditions, ...requested]
  if (found !== undefined) return { all: inScope, each: searchBranches(found), mayOverlap: true }
  if (tenantIds !== undefined) {
    const each = tenantIds.map((id) => [sql`p.tenant_id = ${id}::uuid`])
    return { all: inScope, each: each.length > 0 ? each : [[sql`false`]], mayOverlap: false }
  }
  const merchantIds = merchantsOf(db, selection)
  const isSome = merchantIds !== undefined && merchantIds.length > 1
  if (isSome && merchantIds.length <= maxMerchantBranches) {
    // each branch names a merchant of the scope; a second condition on merchants would make the planner underestimate the
    // number of rows
    const each = merchantIds.map((id) => [sql`p.merchant_id = ${id}::uuid`])
    return {
      all: [withinPayments(db, 'p', null) as Condition, ...conditions],
      each,
      mayOverlap: false,
    }
  }
  return { all: inScope, each: [[]], mayOverlap: false }
}

/** All branches as one condition, for queries that read all rows, like counts. */
export function conditionOf(db: Db, selection: Selection, found: Found | undefined): Condition {
  const all = [
    withinPayments(db, 'p') as Condition,
    ...conditionsOf(db, selection),
    ...oneOf('p.merchant_id', selection.merchantIds, 'uuid'),
  ]
  if (found !== undefined) {
    const branches = searchBranches(found).map((branch) => sql.join(branch, sql` and `))
    all.push(sql`(${sql.join(branches, sql` or `)})`)
  }
  return sql.join(all, sql` and `)
}

/** The requested merchants that the caller sees. */
function merchantsOf(db: Db, { merchantIds }: Selection): readonly string[] | undefined {
  const limits = db.scope.kind === 'tenant' ? db.scope.merchantIds : null
  if (limits === null) return merchantIds
  return merchantIds === undefined ? limits : merchantIds.filter((id) => limits.includes(id))
}

function searchBranches({ key, field, paymentIds }: Found): readonly (readonly Condition[])[] {
  const { beginning, isEmail, nameBeginnings, last4, amounts } = meaningOf(key)
  const orders = [
    [sql`p.external_id = ${key}`],
    ...(beginning === undefined ? [] : [[begins('p.external_id_start', beginning)]]),
  ]
  if (field === 'externalId') return orders
  return [
    ...orders,
    [sql`p.acquirer_reference = ${key}`],
    ...(paymentIds.length > 0 ? [[sql`p.id = any (${paymentIds}::uuid[])`]] : []),
    ...(beginning === undefined || !isEmail
      ? []
      : [
          [begins('p.email_start', beginning)],
          [begins('p.email_name', beginning)],
          [begins('p.email_domain', beginning.replace(/^@/, ''))],
        ]),
    ...nameBeginnings.map((name) => [begins('p.email_start', name)]),
    ...(last4 === undefined ? [] : [[sql`p.card_last4 = ${last4}`]]),
    ...amounts.map(({ amountMinor, currencies, isOther }) => [
      sql`p.amount_minor = ${amountMinor}::bigint`,
      isOther
        ? sql`p.currency <> all (${currencies}::text[])`
        : sql`p.currency = any (${currencies}::text[])`,
    ]),
  ]
}

/** The last character that there is: what begins with a text lies between it and this behind it. */
const lastCharacter = '\u{10ffff}'

const begins = (column: string, beginning: string): Condition =>
  sql`${sql.ref(column)} >= ${beginning} and ${sql.ref(column)} < ${beginning + lastCharacter}`

/** Everything but merchants and the search key. */
function conditionsOf(db: Db, selection: Selection): Condition[] {
  const { tenantId, amountFrom, amountTo, externalId, emailKey, last4 } = selection
  const { dayFrom, dayTo, idFrom, idBefore, declineReason } = selection
  const all: Condition[] = [sql`p.mode = ${selection.mode}::smallint`]
  if (tenantId !== undefined) all.push(sql`p.tenant_id = ${tenantId}::uuid`)
  all.push(...oneOf('p.status', selection.statuses, 'text'))
  all.push(...oneOf('p.dispute_state', selection.disputeStates, 'text'))
  if (selection.payout === 'waiting') all.push(hasWaitingPayout(db))
  all.push(...oneOf('p.website_id', selection.websiteIds, 'uuid'))
  all.push(...oneOf('p.method', selection.methods, 'text'))
  all.push(...oneOf('p.channel', selection.channels, 'text'))
  all.push(...oneOf('p.provider', selection.providers, 'text'))
  all.push(...oneOf('p.currency', selection.currencies, 'text'))
  all.push(...oneOf('p.card_brand', selection.cardBrands, 'text'))
  all.push(...oneOf('p.customer_country', selection.customerCountries, 'text'))
  all.push(...oneOf('p.card_issuer_country', selection.issuerCountries, 'text'))
  all.push(...oneOf('p.card_type', selection.cardTypes, 'text'))
  all.push(...oneOf('p.mid_id', selection.midIds, 'uuid'))
  if (selection.routingRule !== undefined) all.push(isRoutedBy(db, selection.routingRule))
  if (selection.attempts !== undefined) all.push(attemptConditions[selection.attempts])
  all.push(...oneOf('p.decline_code', selection.declineCodes, 'text'))
  if (declineReason !== undefined) all.push(...oneOf('p.decline_reason', [declineReason], 'text'))
  if (amountFrom !== undefined) all.push(sql`p.amount_minor >= ${amountFrom}::bigint`)
  if (amountTo !== undefined) all.push(sql`p.amount_minor <= ${amountTo}::bigint`)
  if (externalId !== undefined) all.push(sql`p.external_id = ${externalId}`)
  if (emailKey !== undefined) all.push(sql`p.email_start = ${emailKey}`)
  if (last4 !== undefined) all.push(sql`p.card_last4 = ${last4}`)
  if (idFrom !== undefined) all.push(sql`p.id >= ${idFrom}::uuid`)
  if (idBefore !== undefined) all.push(sql`p.id < ${idBefore}::uuid`)
  if (dayFrom !== undefined) all.push(sql`p.business_day >= ${dayFrom}::date`)
  if (dayTo !== undefined) all.push(sql`p.business_day <= ${dayTo}::date`)
  return all
}

const attemptConditions: Readonly<Record<AttemptFilter, Condition>> = {
  first_approved: sql`p.first_try = 'approved'`,
  first_declined: sql`p.first_try = 'declined'`,
  answered: sql`p.answer_ms is not null`,
}

/** Waiting payouts are few and have their own index, so payments are found through them. */
const hasWaitingPayout = (db: Db): Condition => sql`(p.tenant_id, p.id) in (
  select o.tenant_id, o.payment_id from payment_operation as o where ${within(db, 'o')} and o.state = 'held')`

/** `-`: while no rules were in force. */
const isRoutedBy = (db: Db, rule: string): Condition => sql`exists (
  select from payment_operation as o
  where ${within(db, 'o')} and o.tenant_id = p.tenant_id and o.payment_id = p.id and o.kind = 'authorise'
    and ${rule === '-' ? sql`o.routed_by is null` : sql`o.routed_by ->> 'ruleId' = ${rule}`})`

/** A single value as `=`, which keeps the order of an index; `-`: there is none; no condition without values. */
function oneOf(
  column: string,
  values: readonly string[] | undefined,
  type: 'uuid' | 'text',
): Condition[] {
  if (values === undefined) return []
  const cast = sql.raw(type)
  if (values.includes(noneKey)) {
    const some = values.filter((value) => value !== noneKey)
    return [sql`(${sql.ref(column)} is null or ${sql.ref(column)} = any (${some}::${cast}[]))`]
  }
  const [only, ...others] = values
  if (only !== undefined && others.length === 0) return [sql`${sql.ref(column)} = ${only}::${cast}`]
  return [sql`${sql.ref(column)} = any (${values}::${cast}[])`]
}
