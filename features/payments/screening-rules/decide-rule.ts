import { isOnePerson } from '@counterfoil/features/payments/confirmations/confirmations.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  bumpSettings,
  columnOf,
  findResourceRow,
  updateResourceRow,
} from '@counterfoil/kit/database/resource-rows.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Changing, Values } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { checkValues } from '@counterfoil/kit/server/resources/resource-checks.ts'
import { refuseBeyond } from '@counterfoil/kit/server/resources/resource-limits.ts'
import { tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { fieldsOf } from '@counterfoil/kit/server/resources/resource-views.ts'
import { antifraudRules } from './antifraud-rules.resource.ts'
import { confirmLeaving, refuseWaiting, ruleConflict, withdrawLeaving } from './leave-force.ts'
import { notifyConfirmers } from './notify-confirmers.ts'
import {
  findNumber,
  findWaiting,
  insertVersion,
  listVersions,
  lockRule,
  type RuleRow,
  updateLeaving,
  updateVersionState,
  updateVersionsEnded,
  type VersionRow,
} from './versions.queries.ts'
import { isWeaker } from './weaker.rules.ts'

export type Called = Context<UserCaller>

/** Changes a rule that the caller sees, which is locked until it is done. */
export async function changing(
  context: Called,
  id: string,
  work: (db: Db, rule: RuleRow) => Promise<void>,
): Promise<void> {
  const tenantId = await tenantOfRow(antifraudRules, id, context)
  await context.transaction(async (db) => {
    const rule = await lockRule(db, id)
    if (rule === undefined) throw notFound('The antifraud rule')
    refuseBeyond(antifraudRules, context.caller, id, { merchantId: rule.merchant_id })
    await ensureFirst(db, rule, context.now)
    await work(db, rule)
  }, tenantId)
}

export async function askForRule(db: Db, context: Called, rule: RuleRow): Promise<void> {
  if (rule.effect === 'live')
    throw ruleConflict('antifraud_rule.in_force', 'The rule is in force already')
  await refuseWaiting(db, rule)
  const [last] = await listVersions(db, rule.id)
  if (last === undefined) throw notFound('The version')
  const { caller, now } = context
  const by = { asked_by: caller.id, asked_by_name: caller.name, asked_at: now }
  await updateVersionState(db, last.id, { state: 'waiting', ...by })
  await auditState(db, context, rule, last.number, ['draft', 'waiting'])
  await notifyConfirmers(db, context, rule)
}

/** What was asked for counts from now on. `read`: what the caller saw waiting, a version's number or where the rule is to go. */
export async function confirmRule(
  db: Db,
  context: Called,
  rule: RuleRow,
  read: number | string,
): Promise<void> {
  if (rule.leaving !== null) {
    refuseOther(rule.leaving, read)
    return confirmLeaving(db, context, rule)
  }
  const waiting = await findWaiting(db, rule.id)
  if (waiting === undefined)
    throw ruleConflict('antifraud_rule.nothing_waits', 'Nothing waits for confirmation')
  const refusal = await refusalOf(context, waiting)
  if (refusal !== null) throw refusal
  refuseOther(waiting.number, read)
  await putInForce(db, context, rule, waiting)
}

function refuseOther(waiting: number | string, read: number | string): void {
  if (waiting === read) return
  throw ruleConflict(
    'antifraud_rule.other_waits',
    'Something else waits for confirmation meanwhile. Read it before you confirm it.',
  )
}

export async function withdrawRule(db: Db, context: Called, rule: RuleRow): Promise<void> {
  if (rule.leaving !== null) return withdrawLeaving(db, context, rule)
  const waiting = await findWaiting(db, rule.id)
  if (waiting === undefined)
    throw ruleConflict('antifraud_rule.nothing_waits', 'Nothing waits for confirmation')
  await updateVersionsEnded(db, rule.id, { was: 'waiting', is: 'draft' })
  await auditState(db, context, rule, waiting.number, ['waiting', 'draft'])
}

/**
 * What was in force before was confirmed then, and stops no less than what is: it counts at once. Anything else waits for
 * another person, or is tried in shadow.
 */
export async function restoreRule(
  db: Db,
  context: Called,
  rule: RuleRow,
  number: number,
): Promise<void> {
  const version = await findNumber(db, rule.id, number)
  if (version === undefined) throw notFound('The version')
  const values = version.values as Values
  const { caller, now } = context
  if (rule.effect === 'shadow') {
    await storeValues(db, context, rule, values, {})
    await keepVersion(db, context, rule.id, values)
    await bumpSettings(db, rule.tenant_id)
  } else if (
    (version.activated_at !== null || version.state === 'past') &&
    !isWeaker(values, await currentValues(db, rule.id))
  ) {
    return putInForce(db, context, rule, version)
  } else {
    await propose(db, context, rule.id, values)
  }
  await context.audit(db, {
    ...{ type: antifraudRules.id, id: rule.id, merchantId: rule.merchant_id },
    after: { restored: number, by: caller.name, at: now.toISOString() },
  })
}

async function putInForce(
  db: Db,
  context: Called,
  rule: RuleRow,
  version: VersionRow,
): Promise<void> {
  const { caller, now } = context
  // a change of a rule in force that is switched off does not switch it on
  const isActive = rule.effect === 'shadow' || rule.is_active
  await storeValues(db, context, rule, version.values as Values, {
    effect: 'live',
    is_active: isActive,
  })
  await updateVersionsEnded(db, rule.id, { was: 'active', is: 'past' })
  // what waited was a change of what was in force
  await updateVersionsEnded(db, rule.id, { was: 'waiting', is: 'draft' })
  await updateLeaving(db, rule.id, null)
  const by = { activated_by_name: caller.name, activated_at: now }
  await updateVersionState(db, version.id, { state: 'active', ...by })
  await bumpSettings(db, rule.tenant_id)
  await auditState(db, context, rule, version.number, [version.state, 'active'])
}

/** The values as they were stored with a version: what they name may be gone since, which is refused at its field. */
async function storeValues(
  db: Db,
  context: Called,
  rule: RuleRow,
  values: Values,
  more: Readonly<Record<string, unknown>>,
): Promise<void> {
  const before = await currentValues(db, rule.id)
  refuseBeyond(antifraudRules, context.caller, rule.id, values)
  const change = { db, of: antifraudRules, context, rules: {} }
  await checkValues(change, values, { key: rule.id, before })
  const columns = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [columnOf(name), value ?? null]),
  )
  await updateResourceRow(db, antifraudRules, rule.id, {
    ...columns,
    ...more,
    updated_at: context.now,
  })
}

