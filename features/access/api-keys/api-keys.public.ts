import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { ApiKeyCaller } from '@counterfoil/kit/server/request/context.ts'
import {
  type FoundKey,
  findKeyByHash,
  hasPayments,
  insertApiKey,
  updateApiKeyLastUsed,
} from './api-keys.queries.ts'
import {
  apiKeyScopes,
  isDemoKey,
  isPublishable,
  mayProcess,
  scopesKept,
  shownPrefixOf,
} from './api-keys.rules.ts'
import { hashOfKey, newKey } from './new-key.ts'

/** A revoked key works at most this long on a server that has just seen it. */
const cachedForMs = 5_000
const cacheLimit = 10_000
const touchedEveryMs = 60_000

interface Cached {
  readonly found: FoundKey
  readonly until: number
  touchedAt: number
}

/** The recently used keys of each database of the process. */
const caches = new WeakMap<Database, Map<string, Cached>>()

/**
 * The caller of this key; undefined for one that is unknown, revoked, expired, replaced, or a demo key outside the demo.
 * Throws a 403 when the tenant is suspended or has no API keys, or when the merchant may not process in the key's mode and
 * has no payments in it: existing payments can still be captured and refunded, and new ones are declined.
 * `merchantId`: the merchant that a call with a tenant's own key is for.
 */
export async function findApiKey(
  database: Database,
  key: string,
  now: Date,
  isDemo: boolean,
  merchantId?: string,
): Promise<ApiKeyCaller | undefined> {
  if (isDemoKey(key) && !isDemo) return undefined
  const cached = await readCached(database, hashOfKey(key), merchantId, now)
  if (cached === undefined) return undefined
  const { found } = cached
  const isOver = (end: Date | null) => end !== null && end <= now
  if (!found.is_active || isOver(found.expires_at) || isOver(found.replaced_at)) return undefined
  const mode = found.mode as Mode
  if (!found.tenant_is_active) {
    throw new Problem(
      'api_key.tenant_suspended',
      403,
      'The organisation that this key belongs to is suspended',
    )
  }
  if (found.features_off.includes('developer')) {
    const text = 'The organisation that this key belongs to has no API keys and webhooks'
    throw new Problem('api_key.feature_off', 403, text)
  }
  const merchant = callMerchant(found, merchantId)
  if (
    !mayProcess(merchant.status, mode) &&
    !(await hasPayments(database, found.tenant_id, merchant.id, mode))
  ) {
    throw new Problem(
      'api_key.mode_not_allowed',
      403,
      `${merchant.name} may not process in ${mode === 1 ? 'Test' : 'Live'} mode`,
      { params: { merchant: merchant.name, mode: mode === 1 ? 'Test' : 'Live' } },
    )
  }
  recordUse(database, cached, now)
  return {
    kind: 'apiKey',
    id: found.id,
    isPublishable: isPublishable(found.scopes),
    name: found.name,
    tenantId: found.tenant_id,
    merchantId: merchant.id,
    merchantIds: [merchant.id],
    mode,
    scopes: new Set(found.scopes),
    scopesKept: new Set(scopesKept(found.features_off)),
  }
}

/** The merchant that a call is for: the key's, or the one that a call with a tenant's own key names. */
function callMerchant(found: FoundKey, namedId: string | undefined) {
  const { merchant_id: id, own_merchant_id: ownId } = found
  if (ownId === null && namedId === undefined) {
    const text = 'This API key is for all merchants: name one in the Merchant-Id header'
    throw new Problem('api_key.merchant_missing', 400, text)
  }
  const isOfAnotherMerchant = namedId !== undefined && id !== namedId
  if (id === null || isOfAnotherMerchant) throw notFound('The merchant')
  return { id, name: found.legal_business_name ?? '', status: found.processing_status ?? '' }
}

/** Creates a key. Only this answer contains the whole key. */
export async function createApiKey(
  db: Db,
  input: {
    readonly merchantId: string
    readonly name: string
    readonly mode: Mode
    readonly now: Date
    readonly scopes?: readonly string[]
    readonly expiresAt?: Date | null
    /** The demo's published key with its fixed id; every other key is generated here. */
    readonly demo?: { readonly id: string; readonly key: string }
  },
): Promise<{ readonly id: string; readonly key: string }> {
  const scopes = input.scopes ?? apiKeyScopes
  const key = input.demo?.key ?? newKey(input.mode, isPublishable(scopes))
  const id = input.demo?.id ?? newId(input.now)
  await insertApiKey(db, {
    id,
    merchantId: input.merchantId,
    name: input.name,
    mode: input.mode,
    scopes,
    expiresAt: input.expiresAt ?? null,
    prefix: shownPrefixOf(key),
    hash: hashOfKey(key),
    now: input.now,
  })
  return { id, key }
}

async function readCached(
  database: Database,
  hash: string,
  merchantId: string | undefined,
  now: Date,
): Promise<Cached | undefined> {
  const name = `${hash} ${merchantId ?? ''}`
  let cache = caches.get(database)
  if (cache === undefined) {
    cache = new Map()
    caches.set(database, cache)
  }
  const cached = cache.get(name)
  if (cached !== undefined && cached.until > now.getTime()) return cached
  const found = await findKeyByHash(database, hash, merchantId)
  if (found === undefined) {
    cache.delete(name)
    return undefined
  }
  if (cache.size >= cacheLimit) cache.clear()
  const fresh = { found, until: now.getTime() + cachedForMs, touchedAt: cached?.touchedAt ?? 0 }
  cache.set(name, fresh)
  return fresh
}

/** Records the use of a key without delaying the request; if that fails, the next use records it. */
function recordUse(database: Database, cached: Cached, now: Date): void {
  if (now.getTime() - cached.touchedAt < touchedEveryMs) return
  cached.touchedAt = now.getTime()
  const { found } = cached
  updateApiKeyLastUsed(database, { tenantId: found.tenant_id, id: found.id }, now).catch(() => {
    cached.touchedAt = 0
  })
}
