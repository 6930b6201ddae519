import { isOnePerson } from '@counterfoil/features/payments/confirmations/confirmations.public.ts'
import { listMids } from '@counterfoil/features/routing/mids/routing.public.ts'
import type { Mid } from '@counterfoil/features/routing/mids/routing.rules.ts'
import { analysedMids } from '@counterfoil/features/routing/rule-sets/analysed-mids.rules.ts'
import {
  analyse,
  compareSets,
  type DeadBecause,
  type Finding,
} from '@counterfoil/features/routing/rule-sets/analysis.rules.ts'
import { findingIn } from '@counterfoil/features/routing/rule-sets/finding-texts.rules.ts'
import type {
  RoutedFacts,
  RuleSet,
} from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { listSwitchedOff } from '@counterfoil/kit/database/lists.ts'
import { isLimitedToPayments } from '@counterfoil/kit/server/request/caller-scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  type FindingView,
  type Opening,
  openings,
  type RoutedMid,
  type VersionDetails,
  type VersionSummary,
} from './smart-routing.contract.ts'
import {
  findActiveBefore,
  findMerchant,
  findOpening,
  findVersion,
  type RoutedMerchant,
  type VersionRow,
} from './versions.queries.ts'

export type Called = Context<UserCaller>

export const isMerchant = ({ caller }: Pick<Called, 'caller'>): boolean =>
  caller.userType === 'merchant'

/** The merchant that a call is about: merchants are their own, operators name one that they see. */
export async function merchantOf(
  context: Called,
  merchantId: string | undefined,
): Promise<RoutedMerchant> {
  const own = context.caller.merchantId
  const id = merchantId ?? own
  const isOther = own !== null && id !== own
  const merchant = id === null || isOther ? undefined : await findMerchant(context.db, id)
  if (merchant === undefined) throw notFound('The merchant')
  return merchant
}

/** Merchants see what is or was in force, and of what was never in force what they made themselves. */
export const isSeenBy = (context: Pick<Called, 'caller'>, row: VersionRow): boolean =>
  !isMerchant(context) || row.is_of_merchant || row.state === 'active' || row.state === 'past'

export async function versionOf(context: Called, id: string): Promise<VersionRow> {
  const row = await findVersion(context.db, id)
  if (row === undefined || !isSeenBy(context, row)) throw notFound('The version')
  return row
}

/** What the caller may set of a merchant's routing: operators everything, the merchant what is opened to it. */
export async function openingFor(
  db: Db,
  context: Called,
  merchantId: string,
): Promise<{ may: Opening[]; confirmedBy: 'merchant' | 'operator' }> {
  const row = await findOpening(db, merchantId)
  const confirmedBy = row?.confirmed_by === 'operator' ? 'operator' : 'merchant'
  if (!isMerchant(context)) return { may: [...openings], confirmedBy }
  return { may: openings.filter((one) => row?.may.includes(one)), confirmedBy }
}

/** Throws where a merchant changes what its operator has not opened to it. */
export function refuseNotOpened(may: readonly Opening[], set: RuleSet): void {
  if (!may.includes('order')) {
    const text = 'Your payment provider has not opened routing to you. Ask them to do so.'
    throw new Problem('smart_routing.not_opened', 403, text)
  }
  const targets = [
    ...set.rules.map(({ to }, at) => ({ to, path: `set.rules.${at}.to` })),
    { to: set.otherwise, path: 'set.otherwise' },
  ]
  const beyond = targets.find(
    ({ to: { way } }) =>
      (way === 'split' && !may.includes('split')) ||
      ((way === 'cheapest' || way === 'approval') && !may.includes('rank')),
  )
  const path =
    beyond?.path ?? (set.explore > 0 && !may.includes('rank') ? 'set.explore' : undefined)
  if (path === undefined) return
  const text = 'Your payment provider has not opened this way of routing to you'
  throw new Problem('smart_routing.way_not_opened', 403, text, { path })
}

/** The merchant's MIDs, with what switched them off. */
export async function readMids(db: Db, row: Pick<VersionRow, 'merchant_id' | 'tenant_id'>) {
  const [mids, off] = await Promise.all([
    listMids(db, row.merchant_id),
    listSwitchedOff(db, row.tenant_id),
  ])
  return { mids, off }
}

export async function findingsOf(
  db: Db,
  providers: Providers,
  row: VersionRow,
  now: Date,
): Promise<Finding[]> {
  const { mids, off } = await readMids(db, row)
  const of = { mode: row.mode, at: now }
  return analyse(setOf(row), analysedMids(mids, of, providers.acquirers, off))
}

