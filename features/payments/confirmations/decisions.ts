import { otherMode } from '@counterfoil/features/payments/processing/payment.rules.ts'
import {
  engineFor,
  engineOfTenant,
  type UserContext,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { ApiKeyCaller, Context } from '@counterfoil/kit/server/request/context.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { carryOut } from './carry-out.ts'
import { missingConfirmations, type Person, refusalToConfirm } from './confirmations.rules.ts'
import type { WaitingAction, WaitingActionSummary } from './confirmations.schema.ts'
import { endWaitingAction } from './keep-waiting.ts'
import { announceEnd } from './notices.ts'
import { personOf } from './people.ts'
import { confirmableOf, confirmersIn, summaryOf } from './waiting-action.views.ts'
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
      await endWaitingAction(db, engine.jobs, action, end, at)
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
    if (kind === 'withdrawn' && !isMaker) throw notOwn()
    if (action.state !== 'waiting') throw ended()
    if (kind === 'rejected' && isMaker) {
      const text = 'You requested this yourself. Withdraw it instead.'
      throw new Problem('confirmation.own_rejection', 403, text)
    }
    const at = engine.now()
    await updateWaitingActionState(db, action.id, { state: kind, endedAt: at })
    await insertStep(db, action, stepOf(context, person, action, kind, reason, at))
    await announceEnd(db, engine.jobs, action, at, person.id)
    await audit(context, db, action, { state: kind, reason })
  })
}

/** Ends an action that a server of the merchant asked for, by whichever of its keys: a key may have been replaced meanwhile. */
export async function withdrawForServer(
  context: Context<ApiKeyCaller>,
  db: Db,
  id: string,
): Promise<WaitingActionSummary> {
  const { caller, jobs, now: at } = context
  const action = await lockWaitingAction(db, id)
  if (action?.merchantId !== caller.merchantId || action.side !== 'merchant') {
    throw notFound('The waiting action')
  }
  if (action.mode !== caller.mode) throw otherMode(action.mode, caller.mode)
  if (action.maker.type !== 'api_key') throw notOwn()
  if (action.state !== 'waiting') throw ended()
  await updateWaitingActionState(db, id, { state: 'withdrawn', endedAt: at })
  await insertStep(db, action, {
    ...{ id: newId(at), waitingActionId: id, kind: 'withdrawn', reason: null, at },
    ...{ actorId: caller.id, actorName: caller.name, actorRoleId: null },
    actorKeys: action.maker.keys,
  })
  await announceEnd(db, jobs, action, at)
  await audit(context, db, action, { state: 'withdrawn' })
  return summaryOf({ ...action, state: 'withdrawn', endedAt: at }, await listSteps(db, [id]))
}

const notOwn = () =>
  new Problem('confirmation.not_own', 403, 'Only the person who requested this can withdraw it.')

const ended = () => new Problem('confirmation.ended', 409, 'This has been decided on already.')

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
function audit(
  context: Pick<UserContext, 'audit'>,
  db: Db,
  action: WaitingActionRow,
  after: object,
) {
  const { paymentId, transfer, merchantId, amountMinor, currency } = action
  return context.audit(db, {
    type: paymentId === null ? 'bank-order-item' : 'payment',
    id: paymentId ?? transfer?.id ?? action.id,
    merchantId,
    before: { waitingAction: action.id, state: action.state },
    after: { action: action.action, amount: Number(amountMinor), currency, ...after },
  })
}
