import type { Person } from '@counterfoil/features/payments/confirmations/confirmations.rules.ts'
import {
  personOf,
  readPayoutMaker,
} from '@counterfoil/features/payments/confirmations/payout-levels.public.ts'
import { findPayee } from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import { actOnceForUser } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  engineOfTenant,
  requireReason,
  type UserContext,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Input, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { createRecurringOf } from './create-recurring.ts'
import {
  approveRecurringOf,
  declineRecurringOf,
  pauseRecurringOf,
  type RecurringDecision,
  resumeRecurringOf,
  stopRecurringOf,
} from './decide-recurring.ts'
import {
  createRecurringPayout,
  merchantRecurring,
  merchantRecurringApprovals,
  operatorRecurring,
  operatorRecurringApprovals,
  pauseRecurringPayout,
  type RecurringApprovalCalls,
  type RecurringCalls,
  resumeRecurringPayout,
  stopRecurringPayout,
} from './recurring-payouts.contract.ts'
import {
  countRecurring,
  findRecurring,
  listRecurring,
  lockRecurring,
  type RecurringRecord,
} from './recurring-payouts.queries.ts'
import type { RecurringDetails } from './recurring-payouts.schema.ts'
import { recurringDetailsViews, recurringRowViews } from './recurring-payouts.views.ts'

export const routes = (providers: Providers): Route[] => [
  ...[operatorRecurring, merchantRecurring].flatMap(lookRoutes),
  route(
    createRecurringPayout,
    async ({ body }, context) => {
      const { caller, database, jobs, mode, now } = context
      const engine = engineOfTenant(context, providers, caller.tenantId)
      const [maker, person] = await Promise.all([
        readPayoutMaker(database, caller.tenantId, caller),
        personOf(database, caller),
      ])
      const request = { endpointId: createRecurringPayout.id, params: {}, body }
      return actOnceForUser(engine, context, request, async (db) => {
        const row = await requirePayee(db, body.beneficiaryId)
        const id = await createRecurringOf(db, { jobs, maker, now }, { row, mode, body })
        const details = await readDetails(db, context, id, person)
        const { amount, currency, reference, frequency, firstDay, lastDay } = details
        await context.audit(db, {
          ...{ type: 'recurring-payout', id, merchantId: row.merchant_id },
          after: {
            ...{ amount, currency, reference, frequency, firstDay, lastDay },
            ...{ payee: details.payeeName, account: details.accountHint, state: details.state },
          },
        })
        return details
      })
    },
    {
      // a code is for this account, with the amount and the dates that are sent
      confirmedState: async ({ body }, { db }) => {
        const row = await requirePayee(db, body.beneficiaryId)
        return [row.id, row.version, row.account_hint, row.payee_result]
      },
    },
  ),
  route(pauseRecurringPayout, ({ params }, context) =>
    change(providers, context, pauseRecurringPayout, { params, body: null }, pauseRecurringOf),
  ),
  route(
    resumeRecurringPayout,
    ({ params }, context) =>
      change(providers, context, resumeRecurringPayout, { params, body: null }, resumeRecurringOf),
    { confirmedState: confirmedRecurring },
  ),
  route(stopRecurringPayout, ({ params }, context) =>
    change(providers, context, stopRecurringPayout, { params, body: null }, stopRecurringOf),
  ),
  ...[operatorRecurringApprovals, merchantRecurringApprovals].flatMap((calls) =>
    approvalRoutes(providers, calls),
  ),
]

function lookRoutes(calls: RecurringCalls): Route[] {
  return [
    route(calls.list, async ({ query }, { db, mode }) => {
      const { searchKey, state } = query
      const search = { mode, searchKey, state }
      const [rows, count] = await Promise.all([
        listRecurring(db, search, pageOf(query)),
        countRecurring(db, search),
      ])
      return { data: await recurringRowViews(db, rows), count }
    }),
    route(calls.read, async ({ params }, context) => {
      const person = await personOf(context.database, context.caller)
      return readDetails(context.db, context, params.id, person)
    }),
  ]
}

