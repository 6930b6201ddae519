import {
  engineFor,
  engineOfTenant,
  type UserContext,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { carryOut } from './carry-out.ts'
import { missingConfirmations, type Person, refusalToConfirm } from './confirmations.rules.ts'
import type { WaitingAction } from './confirmations.schema.ts'
import { endWaitingAction } from './keep-waiting.ts'
import { notifyMaker } from './notices.ts'
import { personOf } from './people.ts'
import { confirmableOf, confirmersIn } from './waiting-action.views.ts'
import {
  findSubjectVersion,
  findTenantOfAction,
  insertStep,
  listSteps,
  lockWaitingAction,
  type Step,
  updateWaitingActionState,
  type WaitingActionRow,
} from './waiting-actions.queries.ts'

// Decisions on an action that waits. Each is one transaction with its step and audit entry.

type Asked = Pick<WaitingAction, 'id' | 'paymentId'>

/** Confirms an action; the last confirmation carries it out. To confirm again changes nothing. */
export async function confirmAction(
  context: UserContext,
  providers: Providers,
  asked: Asked,
): Promise<void> {
  const engine = await engineOf(context, providers, asked)
  const person = await personOf(context.database, context.caller)
  const result = await engine.transaction(async (db) => {
    const waiting = await lockOpen(db, asked)
    const { action, steps, version } = waiting
    if (confirmersIn(steps).some(({ id }) => id === person.id)) return { kind: 'known' } as const
    const at = engine.now()
    const refusal = refusalToConfirm(confirmableOf(action, steps, version), person, at)
    if (refusal !== undefined) {
      const end = endings[refusal.code]
      if (end === undefined) throw refusal
      // that it can no longer be confirmed is stored, and said
      await endWaitingAction(db, action, end, at)
      await notifyMaker(db, engine.jobs, action, end, at)
      await audit(context, db, action, { state: end })
      return { kind: 'over', refusal } as const
    }
    await insertStep(db, action, stepOf(context, person, action, 'confirmed', null, at))
    const missing = missingConfirmations(action.requirements, [...confirmersIn(steps), person])
    const state = missing === 0 ? 'confirmed' : 'waiting'
    if (missing === 0) await updateWaitingActionState(db, action.id, { state, endedAt: null })
    await audit(context, db, action, { state, missing })
    return missing === 0
      ? ({ kind: 'complete', action } as const)
      : ({ kind: 'more', action } as const)
  })
  if (result.kind === 'over') throw result.refusal
  if (result.kind === 'complete') await carryOut(engine, result.action, person.id)
}

const endings: Readonly<Record<string, 'expired' | 'void'>> = {
  'confirmation.expired': 'expired',
  'confirmation.changed': 'void',
}

/** Ends an action. The maker does not reject it, but withdraws it. */
export function rejectAction(
  context: UserContext,
  providers: Providers,
  asked: Asked,
  reason: string,
): Promise<void> {
  return endByPerson(context, providers, asked, { kind: 'rejected', reason })
}

/** Ends an action by its maker. */
export function withdrawAction(
  context: UserContext,
  providers: Providers,
  asked: Asked,
): Promise<void> {
  return endByPerson(context, providers, asked, { kind: 'withdrawn', reason: null })
}

interface Ending {
  readonly kind: 'rejected' | 'withdrawn'
  readonly reason: string | null
}

async function endByPerson(
  context: UserContext,
  providers: Providers,
  asked: Asked,
  { kind, reason }: Ending,
): Promise<void> {
  const engine = await engineOf(context, providers, asked)
  const person = await personOf(context.database, context.caller)
  await engine.transaction(async (db) => {
    const { action } = await lockOpen(db, asked)
    const isMaker = action.maker.id === person.id
    if (kind === 'withdrawn' && !isMaker) {
      const text = 'Only the person who requested this can withdraw it.'
      throw new Problem('confirmation.not_own', 403, text)
    }
    if (action.state !== 'waiting') {
      throw new Problem('confirmation.ended', 409, 'This has been decided on already.')
    }
    if (kind === 'rejected' && isMaker) {
      const text = 'You requested this yourself. Withdraw it instead.'
      throw new Problem('confirmation.own_rejection', 403, text)
    }
    const at = engine.now()
    await updateWaitingActionState(db, action.id, { state: kind, endedAt: at })
    await insertStep(db, action, stepOf(context, person, action, kind, reason, at))
    if (kind === 'rejected') await notifyMaker(db, engine.jobs, action, kind, at)
    await audit(context, db, action, { state: kind, reason })
  })
}

async function engineOf(context: UserContext, providers: Providers, { id, paymentId }: Asked) {
  if (paymentId !== null) return engineFor(context, providers, paymentId)
  const tenantId = await findTenantOfAction(context.db, id)
  if (tenantId === undefined) throw notFound('The waiting action')
  return engineOfTenant(context, providers, tenantId)
}

async function lockOpen(db: Db, { id }: Asked) {
  const action = await lockWaitingAction(db, id)
  if (action === undefined) throw notFound('The waiting action')
  // one after another: a transaction has one connection
  const steps = await listSteps(db, [id])
  const version = await findSubjectVersion(db, action)
  return { action, steps, version }
}

const stepOf = (
  { caller }: UserContext,
  person: Person,
  action: WaitingActionRow,
  kind: Step['kind'],
  reason: string | null,
  at: Date,
): Step => ({
  id: newId(at),
  waitingActionId: action.id,
  kind,
  actorId: person.id,
  actorName: caller.name,
  actorRoleId: person.roleId,
  actorKeys: person.keys,
  reason,
  at,
})

/** Under the payment or transfer, where its action is looked for. */
function audit(context: UserContext, db: Db, action: WaitingActionRow, after: object) {
  const { paymentId, transfer, merchantId, amountMinor, currency } = action
  return context.audit(db, {
    type: paymentId === null ? 'bank-order-item' : 'payment',
    id: paymentId ?? transfer?.id ?? action.id,
    merchantId,
    before: { waitingAction: action.id, state: action.state },
    after: { action: action.action, amount: Number(amountMinor), currency, ...after },
  })
}
