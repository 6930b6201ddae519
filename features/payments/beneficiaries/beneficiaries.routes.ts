import type { PayoutState } from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import { readPayableCard } from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Changing, Values } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { resourceRoutes, tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { cardHintOf, hintOf, isPayeeChecked, numberOf, packedAccount } from './account.rules.ts'
import { checkPayeeAgain, listPayoutsOf } from './beneficiaries.contract.ts'
import { findBeneficiary, listLatestPayouts, updatePayeePending } from './beneficiaries.queries.ts'
import { beneficiaries } from './beneficiaries.resource.ts'
import { checkPayeeJob } from './beneficiaries.schema.ts'
import { refuseFaultyAccount } from './check-account.public.ts'
import { payoutRules } from './payout-rules.resource.ts'

export const routes = (providers: Providers): Route[] => [
  ...resourceRoutes(beneficiaries, {
    check: async (db, values, { before, context }) =>
      storedOf(db, providers, values, before, context),
    saved: async (db, id, { after, context }) => {
      if (after.payeeCheck !== 'pending') return
      await context.jobs.enqueue(db, checkPayeeJob, { tenantId: tenantOf(db), id })
    },
  }),
  ...resourceRoutes(payoutRules),
  route(checkPayeeAgain, async ({ params }, context) => {
    const tenantId = await tenantOfRow(beneficiaries, params.id, context)
    return context.transaction(async (db) => {
      const found = await findBeneficiary(db, params.id)
      if (found === undefined) throw notFound('The beneficiary')
      if (found.payee_check === 'not_needed') {
        const text = 'The name of this account cannot be checked: no bank there answers'
        throw new Problem('beneficiary.not_checked', 409, text)
      }
      await updatePayeePending(db, params.id)
      await context.jobs.enqueue(db, checkPayeeJob, { tenantId: found.tenant_id, id: params.id })
      const { merchant_id: merchantId, payee_check: payeeCheck } = found
      await context.audit(db, {
        ...{ type: beneficiaries.id, id: params.id, merchantId },
        ...{ before: { payeeCheck }, after: { payeeCheck: 'pending' } },
      })
      return { payeeCheck: 'pending' as const }
    }, tenantId)
  }),
  route(listPayoutsOf, async ({ params }, { db }) => {
    if ((await findBeneficiary(db, params.id)) === undefined) throw notFound('The beneficiary')
    const rows = await listLatestPayouts(db, params.id)
    return {
      data: rows.map(({ amount_minor, created_at, state, ...row }) => ({
        ...row,
        state: state as PayoutState,
        amount: Number(amount_minor),
        createdAt: created_at.toISOString(),
      })),
      count: null,
      countAtLeast: rows.length,
    }
  }),
]

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What is stored of what was typed: the account without spaces, and what follows from it. */
async function storedOf(
  db: Db,
  providers: Pick<Providers, 'sortCodes'>,
  values: Values,
  before: Values | undefined,
  { now }: Changing,
): Promise<Values> {
  const account = packedAccount({
    iban: textOf(values.iban),
    bic: textOf(values.bic),
    sortCode: textOf(values.sortCode),
    accountNumber: textOf(values.accountNumber),
  })
  const [country, currency] = [String(values.country), String(values.currency)]
  const storedCardId = textOf(values.storedCardId)
  const town = textOf(values.town)
  refuseFaultyAccount(providers, { ...account, country, currency, town, storedCardId })
  const card = await cardOf(db, String(values.merchantId), storedCardId, before, now)
  const isOther =
    before === undefined ||
    before.storedCardId !== values.storedCardId ||
    numberOf(accountOf(before)) !== numberOf(account) ||
    before.currency !== currency
  const isRenamed = before?.name !== values.name || before?.kind !== values.kind
  const isAsked = isOther || isRenamed
  const payeeCheck = isPayeeChecked({ country, currency, isCard: card !== null })
    ? 'pending'
    : 'not_needed'
  return {
    ...values,
    ...account,
    ...(isAsked ? { payeeCheck, payeeResult: null, bankName: null, checkedAt: null } : {}),
    ...(isOther
      ? { accountHint: card === null ? hintOf(account) : cardHintOf(card), accountChangedAt: now }
      : {}),
  }
}

/** The chosen card, of whichever mode; one that was chosen before may have expired since. */
async function cardOf(
  db: Db,
  merchantId: string,
  id: string | null,
  before: Values | undefined,
  now: Date,
) {
  if (id === null) return null
  if (before?.storedCardId === id) return { brand: '', last4: '' }
  return readPayableCard(db, { merchantId, mode: undefined }, id, { now, path: 'storedCardId' })
}

const accountOf = (values: Values) => ({
  iban: textOf(values.iban),
  sortCode: textOf(values.sortCode),
  accountNumber: textOf(values.accountNumber),
})
