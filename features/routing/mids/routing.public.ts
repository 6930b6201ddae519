import {
  hasEntries,
  listAntifraudRules,
  listOwnLists,
} from '@counterfoil/features/routing/antifraud/screening.public.ts'
import type { AntifraudRule } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import {
  type ActiveRuleSet,
  listActiveRuleSets,
} from '@counterfoil/features/routing/rule-sets/rule-sets.public.ts'
import type { Variables } from '@counterfoil/kit/contract/system-variables.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { listSwitchedOff } from '@counterfoil/kit/database/lists.ts'
import { readVariables } from '@counterfoil/kit/database/system-variables.ts'
import { readFeaturesOff } from '@counterfoil/kit/database/tenants.ts'
import { listMerchantClasses, listMids, listMidsOf, type RiskLimits } from './routing.queries.ts'
import type { Mid, MidVolume, Routes } from './routing.rules.ts'

import {
  listBankingChannels,
  listDefaultParameters,
  listMpis,
  listPosProviders,
} from './terms.queries.ts'
import type { DefaultParameter, Mpi } from './terms.rules.ts'
import { listVolumes, upsertVolume } from './volumes.queries.ts'

export { listMids }

/** The data for routing and screening. */
export interface RoutingFacts extends Routes {
  readonly mids: readonly Mid[]
  readonly rules: readonly AntifraudRule[]
  /** Of other merchants, counting at all merchants together. */
  readonly alsoCounted: readonly AntifraudRule[]
  /** Entries that the platform or the tenant switched off, as `currency:GBP`. */
  readonly off: ReadonlySet<string>
  readonly hasBlacklist: boolean
  readonly hasWhitelist: boolean
  readonly hasOwnBlacklist: boolean
  readonly hasOwnWhitelist: boolean
  /** The code of the merchant's industry type. */
  readonly industryType: string | null
  readonly risk: RiskLimits | null
  readonly mpis: readonly Mpi[]
  readonly parameters: readonly DefaultParameter[]
  readonly variables: Variables
  /** The rules in force; null: MIDs are tried by priority. */
  readonly ruleSet: ActiveRuleSet | null
}

interface CachedFacts {
  readonly version: number
  readonly facts: RoutingFacts
}

interface Keeper {
  readonly database: Database
  readonly tenantId: string
}

const maxCachedMerchants = 20_000
const cache = new WeakMap<Database, Map<string, CachedFacts>>()

/**
 * The data for routing and screening, cached in each process until the version of the tenant's settings changes: every
 * change of a setting increments it in its own transaction, and each payment reads it with its merchant.
 */
export async function readRoutingFacts(
  { database, tenantId }: Keeper,
  db: Db,
  of: { readonly merchantId: string; readonly mode: number; readonly version: number },
): Promise<RoutingFacts> {
  const known = cache.get(database) ?? new Map<string, CachedFacts>()
  cache.set(database, known)
  const name = `${tenantId}/${of.merchantId}/${of.mode}`
  const found = known.get(name)
  if (found?.version === of.version) return found.facts
  const { merchantId, mode } = of
  const read = await readFacts(db, tenantId, { merchantIds: [merchantId], mode })
  const facts = read.get(merchantId) as RoutingFacts
  if (known.size >= maxCachedMerchants) known.clear()
  known.set(name, { version: of.version, facts })
  return facts
}

/** The same of several merchants of one tenant, by merchant, with as many statements as of one. */
export async function listRoutingFacts(
  { tenantId }: Pick<Keeper, 'tenantId'>,
  db: Db,
  of: { readonly merchantIds: readonly string[]; readonly mode: number },
): Promise<ReadonlyMap<string, RoutingFacts>> {
  return of.merchantIds.length === 0 ? new Map() : readFacts(db, tenantId, of)
}

/** The statements are sent together, in one round trip. */
async function readFacts(
  db: Db,
  tenantId: string,
  { merchantIds, mode }: { readonly merchantIds: readonly string[]; readonly mode: number },
): Promise<ReadonlyMap<string, RoutingFacts>> {
  const [
    mids,
    rules,
    off,
    isListing,
    isTrusting,
    classes,
    mpis,
    parameters,
    pos,
    banking,
    variables,
    featuresOff,
    ruleSets,
    ownLists,
  ] = await Promise.all([
    listMidsOf(db, merchantIds),
    listAntifraudRules(db, merchantIds, mode),
    listSwitchedOff(db, tenantId),
    hasEntries(db, 'blacklist_entry'),
    hasEntries(db, 'whitelist_entry'),
    listMerchantClasses(db, merchantIds),
    listMpis(db, merchantIds),
    listDefaultParameters(db, merchantIds),
    listPosProviders(db),
    listBankingChannels(db),
    readVariables(db),
    readFeaturesOff(db, tenantId),
    listActiveRuleSets(db, merchantIds, mode),
    listOwnLists(db, merchantIds),
  ])
  const isScreening = !featuresOff.includes('antifraud')
  const factsOf = (merchantId: string): RoutingFacts => {
    const isOf = (one: { readonly merchantId: string | null }) =>
      one.merchantId === null || one.merchantId === merchantId
    const own = ownLists.get(merchantId)
    const isOwn = (list: 'blacklist' | 'whitelist') =>
      own?.[list].isOpened === true && own[list].hasEntries
    return {
      mids: mids.filter(isOf),
      // for a tenant without the feature, its rules and lists are inactive
      rules: isScreening ? rules.filter(isOf) : [],
      alsoCounted: isScreening ? rules.filter((one) => !isOf(one) && isCountedEverywhere(one)) : [],
      off,
      hasBlacklist: isScreening && isListing,
      hasWhitelist: isScreening && isTrusting,
      hasOwnBlacklist: isScreening && isOwn('blacklist'),
      hasOwnWhitelist: isScreening && isOwn('whitelist'),
      ...(classes.get(merchantId) ?? { industryType: null, risk: null }),
      mpis: mpis.filter(isOf),
      parameters: parameters.filter(isOf),
      ...{ posProviders: pos, bankingChannels: banking },
      variables,
      ruleSet: ruleSets.get(merchantId) ?? null,
    }
  }
  return new Map(merchantIds.map((merchantId) => [merchantId, factsOf(merchantId)]))
}

const isCountedEverywhere = ({ counted }: AntifraudRule) => counted === 'tenant'

/** The volumes of MIDs with a cap; without a cap nothing is queried. */
export async function readVolumes(
  db: Db,
  mids: readonly Mid[],
  currency: string,
  day: string,
): Promise<ReadonlyMap<string, MidVolume>> {
  const capped = mids.filter((mid) => mid.capCurrency === currency).map(({ id }) => id)
  return capped.length === 0 ? new Map() : listVolumes(db, capped, currency, day)
}

/**
 * Adds an authorised amount to the volume of its MID. The cached settings of the merchant show whether the MID has caps;
 * without cached settings the statement checks it.
 */
export async function countVolume(
  { database, tenantId }: Keeper,
  db: Db,
  of: {
    readonly merchantId: string
    readonly mode: number
    readonly midId: string
    readonly currency: string
    readonly at: Date
    readonly amountMinor: bigint
  },
): Promise<void> {
  const known = cache.get(database)?.get(`${tenantId}/${of.merchantId}/${of.mode}`)
  const mid = known?.facts.mids.find(({ id }) => id === of.midId)
  if (mid !== undefined && mid.capCurrency !== of.currency) return
  await upsertVolume(db, of)
}
