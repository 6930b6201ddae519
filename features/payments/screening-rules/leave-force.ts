import { isOnePerson } from '@counterfoil/features/payments/confirmations/confirmations.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { bumpSettings } from '@counterfoil/kit/database/resource-rows.ts'
import type { Changing } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { antifraudRules } from './antifraud-rules.resource.ts'
import { notifyConfirmers } from './notify-confirmers.ts'
import {
  findWaiting,
  type RuleRow,
  updateActivity,
  updateEffect,
  updateLeaving,
  updateVersionsEnded,
} from './versions.queries.ts'

// A rule in force leaves it as it came: somebody asks, and another person confirms. Until then it has its effect.

type Deciding = Pick<Changing, 'audit' | 'caller' | 'database' | 'jobs' | 'now'>

export const ruleConflict = (code: string, text: string) => new Problem(code, 409, text)

/** Whether a change of what a rule does, or that it leaves force, waits already. */
export async function refuseWaiting(db: Db, rule: RuleRow): Promise<void> {
  if (rule.leaving !== null || (await findWaiting(db, rule.id)) !== undefined) {
    throw ruleConflict('antifraud_rule.waits', 'It waits for confirmation already')
  }
}

export async function askToLeave(
  db: Db,
  context: Deciding,
  rule: RuleRow,
  to: 'shadow' | 'off',
): Promise<void> {
  if (rule.effect === 'shadow')
    throw ruleConflict('antifraud_rule.in_shadow', 'The rule is in shadow already')
  await refuseWaiting(db, rule)
  const { caller, now } = context
  await updateLeaving(db, rule.id, { to, by: caller, at: now })
  await auditLeaving(db, context, rule, { before: { leaving: null }, after: { leaving: to } })
  await notifyConfirmers(db, context, rule)
}

/** Why the caller cannot confirm that a rule leaves force; null: can. */
export async function leavingRefusal(
  { caller, database }: Deciding,
  { leaving_by: askedBy }: RuleRow,
): Promise<Problem | null> {
  if (askedBy === null || !(await isOnePerson(database, caller.id, askedBy))) return null
  const text =
    'The person who made a change or asked for it cannot confirm it. Another person has to.'
  return new Problem('antifraud_rule.own_change', 403, text)
}

export async function confirmLeaving(db: Db, context: Deciding, rule: RuleRow): Promise<void> {
  const refusal = await leavingRefusal(context, rule)
  if (refusal !== null) throw refusal
  const { now } = context
  await updateLeaving(db, rule.id, null)
  if (rule.leaving === 'shadow') {
    await updateVersionsEnded(db, rule.id, { was: 'active', is: 'past' })
    await updateEffect(db, rule.id, 'shadow', now)
    const change = { before: { effect: 'live' }, after: { effect: 'shadow' } }
    await auditLeaving(db, context, rule, change)
  } else {
    await updateActivity(db, rule.id, false, now)
    const change = { before: { isActive: rule.is_active }, after: { isActive: false } }
    await auditLeaving(db, context, rule, change)
  }
  await bumpSettings(db, rule.tenant_id)
}

export async function withdrawLeaving(db: Db, context: Deciding, rule: RuleRow): Promise<void> {
  await updateLeaving(db, rule.id, null)
  const change = { before: { leaving: rule.leaving }, after: { leaving: null } }
  await auditLeaving(db, context, rule, change)
}

const auditLeaving = (
  db: Db,
  { audit }: Deciding,
  { id, merchant_id: merchantId }: RuleRow,
  change: { readonly before: object; readonly after: object },
) => audit(db, { type: antifraudRules.id, id, merchantId, ...change })
