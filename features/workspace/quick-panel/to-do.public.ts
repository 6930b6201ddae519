import { countDocumentsToSubmit } from '@counterfoil/features/onboarding/documents/documents.public.ts'
import { nearBreachMs } from '@counterfoil/features/support/service-levels/clock.rules.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { ToDo, ToDoKind } from './to-do.contract.ts'
import {
  countAskedTickets,
  countBeneficiaryPayouts,
  countConfirmations,
  countDisputes,
  countDocumentsToReview,
  countDueTickets,
  countOffers,
  countPayments,
  countPayouts,
  countTasks,
  type Waiting,
} from './to-do.queries.ts'
import { kindsFor } from './to-do.rules.ts'

type ToDoContext = Pick<Context<UserCaller>, 'caller' | 'db' | 'mode' | 'now'>

const counts: Record<ToDoKind, (context: ToDoContext) => Promise<Waiting | Waiting[]>> = {
  tasks: ({ db, caller, now }) => {
    // sv-SE writes a day as 2026-11-23
    const today = now.toLocaleDateString('sv-SE', { timeZone: caller.timeZone })
    return countTasks(db, caller.id, today)
  },
  documentsToReview: ({ db }) => countDocumentsToReview(db),
  documentsToSubmit: async ({ db, caller, now }) => {
    const { merchantId } = caller
    const count = merchantId === null ? 0 : await countDocumentsToSubmit(db, merchantId, now)
    return { count, due_at: null, record_id: null }
  },
  proposals: ({ db, now }) => countOffers(db, 'proposal', now),
  agreements: ({ db, now }) => countOffers(db, 'agreement', now),
  payments: ({ db, mode }) => countPayments(db, mode),
  confirmations: ({ db, mode, caller }) => {
    const side = caller.userType === 'merchant' ? 'merchant' : 'operator'
    return countConfirmations(db, mode, side, caller.id)
  },
  payouts: ({ db, mode, caller }) => countPayouts(db, mode, caller.id),
  beneficiaryPayouts: ({ db, mode, caller }) => countBeneficiaryPayouts(db, mode, caller.id),
  disputes: ({ db, mode }) => countDisputes(db, mode),
  tickets: ({ db, caller, now }) => {
    if (caller.userType === 'merchant') return countAskedTickets(db, 'CustomerToTenant')
    const channel = caller.userType === 'tenant' ? 'CustomerToTenant' : 'TenantToPlatform'
    const before = new Date(now.getTime() + nearBreachMs)
    return countDueTickets(db, { channel, userId: caller.id, before })
  },
}

/** What waits for the caller, of every kind that the caller may act on. */
export async function readToDo(context: ToDoContext): Promise<ToDo[]> {
  const kinds = kindsFor(context.caller.userType, context.caller.permissions)
  const found = await Promise.all(
    kinds.map(async (kind) =>
      [await counts[kind](context)].flat().map((waiting) => ({ kind, ...waiting })),
    ),
  )
  return found
    .flat()
    .filter(({ count }) => count > 0)
    .map(({ kind, count, due_at, record_id, record_name }) => ({
      kind,
      count,
      dueAt: due_at?.toISOString() ?? null,
      recordId: record_id,
      recordName: record_name ?? null,
    }))
}
