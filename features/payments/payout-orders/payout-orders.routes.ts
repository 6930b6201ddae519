import {
  findFee,
  listBalances,
  seesBalances,
} from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { accountIdentityOf } from '@counterfoil/features/payments/beneficiaries/account.rules.ts'
import {
  confirmationOfPayout,
  readPayoutMaker,
} from '@counterfoil/features/payments/confirmations/payout-levels.public.ts'
import { balancesOf } from '@counterfoil/features/payments/payouts/balances.rules.ts'
import { actOnceForUser } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  engineOfTenant,
  type UserContext,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { answerCsv } from '@counterfoil/kit/server/codecs/csv.ts'
import { countedPage } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { cancelPayoutOrderOf } from './decide-payout.ts'
import {
  type BeneficiaryRow,
  payeeOfBeneficiary,
  refuseChanged,
  refuseUnconfirmed,
} from './payees.ts'
import { refuseOtherCurrency } from './payout-api.routes.ts'
import {
  cancelPayoutOrder,
  createPayoutOrder,
  listPayees,
  merchantPayoutOrders,
  operatorPayoutOrders,
  previewPayout,
} from './payout-orders.contract.ts'
import {
  copyOrders,
  countOrders,
  findMerchantName,
  findOrder,
  findPayee,
  findPayoutRule,
  findRecurringOf,
  isKnownAccount,
  listMerchantNames,
  listOrderSteps,
  listOrders,
  listPayeeRows,
  sumOfLastDay,
} from './payout-orders.queries.ts'
import type { PayeeResult } from './payout-orders.schema.ts'
import { payoutDetailsView, payoutRowView } from './payout-orders.views.ts'
import { railsFor, railTerms } from './rails.rules.ts'
import { maxReferenceOf, prepareReference } from './reference.rules.ts'
import {
  chosenRail,
  executionFor,
  isApprovedByAnother,
  requestPayoutOrder,
} from './request-payout.ts'

export const routes = (providers: Providers): Route[] => [
  ...[merchantPayoutOrders, operatorPayoutOrders].flatMap(lookRoutes),
  route(listPayees, async ({ query }, { db }) => {
    const rows = await listPayeeRows(db, query.searchKey)
    const data = rows.map((row) => ({
      ...{ id: row.id, name: row.name, currency: row.currency, accountHint: row.account_hint },
      version: row.version,
      ...checkOf(row),
    }))
    return { data, count: data.length }
  }),
  route(previewPayout, async ({ query }, context) => {
    const { db, database, caller, mode, now } = context
    const { beneficiaryId, amount, on, speed, reference } = query
    const row = await requirePayee(db, beneficiaryId)
    const { merchant_id: merchantId, currency, country } = row
    const amountMinor = BigInt(amount)
    const payee = await payeeOfBeneficiary(db, row, { mode, now })
    const isCard = payee.card !== null
    const rail = chosenRail({ currency, amountMinor, speed }, { country, isCard })
    const number = accountIdentityOf(payee)
    const [fee, sums, rule, isKnown, lately, maker] = await Promise.all([
      findFee(db, { merchantId, currency }, 'payout', amountMinor),
      listBalances(db, { tenantId: caller.tenantId, merchantId, mode }),
      findPayoutRule(db, merchantId, currency),
      isKnownAccount(db, { merchantId, mode, number }),
      sumOfLastDay(db, { merchantId, mode, currency }, [number], now),
      readPayoutMaker(database, caller.tenantId, caller),
    ])
    const facts = { mode, currency, amountMinor: amountMinor + lately, isNewPayee: !isKnown }
    const { requirements } = confirmationOfPayout(maker, facts)
    const balance = balancesOf(sums).find((one) => one.currency === currency)
    const prepared = reference === '' ? { text: '' } : prepareReference(rail, reference)
    const { sendAt, isLater } = executionFor(rail, now, on)
    const feeMinor = Number(fee?.amountMinor ?? 0n)
    const rails = railsFor({ currency, country, isCard, amountMinor })
    return {
      ...{
        rail,
        fee: feeMinor,
        total: amount + feeMinor,
        payable: seesBalances(caller) ? (balance?.payable ?? 0) : null,
      },
      ...{ currency, sendAt: sendAt.toISOString(), isLater },
      speeds: rails.map((one) => railTerms[one].speed),
      reference: 'text' in prepared ? prepared.text : null,
      maxReference: maxReferenceOf(rail),
      needsApproval: requirements.length > 0 || isApprovedByAnother(rule, payee.result),
      ...checkOf(row),
    }
  }),
  route(
    createPayoutOrder,
    async ({ body }, context) => {
      const { caller, database, jobs, mode, now } = context
      const engine = engineOfTenant(context, providers, caller.tenantId)
      const maker = await readPayoutMaker(database, caller.tenantId, caller)
      const request = { endpointId: createPayoutOrder.id, params: {}, body }
      return actOnceForUser(engine, context, request, async (db) => {
        const row = await requirePayee(db, body.beneficiaryId)
        refuseChanged(row, body.payeeVersion)
        refuseOtherCurrency(row.currency, body.currency)
        refuseUnconfirmed(row, body.despiteCheck === true)
        const { reference, externalId = null, on, speed, currency } = body
        const merchantId = row.merchant_id
        const payee = await payeeOfBeneficiary(db, row, { mode, now })
        const id = await requestPayoutOrder(
          db,
          { jobs, maker, now },
          {
            ...{ merchantId, mode, amountMinor: BigInt(body.amount), currency },
            ...{ payee, reference, externalId, on, speed },
          },
        )
        const details = await readDetails(db, context, id)
        await context.audit(db, {
          ...{ type: 'payout-order', id, merchantId },
          after: {
            ...{ amount: body.amount, currency, reference, externalId, on: on ?? null },
            ...{ payee: details.payeeName, account: details.accountHint, state: details.state },
          },
        })
        return details
      })
    },
    {
      // a code is for this account: not for another one that the beneficiary was given meanwhile
      confirmedState: async ({ body }, { db }) => {
        const row = await requirePayee(db, body.beneficiaryId)
        return [row.id, row.version, row.account_hint, row.payee_result]
      },
    },
  ),
  route(cancelPayoutOrder, async ({ params }, context) => {
    const { caller, jobs, now } = context
    return context.transaction(async (db) => {
      const { id, name } = caller
      const by = { type: 'user', id, name, jobs, now } as const
      const before = await cancelPayoutOrderOf(db, params.id, by)
      await context.audit(db, {
        ...{ type: 'payout-order', id: before.id, merchantId: before.merchant_id },
        ...{ before: { state: before.state }, after: { state: 'declined' } },
      })
      return readDetails(db, context, params.id)
    })
  }),
]

