import {
  holdTransferReturn,
  readReturnMaker,
} from '@counterfoil/features/payments/confirmations/transfer-returns.public.ts'
import { idempotencyKeyFor } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  type Engine,
  engineOfTenant,
  type UserContext,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { actOnce } from '@counterfoil/kit/server/idempotency/act-once.ts'
import { isLimitedToPayments } from '@counterfoil/kit/server/request/caller-scope.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { bookAsReturn, explainAs, matchToPayments, takeBack } from './clear-suspense.ts'
import { listPayoutChoices, listRefundChoices } from './known-bookings.queries.ts'
import { returnTransfer } from './return-transfer.public.ts'
import {
  bookReturn,
  explainTransfer,
  listBookings,
  listCandidates,
  listTransfers,
  matchTransfer,
  readTransfer,
  returnTransfer as returnTransferCall,
  takeBackClearing,
} from './suspense.contract.ts'
import {
  countTransfers,
  listCandidateRows,
  listTransferRows,
  lockTransfer,
  sumReturned,
  sumSuspense,
  type TransferRow,
} from './suspense.queries.ts'
import { checkUse, remainingOf } from './suspense.rules.ts'
import type { TransferDetails } from './suspense.schema.ts'
import { transferDetailsOf, transferOf } from './suspense.views.ts'

const one = { limit: 1, offset: 0 }

export const routes = (providers: Providers): Route[] => [
  route(listTransfers, async ({ query }, { db, caller, now }) => {
    checkSeesAll(caller)
    const { which, currency } = query
    const search = { which, currency }
    const [rows, count, sums] = await Promise.all([
      listTransferRows(db, search, pageOf(query)),
      countTransfers(db, search),
      sumSuspense(db),
    ])
    const totals = sums.map(({ currency: code, sum, count: transfers }) => ({
      currency: code,
      amount: Number(sum),
      count: Number(transfers),
    }))
    return { data: rows.map((row) => transferOf(row, now)), count, totals }
  }),
  route(readTransfer, async ({ params }, { db, caller, now }) =>
    transferDetailsOf(db, await requireRow(db, caller, params.id), now),
  ),
  route(listCandidates, async ({ params, query }, { db, caller }) => {
    const row = await requireRow(db, caller, params.id)
    const rows = await listCandidateRows(db, row, query.searchKey)
    return rows.map(({ amountMinor, missingMinor, createdAt, ...row }) => ({
      ...row,
      amount: Number(amountMinor),
      missing: Number(missingMinor),
      createdAt: createdAt.toISOString(),
    }))
  }),
  route(matchTransfer, ({ params, body }, context) =>
    change(providers, context, matchTransfer.id, params, body, (db, engine, use) =>
      matchToPayments(
        db,
        engine,
        use,
        body.payments.map(({ paymentId, amount }) => ({ paymentId, amountMinor: BigInt(amount) })),
      ),
    ),
  ),
  route(bookReturn, ({ params, body }, context) =>
    change(providers, context, bookReturn.id, params, body, (db, engine, use) =>
      bookAsReturn(db, engine, use, body.returnId),
    ),
  ),
  route(listBookings, async ({ params, query }, { db, caller }) => {
    const row = await requireRow(db, caller, params.id)
    const remainingMinor = remainingOf({ ...row, isUnmatched: true })
    const direction = row.amountMinor > 0n ? 'in' : 'out'
    const line = { ...row, direction, remainingMinor } as const
    const [payouts, refunds] = await Promise.all([
      listPayoutChoices(db, line, query.searchKey),
      direction === 'out' ? listRefundChoices(db, line, query.searchKey) : [],
    ])
    const ofPayouts = { subject: 'payout', paymentId: null, externalId: null } as const
    const ofRefunds = { subject: 'refund', payeeName: null, endToEndId: null } as const
    return [
      ...refunds.map(({ id, amountMinor, paymentId, externalId }) => ({
        ...{ ...ofRefunds, subjectId: id, amount: Number(amountMinor), paymentId, externalId },
      })),
      ...payouts.map(({ id, amountMinor, payeeName, endToEndId }) => ({
        ...{ ...ofPayouts, subjectId: id, amount: Number(amountMinor), payeeName, endToEndId },
      })),
    ]
  }),
  route(explainTransfer, ({ params, body }, context) =>
    change(providers, context, explainTransfer.id, params, body, (db, engine, use) =>
      explainAs(db, engine, use, body),
    ),
  ),
  route(takeBackClearing, ({ params, body }, context) =>
    change(providers, context, takeBackClearing.id, params, body, (db, engine, use) =>
      takeBack(db, engine, use, body.clearingId),
    ),
  ),
  route(returnTransferCall, async ({ params, body }, context) => {
    const { row, engine, key } = await begin(
      providers,
      context,
      returnTransferCall.id,
      params,
      body,
    )
    const { payeeName, payeeAccount, reason } = body
    const amountMinor = BigInt(body.amount)
    const by = await readReturnMaker(context.database, engine.tenantId, context.caller)
    const held = await actOnce(engine, key, async (db) => {
      const transfer = await lockTransfer(db, row.id)
      if (transfer === undefined) throw notFound('The transfer')
      checkUse(transfer, 'in', amountMinor, 'amount')
      const { version, currency } = transfer
      const waitingAction = await holdTransferReturn(db, engine, {
        transfer: { id: row.id, payeeName, payeeAccount },
        ...{ version, amountMinor, currency, reason, by },
        returnedMinor: await sumReturned(db, row.id),
      })
      if (waitingAction === undefined) {
        const asked = { transferId: row.id, amountMinor, payeeName, payeeAccount, reason }
        await returnTransfer(db, engine, { ...asked, by: context.caller.id })
      }
      const after = waitingAction === undefined ? body : { ...body, waits: waitingAction.id }
      await audit(context, db, row, after)
      return waitingAction === undefined ? null : { waitingAction }
    })
    if (held === null) return readView(context, row.id)
    context.reply.code(202)
    return held
  }),
]

