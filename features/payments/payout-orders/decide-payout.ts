import {
  type Confirmer,
  isSamePerson,
  missingConfirmations,
  type Person,
  refusalToConfirm,
} from '@counterfoil/features/payments/confirmations/confirmations.rules.ts'
import type {
  Requirement,
  Side,
} from '@counterfoil/features/payments/confirmations/confirmations.schema.ts'
import type { Maker } from '@counterfoil/features/payments/confirmations/payout-levels.public.ts'
import { ownPayout } from '@counterfoil/features/payments/processing/payment.rules.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { endUnsent } from './end-payout.ts'
import { announcePayout } from './merchant-payout.ts'
import {
  insertOrderStep,
  listOrderSteps,
  lockOrder,
  type OrderRow,
  updateOrder,
} from './payout-orders.queries.ts'
import type { PayoutState } from './payout-orders.schema.ts'
import { enqueueCarryOut } from './request-payout.ts'

type StepRow = Awaited<ReturnType<typeof listOrderSteps>>[number]

/** Where no level applies, one other person approves, whichever side they are of. */
const oneOther: readonly Requirement[] = [
  { level: '', confirmers: 1, roleId: null, roleName: null },
]

/** A payout, or a file of payouts, as its approvers see it. */
export type Confirmable = Pick<
  OrderRow,
  'state' | 'requirements' | 'side' | 'expires_at' | 'maker_id' | 'maker_keys'
>
export type ConfirmationStep = Pick<StepRow, 'kind' | 'actor_id' | 'actor_role_id' | 'actor_keys'>

const requirementsOf = (order: Pick<OrderRow, 'requirements'>): readonly Requirement[] => {
  const found = order.requirements as unknown as readonly Requirement[]
  return found.length === 0 ? oneOther : found
}

/** Those who have confirmed, by the steps. */
export const confirmersIn = (steps: readonly ConfirmationStep[]): Confirmer[] =>
  steps.flatMap(({ kind, actor_id, actor_role_id, actor_keys }) =>
    kind === 'confirmed' && actor_id !== null
      ? [{ id: actor_id, roleId: actor_role_id, keys: actor_keys }]
      : [],
  )

/** How many more have to confirm. */
export const missingOf = (
  order: Pick<OrderRow, 'requirements'>,
  confirmers: readonly Confirmer[],
): number => missingConfirmations(requirementsOf(order), confirmers)

/** Why a person cannot approve a payout; undefined: they can. */
export function refusalToApprove(
  order: Confirmable,
  steps: readonly ConfirmationStep[],
  person: Person,
  now: Date,
): Problem | undefined {
  const isByLevel = (order.requirements as unknown as readonly unknown[]).length > 0
  const refusal = refusalToConfirm(
    {
      state: order.state === 'waiting_for_approval' ? 'waiting' : order.state,
      side: isByLevel ? (order.side as Side) : person.side,
      expiresAt: order.expires_at ?? new Date(now.getTime() + 1),
      isOutdated: false,
      makerId: order.maker_id,
      makerKeys: order.maker_keys,
      requirements: requirementsOf(order),
      confirmers: confirmersIn(steps),
    },
    person,
    now,
  )
  const isOwn = refusal?.code === 'confirmation.own' || refusal?.code === 'confirmation.same_person'
  return isOwn && !isByLevel ? ownPayout() : refusal
}

export interface Decision {
  readonly person: Person
  readonly name: string
  readonly reason: string | null
  readonly now: Date
  readonly jobs: Jobs
}

/** Approves a payout; the last confirmation lets it go. Answers its state. */
export async function approvePayoutOrder(
  db: Db,
  id: string,
  { person, name, reason, now, jobs }: Decision,
): Promise<{ order: OrderRow; state: PayoutState }> {
  const order = await lockOrder(db, id)
  if (order === undefined) throw notFound('The payout')
  refuseOfBatch(order)
  const steps = await listOrderSteps(db, [id])
  const refusal = refusalToApprove(order, steps, person, now)
  if (refusal !== undefined) throw refusal
  const by = { actorId: person.id, actorName: name, actorRoleId: person.roleId }
  const step = { ...by, actorKeys: person.keys, reason, at: now }
  const confirmers = [...confirmersIn(steps), person]
  const missing = missingOf(order, confirmers)
  await insertOrderStep(db, order, { ...step, kind: 'confirmed' })
  if (missing > 0) return { order, state: 'waiting_for_approval' }
  await updateOrder(db, id, { state: 'approved' }, now)
  await insertOrderStep(db, order, {
    ...{ kind: 'approved', actorId: null, actorName: null, reason: null, at: now },
  })
  await announcePayout(db, jobs, id, now)
  await enqueueCarryOut(db, jobs, order.send_at, now)
  return { order, state: 'approved' }
}

/** Declines a payout that waits; its maker withdraws it instead. */
export async function declinePayoutOrder(
  db: Db,
  id: string,
  { person, name, reason, now, jobs }: Decision,
): Promise<{ order: OrderRow; state: PayoutState }> {
  const order = await lockOrder(db, id)
  if (order === undefined) throw notFound('The payout')
  refuseOfBatch(order)
  if (order.state !== 'waiting_for_approval') throw decided()
  if (isSamePerson(order.maker_keys, person.keys) || order.maker_id === person.id) {
    const text = 'You requested this yourself. Withdraw it instead.'
    throw new Problem('payout.own_decline', 403, text)
  }
  const by = { actorId: person.id, actorName: name, actorRoleId: person.roleId }
  await endUnsent(db, jobs, order, {
    ...{ state: 'declined', code: 'payout.declined', message: reason ?? '', at: now },
    by: { ...by, actorKeys: person.keys },
  })
  return { order, state: 'declined' }
}

/**
 * Takes back what was not sent yet: its maker, or, once it is approved, a colleague, as the maker may be a server or be gone.
 * A server takes back what servers of its merchant asked for, by whichever of their keys: one may have been replaced.
 */
export async function cancelPayoutOrderOf(
  db: Db,
  id: string,
  by: Pick<Maker, 'type' | 'id' | 'name'> & { readonly now: Date; readonly jobs: Jobs },
): Promise<OrderRow> {
  const order = await lockOrder(db, id)
  if (order === undefined) throw notFound('The payout')
  const isServer = by.type === 'api_key'
  const isOwn = isServer ? order.maker_type === 'api_key' : order.maker_id === by.id
  if (!isOwn && (isServer || order.state === 'waiting_for_approval')) {
    const text = 'Only the person who requested this can withdraw it.'
    throw new Problem('payout.not_own', 403, text)
  }
  if (order.state === 'waiting_for_approval') refuseOfBatch(order)
  if (!isCancellable(order)) throw decided()
  await endUnsent(db, by.jobs, order, {
    ...{ state: 'declined', code: 'payout.withdrawn', at: by.now },
    message: isOwn ? 'Withdrawn by its maker' : 'Withdrawn by a colleague of its maker',
    by: { actorId: by.id, actorName: by.name },
  })
  return order
}

/** Whether nothing of a payout has gone to a rail yet. */
export const isCancellable = ({ state, submitted_at }: OrderRow): boolean =>
  state === 'waiting_for_approval' || (state === 'approved' && submitted_at === null)

/** A file is decided on as a whole: who confirms it confirms its total. */
function refuseOfBatch({ batch_id }: OrderRow): void {
  if (batch_id === null) return
  const text = 'This payout is of a file, which is decided on as a whole.'
  throw new Problem('payout.of_batch', 409, text)
}

const decided = () =>
  new Problem('payout.decided', 409, 'This payout has been decided on already, or was sent.')