function lookRoutes(calls: typeof merchantPayoutOrders | typeof operatorPayoutOrders): Route[] {
  return [
    route(calls.list, ({ query }, { db, mode }) => {
      const { searchKey, state } = query
      const search = { mode, searchKey, state }
      return countedPage(query, {
        async rows(page) {
          const rows = await listOrders(db, search, page)
          const merchantIds = [...new Set(rows.map((row) => row.merchant_id))]
          const names = await listMerchantNames(db, merchantIds)
          const nameOf = (id: string) => names.find((one) => one.id === id)?.name ?? ''
          return rows.map((row) => payoutRowView(row, nameOf(row.merchant_id)))
        },
        count: (limit) => countOrders(db, search, limit),
      })
    }),
    route(calls.export, async ({ query }, context) => {
      const { caller, database, db, mode, reply } = context
      const { searchKey, state } = query
      const csv = await copyOrders(database, db, { mode, searchKey, state })
      const { merchantId } = caller
      const record = { type: 'payout-order', id: merchantId ?? '', merchantId, after: query }
      await context.transaction((tx) => context.audit(tx, record))
      return answerCsv(csv, reply, 'payouts.csv')
    }),
    route(calls.read, async ({ params }, context) => readDetails(context.db, context, params.id)),
  ]
}

const checkOf = (row: BeneficiaryRow) => ({
  payeeCheck: row.payee_check as 'not_needed' | 'pending' | 'success' | 'failed',
  payeeResult: row.payee_result as PayeeResult | null,
  bankName: row.bank_name,
})

async function requirePayee(db: Db, id: string): Promise<BeneficiaryRow> {
  const found = await findPayee(db, id)
  if (found === undefined) throw notFound('The beneficiary')
  return found
}

async function readDetails(db: Db, { caller, mode }: UserContext, id: string) {
  const row = await findOrder(db, id)
  if (row === undefined || row.mode !== mode) throw notFound('The payout')
  const [steps, merchant, recurringId] = await Promise.all([
    listOrderSteps(db, [id]),
    findMerchantName(db, row.merchant_id),
    findRecurringOf(db, id),
  ])
  return payoutDetailsView(row, steps, {
    ...{ merchantName: merchant?.name ?? '', recurringId, reader: caller },
  })
}