/** A use of a transfer's money: one transaction, under the caller's key, with its audit entry. */
async function change(
  providers: Providers,
  context: UserContext,
  endpointId: string,
  params: { readonly id: string },
  body: { readonly reason: string },
  work: (
    db: Db,
    engine: Engine,
    use: { transferId: string; reason: string; by: string },
  ) => Promise<void>,
): Promise<TransferDetails> {
  const { row, engine, key } = await begin(providers, context, endpointId, params, body)
  await actOnce(engine, key, async (db) => {
    await work(db, engine, { transferId: row.id, reason: body.reason, by: context.caller.id })
    await audit(context, db, row, body)
    return true
  })
  return readView(context, row.id)
}

async function begin(
  providers: Providers,
  context: UserContext,
  endpointId: string,
  params: { readonly id: string },
  body: object,
) {
  const { caller, db, idempotencyKey } = context
  const row = await requireRow(db, caller, params.id)
  const engine = engineOfTenant(context, providers, row.tenantId)
  const key = await idempotencyKeyFor(engine, {
    ...{ endpointId, params, body, callerId: caller.id, mode: 0, key: idempotencyKey },
  })
  return { row, engine, key }
}

const audit = ({ audit: write }: UserContext, db: Db, row: TransferRow, after: object) =>
  write(db, {
    type: 'bank-order-item',
    id: row.id,
    merchantId: null,
    before: { amount: Number(row.amountMinor), cleared: Number(row.clearedMinor) },
    after: { ...after, currency: row.currency },
  })

/** A transfer is not there for somebody who sees some merchants or payments only. */
async function requireRow(db: Db, caller: UserCaller, id: string): Promise<TransferRow> {
  const [row] = seesAll(caller) ? await listTransferRows(db, { id }, one) : []
  if (row === undefined) throw notFound('The transfer')
  return row
}

async function readView(
  { db, caller, database }: UserContext,
  id: string,
): Promise<TransferDetails> {
  return transferDetailsOf(db, await requireRow(db, caller, id), database.now())
}

/** Money in suspense may be any merchant's, and of any payment. */
const seesAll = (caller: UserCaller) => caller.merchantIds === null && !isLimitedToPayments(caller)

function checkSeesAll(caller: UserCaller): void {
  if (seesAll(caller)) return
  const text = 'Money in suspense may be of any merchant, and you see some of them'
  throw new Problem('suspense.some_merchants', 403, text)
}
