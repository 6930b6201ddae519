import { findFee } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { digitsOf, readCard } from '@counterfoil/features/payments/cards/cards.rules.ts'
import { cardTokenOf } from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import {
  channelsView,
  midsView,
} from '@counterfoil/features/payments/merchant-mids/merchant-mids.contract.ts'
import {
  type Account,
  decideOrderIn,
  type Engine,
  type EvaluatedOrder,
  evaluateBy,
  findAccount,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { paymentMethods } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { listActiveWebsites } from '@counterfoil/features/payments/websites/websites.public.ts'
import { lookAtScreening } from '@counterfoil/features/routing/antifraud/screening.public.ts'
import { isVelocityRule } from '@counterfoil/features/routing/antifraud/velocity.rules.ts'
import { readBreakers } from '@counterfoil/features/routing/mids/breakers.public.ts'
import {
  listRoutingFacts,
  type RoutingFacts,
  readVolumes,
} from '@counterfoil/features/routing/mids/routing.public.ts'
import {
  type Mid,
  type MidVolume,
  usableMids,
} from '@counterfoil/features/routing/mids/routing.rules.ts'
import { listScoresBySet } from '@counterfoil/features/routing/rule-sets/rule-sets.public.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { type Mode, modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { MerchantSetup, SetupAnswer, SetupBrand } from './processing-setup.contract.ts'
import { findCardRange, listCurrencyCodes, type SetupMerchant } from './processing-setup.queries.ts'
import { type AskedPayment, sampleAmount, sampleOrder } from './sample-orders.ts'
import { checksOf, countMissing, feeCheck, isReady } from './setup.rules.ts'

export type Called = Context<UserCaller>

/** What is missing of one payment, by the engine's evaluation of it. `db` reads in the tenant of the engine. */
export async function lookAtSetup(
  context: Called,
  engine: Engine,
  db: Db,
  merchant: { readonly name: string },
  asked: AskedPayment,
): Promise<SetupAnswer> {
  const { caller, now: at } = context
  const order = sampleOrder(asked, at)
  const card = await cardOf(engine, order.method, at)
  const account = await findAccount(db, { ...order, first6: card?.first6 })
  if (account === undefined) throw notFound('The merchant')
  const [evaluated, fee, websites] = await Promise.all([
    evaluateBy(lookAtScreening, engine, db, { operationId: newId(at), order, card, account, at }),
    findFee(db, asked, 'capture', asked.amountMinor),
    listActiveWebsites(db, asked.merchantId),
  ])
  const checks = [...checksOf(order, account, evaluated), feeCheck(fee !== null, asked.currency)]
  const isMerchant = caller.userType === 'merchant'
  const seesMids =
    !isMerchant || [channelsView, midsView].some((one) => caller.permissions.has(one))
  return {
    ...{ merchantId: asked.merchantId, merchantName: merchant.name, tenantId: engine.tenantId },
    ...{ mode: modeNameOf(asked.mode), method: asked.method, brand: asked.brand },
    ...{ currency: asked.currency, amount: Number(asked.amountMinor) },
    ...{ isReady: isReady(checks), missing: countMissing(checks), checks, websites },
    mids: seesMids ? midsOf(evaluated, asked.mode) : null,
    findings: isMerchant
      ? null
      : evaluated.screening.findings.map(({ rule, outcome, message }) => ({
          ...{ rule, outcome, message },
        })),
  }
}

async function cardOf(engine: Engine, method: ReturnType<typeof sampleOrder>['method'], at: Date) {
  if (method.type !== 'card' || 'storedCard' in method) return null
  return { ...readCard(method, at), token: await cardTokenOf(engine, digitsOf(method.number)) }
}

function midsOf({ facts, routing }: EvaluatedOrder, mode: Mode): SetupAnswer['mids'] {
  const ofMode = new Set(facts.mids.filter((mid) => mid.mode === mode).map(({ id }) => id))
  return routing.log
    .filter(({ midId }) => ofMode.has(midId))
    .map(({ midId, midCode, provider, isEligible }) => {
      const objection = routing.objections.get(midId)
      return {
        ...{ id: midId, midCode, provider, isEligible },
        ...{ code: objection?.code ?? null, values: { ...objection?.values } },
      }
    })
}

export interface AskedOfMany {
  readonly mode: Mode
  readonly method: AskedPayment['method'] | undefined
  readonly brand: SetupBrand | undefined
  readonly currency: string | undefined
}

/**
 * The set-ups of merchants of one tenant, with as many statements as of one merchant. What depends on the payer's card is
 * not looked at: lists, and rules that count.
 */
export async function lookAtSetups(
  { providers, at }: { readonly providers: Providers; readonly at: Date },
  db: Db,
  merchants: readonly SetupMerchant[],
  asked: AskedOfMany,
): Promise<MerchantSetup[]> {
  const [first] = merchants
  if (first === undefined) return []
  const { tenantId, timeZone } = first
  const { mode, brand = 'visa' } = asked
  const sample = sampleOrder(
    { ...asked, ...noPayment, merchantId: first.id, method: 'card', brand, currency: 'EUR' },
    at,
  )
  const { method } = sample
  const isEntered = method.type === 'card' && !('storedCard' in method)
  const card = isEntered ? { ...readCard(method, at), token: '' } : null
  const merchantIds = merchants.map(({ id }) => id)
  const [factsBy, currencies, range] = await Promise.all([
    listRoutingFacts({ tenantId }, db, { merchantIds, mode }),
    listCurrencyCodes(db),
    findCardRange(db, card?.first6 ?? ''),
  ])
  const all = [...factsBy.values()]
  const mids = all.flatMap((facts) => facts.mids)
  const capped = new Set(mids.flatMap(({ capCurrency }) => capCurrency ?? []))
  const day = localDay(at, timeZone)
  const sets = new Map([...factsBy].map(([merchantId, { ruleSet }]) => [merchantId, ruleSet]))
  const [breakers, scoresBy, volumes] = await Promise.all([
    readBreakers(db, usableMids(mids, { mode }), at),
    listScoresBySet(db, sets, mode),
    Promise.all(
      [...capped].map(
        async (currency) => [currency, await readVolumes(db, mids, currency, day)] as const,
      ),
    ),
  ])
  const volumesBy = new Map(volumes)
  const cellOf = async (
    merchant: SetupMerchant,
    facts: RoutingFacts,
    method: AskedPayment['method'],
    currency: string,
  ) => {
    const amountMinor = sampleAmount(currency)
    const order = sampleOrder(
      {
        ...{ mode, method, brand, currency, amountMinor, channel: 'api' },
        merchantId: merchant.id,
      },
      at,
    )
    const account = accountOf(merchant, currencies.has(currency) ? currency : null, range)
    const rules = facts.rules.filter(isNotCounted)
    const own = { ...facts, ...withoutLists, rules, alsoCounted: [] }
    const operationId = newId(at)
    const screened = { ...order, ...screenedOf(order, account), operationId }
    const screening = await lookAtScreening(db, screened, own, at)
    const scores = scoresBy.get(merchant.id) ?? {}
    const state = {
      facts,
      screening,
      volumes: volumesBy.get(currency) ?? noVolumes,
      breakers,
      scores,
    }
    const of = { operationId, order, card: method === 'card' ? card : null, account, at }
    const checks = checksOf(order, account, decideOrderIn(state, { providers }, of))
    return { method, currency, isReady: isReady(checks), missing: countMissing(checks) }
  }
  const methods = asked.method === undefined ? paymentMethods : [asked.method]
  return Promise.all(
    merchants.map(async (merchant) => {
      const facts = factsBy.get(merchant.id) as RoutingFacts
      const asks =
        asked.currency === undefined ? currenciesOf(merchant, facts.mids, mode) : [asked.currency]
      const cells = await Promise.all(
        methods.flatMap((method) =>
          asks.map((currency) => cellOf(merchant, facts, method, currency)),
        ),
      )
      return {
        ...{ merchantId: merchant.id, merchantName: merchant.name },
        ...{ tenantId, tenantName: merchant.tenantName, cells },
        isReady: cells.every((cell) => cell.isReady),
      }
    }),
  )
}

const noVolumes: ReadonlyMap<string, MidVolume> = new Map()
const noPayment = { amountMinor: 1n, channel: 'api' as const }
const withoutLists = {
  ...{ hasBlacklist: false, hasWhitelist: false, hasOwnBlacklist: false, hasOwnWhitelist: false },
}
const isNotCounted = ({ rule }: { readonly rule: string }) => !isVelocityRule(rule)

const screenedOf = ({ customer }: ReturnType<typeof sampleOrder>, account: Account) => ({
  ...{ country: customer.country, cardCountry: account.cardIssuerCountry, cardToken: null },
  ...{ iins: [], email: null, ip: null, device: null },
})

const maxCurrencies = 8

/** The merchant's own currency first, then those that its MIDs of the mode name. */
const currenciesOf = (
  { homeCurrency }: SetupMerchant,
  mids: readonly Mid[],
  mode: number,
): string[] => {
  const named = usableMids(mids, { mode }).flatMap((mid) => mid.currencies)
  return [...new Set([homeCurrency, ...named.toSorted()])].slice(0, maxCurrencies)
}

const accountOf = (
  merchant: SetupMerchant,
  currency: string | null,
  range: Awaited<ReturnType<typeof findCardRange>>,
): Account => ({
  ...{ name: merchant.name, merchantStatus: merchant.merchantStatus, currency },
  ...{ processingStatus: merchant.processingStatus, homeCurrency: merchant.homeCurrency },
  approvalThresholdMinor: merchant.approvalThresholdMinor,
  ...{ timeZone: merchant.timeZone, settingsVersion: merchant.settingsVersion },
  ...{ isTenantActive: merchant.isTenantActive, isWebsiteActive: null },
  ...(range ?? { cardType: null, cardIssuer: null, cardIssuerCountry: null }),
})