function approvalRoutes(providers: Providers, calls: RecurringApprovalCalls): Route[] {
  return [
    route(calls.list, async ({ query }, context) => {
      const { db, mode, now, database, caller } = context
      const search = { mode, state: 'waiting_for_approval' } as const
      const [rows, count, person] = await Promise.all([
        listRecurring(db, search, pageOf(query)),
        countRecurring(db, search),
        personOf(database, caller),
      ])
      return { data: await recurringDetailsViews(db, rows, { person, now }), count }
    }),
    route(
      calls.approve,
      ({ params, body }, context) =>
        change(providers, context, calls.approve, { params, body }, async (db, row, decision) => {
          await requireReason(db, row.tenant_id, 'approvePayout', body.reason)
          await approveRecurringOf(db, row, { ...decision, reason: body.reason || null })
        }),
      { confirmedState: confirmedRecurring },
    ),
    route(calls.decline, ({ params, body }, context) =>
      change(providers, context, calls.decline, { params, body }, async (db, row, decision) => {
        await requireReason(db, row.tenant_id, 'declinePayout', body.reason)
        await declineRecurringOf(db, row, { ...decision, reason: body.reason })
      }),
    ),
  ]
}

/** A code is for this amount to this account on these dates. */
async function confirmedRecurring(
  { params }: Input<{ id: string }, object, unknown>,
  context: UserContext,
) {
  const row = await requireRecurring(context.db, context, params.id)
  const { id, amount_minor, currency, reference, frequency, first_day, last_day } = row
  const { payee_iban, payee_sort_code, payee_account_number, payee_card_id } = row
  const account = [payee_iban, payee_sort_code, payee_account_number, payee_card_id]
  return [id, amount_minor, currency, reference, ...account, frequency, first_day, last_day]
}

/** Changes it once, under its lock, with an audit entry of how it was and is. */
async function change(
  providers: Providers,
  context: UserContext,
  call: AnyEndpoint,
  request: { readonly params: { readonly id: string }; readonly body: unknown },
  work: (db: Db, row: RecurringRecord, decision: RecurringDecision) => Promise<void>,
): Promise<RecurringDetails> {
  const { caller, jobs, now } = context
  const { tenant_id: tenantId } = await requireRecurring(context.db, context, request.params.id)
  const engine = engineOfTenant(context, providers, tenantId)
  const keyed = { endpointId: call.id, ...request }
  // read before the transaction, which holds one connection and waits for no second one
  const person = await personOf(context.database, caller)
  return actOnceForUser(engine, context, keyed, async (db) => {
    const row = await lockRecurring(db, request.params.id)
    if (row === undefined) throw notFound('The recurring payment')
    await work(db, row, { person, name: caller.name, reason: null, now, jobs })
    const details = await readDetails(db, context, row.id, person)
    await context.audit(db, {
      ...{ type: 'recurring-payout', id: row.id, merchantId: row.merchant_id },
      before: { state: row.state },
      after: { state: details.state, ...(request.body as object | null) },
    })
    return details
  })
}

async function requirePayee(db: Db, id: string) {
  const found = await findPayee(db, id)
  if (found === undefined) throw notFound('The beneficiary')
  return found
}

async function requireRecurring(db: Db, { mode }: Pick<UserContext, 'mode'>, id: string) {
  const found = await findRecurring(db, id)
  if (found === undefined || found.mode !== mode) throw notFound('The recurring payment')
  return found
}

async function readDetails(db: Db, context: UserContext, id: string, person: Person) {
  const row = await requireRecurring(db, context, id)
  const [details] = await recurringDetailsViews(db, [row], { person, now: context.now })
  if (details === undefined) throw notFound('The recurring payment')
  return details
}