/** What is stored was parsed when it was saved. */
export const setOf = ({ rules }: Pick<VersionRow, 'rules'>): RuleSet => rules as RuleSet

export const summaryOf = (row: VersionRow): VersionSummary => ({
  id: row.id,
  merchantId: row.merchant_id,
  mode: modeNameOf(row.mode),
  number: row.number,
  note: row.note,
  state: row.state as VersionSummary['state'],
  rules: setOf(row).rules.length,
  madeBy: row.made_by_name,
  askedBy: row.asked_by_name,
  activatedBy: row.activated_by_name,
  activatedAt: row.activated_at?.toISOString() ?? null,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export async function detailsOf(
  context: Called,
  providers: Providers,
  id: string,
): Promise<VersionDetails> {
  const { db, caller, now } = context
  const row = await versionOf(context, id)
  const [findings, other, refusal] = await Promise.all([
    findingsOf(db, providers, row, now),
    findActiveBefore(db, row),
    row.state === 'waiting' ? refusalOf(context, row) : null,
  ])
  const set = setOf(row)
  const language = textLanguage(caller.locale)
  const changes = other === undefined ? [] : compareSets(setOf(other), set)
  return {
    ...summaryOf(row),
    set,
    findings: findings.map((one) => viewOf(one, set, language)),
    comparedWith: other?.number ?? null,
    changes: changes.map(({ ruleId, name, change }) => ({ ruleId, name, change })),
    refusal: refusal === null ? null : { code: refusal.code, message: refusal.message },
  }
}

const viewOf = (finding: Finding, set: RuleSet, language: string): FindingView => ({
  ...{ severity: finding.severity, code: finding.code, ruleId: finding.ruleId },
  path: finding.path,
  message: findingIn(finding, set, language),
  example: finding.example === null ? null : exampleText(finding.example, language),
})

/** A payment in codes that all languages share; its amount is as the language writes it. */
const exampleText = (facts: RoutedFacts, language: string): string =>
  [
    textIn(moneyText(facts.amountMinor, facts.currency), language),
    facts.method,
    facts.brand,
    facts.method === 'card' && facts.iin !== '000000' ? facts.iin : null,
    facts.issuerCountry,
    facts.customerCountry,
    facts.channel === 'api' ? null : facts.channel,
    facts.orderType,
    facts.risk === 'none' ? null : facts.risk,
  ]
    .filter((one) => one !== null && one !== '*')
    .join(' · ')

/** Why the caller cannot confirm a version; null: nothing is against it. */
export async function refusalOf(context: Called, row: VersionRow): Promise<Problem | null> {
  const { caller, database } = context
  const makers = [row.made_by, row.asked_by].filter((one) => one !== null)
  for (const maker of makers) {
    if (await isOnePerson(database, caller.id, maker)) {
      const text = 'Whoever made a version or asked for it cannot confirm it: another person has to'
      return new Problem('smart_routing.own_version', 403, text)
    }
  }
  return refusalOfMerchant(context, row)
}

/** Why the caller, where that is the merchant, puts no version in force; null: nothing is against it. */
export async function refusalOfMerchant(
  context: Called,
  { merchant_id: merchantId }: VersionRow,
): Promise<Problem | null> {
  if (!isMerchant(context)) return null
  const { confirmedBy } = await openingFor(context.db, context, merchantId)
  if (confirmedBy === 'merchant') return null
  const text = 'Your payment provider confirms your routing itself'
  return new Problem('smart_routing.operator_confirms', 403, text)
}

/** A MID as the editor of rules offers it. */
export function midView(mid: Mid, dead: DeadBecause | null, showsCost: boolean): RoutedMid {
  return {
    ...{ id: mid.id, midCode: mid.midCode, provider: mid.provider, priority: mid.priority },
    methods: [...mid.methods],
    brands: [...mid.brands],
    currencies: [...mid.currencies],
    dead,
    costBasisPoints: showsCost ? mid.costBasisPoints : null,
    costFixed: showsCost && mid.costFixedMinor !== null ? Number(mid.costFixedMinor) : null,
    costCurrency: showsCost ? mid.costCurrency : null,
  }
}

/** Throws for operators limited to some methods or providers: rules are for all payments of a merchant. */
export function refuseLimited({ caller }: Called): void {
  if (!isLimitedToPayments(caller)) return
  const text = 'You see only payments of some methods or providers, and routing rules are for all'
  throw new Problem('smart_routing.limited_payments', 403, text)
}
