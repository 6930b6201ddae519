import { stateHashOf } from '@counterfoil/features/payments/open-banking/redirect-secrets.public.ts'
import {
  findPayment,
  jobEngine,
  resolvePayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { isTenant } from '@counterfoil/kit/database/tenants.ts'
import { answerCsv } from '@counterfoil/kit/server/codecs/csv.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { dayRange } from '@counterfoil/kit/server/request/day-range.ts'
import { publicRoute, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  exportBankPayments,
  listBankPayments,
  readBankPayment,
  returnFromBank,
} from './bank-payments.contract.ts'
import {
  type BankPaymentRow,
  type BankPaymentSearch,
  copyBankPayments,
  findBankPayment,
  listBankPaymentRows,
  updateBankPayment,
} from './bank-payments.queries.ts'
import { returnParts } from './bank-payments.rules.ts'
import type { BankPaymentView } from './bank-payments.schema.ts'
import { carryOutApproved } from './carry-out-approved.ts'
import { type BankPaymentWork, inTenant } from './follow-bank-payment.ts'
import { goneOnPage } from './return-page.ts'

type UserContext = Context<UserCaller>

export const routes = (providers: Providers): Route[] => [
  route(listBankPayments, async ({ query }, context) => {
    const { cursor, pageSize, ...asked } = query
    const isBackwards = cursor?.startsWith('p') === true
    const beyond = cursor === undefined ? undefined : { id: cursor.slice(1), isBackwards }
    const page = { beyond, limit: pageSize + 1 }
    const found = await listBankPaymentRows(context.db, searchOf(context, asked), page)
    const some = found.slice(0, pageSize)
    const rows = isBackwards ? some.toReversed() : some
    const hasMore = found.length > pageSize
    const [first, last] = [rows[0], rows.at(-1)]
    const hasNext = hasMore || isBackwards
    const hasPrevious = isBackwards ? hasMore : cursor !== undefined
    return {
      data: rows.map((row) => view(row, providers)),
      count: null,
      nextCursor: hasNext && last !== undefined ? `n${last.id}` : null,
      previousCursor: hasPrevious && first !== undefined ? `p${first.id}` : null,
    }
  }),
  route(exportBankPayments, async ({ query }, context) => {
    const { caller, database, db, reply } = context
    const csv = await copyBankPayments(database, db, searchOf(context, query))
    const { merchantId } = caller
    // the permission is of merchants alone
    const record = { type: 'bank_payment', id: merchantId ?? '', merchantId, after: query }
    await context.transaction((tx) => context.audit(tx, record))
    return answerCsv(csv, reply, 'open-banking-history.csv')
  }),
  route(readBankPayment, async ({ params }, { db }) => {
    const row = await findBankPayment(db, params.id)
    if (row === undefined) throw notFound('The payment')
    return view(row, providers)
  }),
  publicRoute(returnFromBank, async ({ query }, context) => {
    const { reply } = context
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    const address = await comeBack(context, providers, query)
    if (address === undefined) return goneOnPage(reply)
    void reply.redirect(address, 303)
    return ''
  }),
]

/** In zones east or west of Greenwich the first day of the calendar begins in a year that databases do not have. */
const earliest = new Date('0001-01-02T00:00:00Z')

const searchOf = (
  { mode, caller: { timeZone }, now }: UserContext,
  asked: Partial<Pick<BankPaymentSearch, 'state' | 'bank'>> & {
    readonly dateFrom?: string | undefined
    readonly dateTo?: string | undefined
  },
): BankPaymentSearch => {
  const { dateFrom, dateTo, state, bank } = asked
  if (dateFrom === undefined && dateTo === undefined) return { mode, state, bank }
  // an end without a beginning reaches back as far as there is anything
  const { from, to } = dayRange({ dateFrom, dateTo }, { timeZone, now, defaultDays: 3_650 })
  const atLeast = (date: Date) => (date < earliest ? earliest : date)
  return { mode, state, bank, from: atLeast(from), to: atLeast(to) }
}

function view(row: BankPaymentRow, { banks }: Providers): BankPaymentView {
  return {
    ...{ id: row.id, paymentId: row.paymentId, externalId: row.externalId, bank: row.bank },
    ...{ bankName: row.bankName, mode: modeNameOf(row.mode), amount: Number(row.amountMinor) },
    isSandbox: banks.get(row.bank)?.isSandbox ?? false,
    ...{ currency: row.currency, state: row.state, bankStatus: row.bankStatus },
    ...{ bankReason: row.bankReason, consentId: row.consentId, bankPaymentId: row.bankPaymentId },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Where the payer goes on. Undefined: the bank's answer belongs to no payment of ours. */
async function comeBack(
  { database, jobs, log }: Context<undefined>,
  providers: Providers,
  returned: { readonly state: string; readonly code?: string | undefined },
): Promise<string | undefined> {
  const parts = returnParts(returned.state)
  if (parts === undefined || !(await isTenant(database.shared, parts.tenantId))) return undefined
  const work: BankPaymentWork = { database, providers, tenantId: parts.tenantId }
  const row = await inTenant(work, (db) => findBankPayment(db, parts.id))
  if (row?.stateHash !== stateHashOf(parts.secret)) return undefined
  const { code } = returned
  const at = database.now()
  // used up first: of two returns with the same state one counts
  const isFirst = await inTenant(work, (db) => {
    const state = code === undefined ? ('Rejected' as const) : ('Authorised' as const)
    return updateBankPayment(db, row.id, { state }, ['AwaitingAuthorisation'], at)
  })
  if (isFirst && code !== undefined) {
    await carryOutApproved(work, row.id, code).catch((error: unknown) => {
      if (error instanceof Problem) throw error
      log.warn({ err: error, bankPaymentId: row.id }, 'a bank has not said what it did')
    })
  }
  const engine = jobEngine(
    providers,
    { database, jobs, log, now: database.now },
    parts.tenantId,
    'acquirer',
  )
  // what cannot be decided now the job decides
  await resolvePayment(engine, row.paymentId).catch((error: unknown) =>
    log.warn({ err: error, paymentId: row.paymentId }, 'a payment by bank was not looked up'),
  )
  const payment = await engine.transaction((db) => findPayment(db, row.paymentId))
  if (payment?.returnUrl == null) return undefined
  const url = new URL(payment.returnUrl)
  url.searchParams.set('paymentId', payment.id)
  return url.href
}