export async function currentValues(db: Db, id: string): Promise<Values> {
  const row = await findResourceRow(db, antifraudRules, id)
  if (row === undefined) throw notFound('The antifraud rule')
  return typedValues(fieldsOf(antifraudRules, row))
}

/** The fields that a form has, as JSON keeps them. */
const typedValues = (values: Values): Values =>
  Object.fromEntries(
    Object.keys(antifraudRules.fields).map((name) => {
      const value = values[name] ?? null
      return [name, typeof value === 'bigint' ? Number(value) : value]
    }),
  )

/** A rule from before there were versions gets its first. */
async function ensureFirst(db: Db, rule: RuleRow, at: Date): Promise<void> {
  const known = await listVersions(db, rule.id)
  if (known.length > 0) return
  const values = await currentValues(db, rule.id)
  const state = rule.effect === 'live' ? 'active' : 'draft'
  await insertVersion(db, rule.id, { values, state, by: null }, at)
}

/** What a rule that is not in force was changed to; what waited before is not what would be confirmed any more. */
export async function keepVersion(
  db: Db,
  { caller, now }: Pick<Changing, 'caller' | 'now'>,
  ruleId: string,
  values: Values,
): Promise<void> {
  await updateVersionsEnded(db, ruleId, { was: 'waiting', is: 'draft' })
  await insertVersion(db, ruleId, { values: typedValues(values), state: 'draft', by: caller }, now)
}

/** A change of a rule in force waits for another person; until then the rule stays as it is. */
export async function propose(
  db: Db,
  context: Changing,
  ruleId: string,
  values: Values,
): Promise<void> {
  const { caller, now } = context
  const rule = await lockRule(db, ruleId)
  if (rule === undefined) throw notFound('The antifraud rule')
  await ensureFirst(db, rule, now)
  const before = await currentValues(db, ruleId)
  const change = { db, of: antifraudRules, context, rules: {} }
  await checkValues(change, values, { key: ruleId, before })
  await updateVersionsEnded(db, ruleId, { was: 'waiting', is: 'draft' })
  // one thing waits at a time, which is what was asked for last
  await updateLeaving(db, ruleId, null)
  const version = { values: typedValues(values), state: 'waiting' as const, by: caller }
  await insertVersion(db, ruleId, version, now)
  await notifyConfirmers(db, context, rule)
}

/** Why the caller cannot confirm a version; null: can. */
export async function refusalOf(
  { caller, database }: Called,
  { made_by: madeBy, asked_by: askedBy }: VersionRow,
): Promise<Problem | null> {
  for (const maker of [madeBy, askedBy]) {
    if (maker !== null && (await isOnePerson(database, caller.id, maker))) {
      const text =
        'The person who made a change or asked for it cannot confirm it. Another person has to.'
      return new Problem('antifraud_rule.own_change', 403, text)
    }
  }
  return null
}

const auditState = (
  db: Db,
  context: Called,
  rule: RuleRow,
  number: number,
  [before, after]: readonly [string, string],
) =>
  context.audit(db, {
    ...{ type: antifraudRules.id, id: rule.id, merchantId: rule.merchant_id },
    ...{ before: { number, state: before }, after: { number, state: after } },
  })
