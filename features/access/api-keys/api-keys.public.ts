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
  touchApiKey,
} from './api-keys.queries.ts'
import { apiKeyScopes, isDemoKey, mayProcess, shownPrefixOf } from './api-keys.rules.ts'
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

/** Each database of the process with the keys it has just answered for. */
const caches = new WeakMap<Database, Map<string, Cached>>()

/**
 * Who calls with this key; undefined when nobody does: unknown, revoked, expired, replaced, or a demo key outside the
 * demo. Throws a 403 when the key is right but its merchant may not process in the key's mode, and never did: what was
 * taken before is still captured and refunded, and new payments are the engine's to decline; or when the tenant is
 * suspended, or kept from having keys.
 * `merchantId`: for which merchant a call with a tenant's own key is.
 */
export async function findApiKey(
  database: Database,
  key: string,
  now: Date,
  isDemo: boolean,
  merchantId?: string,
): Promise<ApiKeyCaller | undefined> {
  if (isDemoKey(key) && !isDemo) return undefined
  const cached = await readThrough(database, hashOfKey(key), merchantId, now)
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
  const merchant = merchantOf(found, merchantId)
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
  touch(database, cached, now)
  return {
    kind: 'apiKey',
    id: found.id,
    name: found.name,
    tenantId: found.tenant_id,
    merchantId: merchant.id,
    merchantIds: [merchant.id],
    mode,
    scopes: new Set(found.scopes),
  }
}

/** The merchant for which a call is: the key's, or the one that a call with a tenant's own key names. */
function merchantOf(found: FoundKey, namedId: string | undefined) {
  const { merchant_id: id, own_merchant_id: ownId } = found
  if (ownId === null && namedId === undefined) {
    const text = 'This API key is for all merchants: name one in the Merchant-Id header'
    throw new Problem('api_key.merchant_missing', 400, text)
  }
  const isOthers = namedId !== undefined && id !== namedId
  if (id === null || isOthers) throw notFound('The merchant')
  return { id, name: found.legal_business_name ?? '', status: found.processing_status ?? '' }
}

/** Makes a key. The answer is the only time that it is seen whole. */
export async function createApiKey(
  db: Db,
  wanted: {
    readonly merchantId: string
    readonly name: string
    readonly mode: Mode
    readonly now: Date
    readonly scopes?: readonly string[]
    readonly expiresAt?: Date | null
    /** The demo's published key and the id that it always has; anything else is made here. */
    readonly demo?: { readonly id: string; readonly key: string }
  },
): Promise<{ readonly id: string; readonly key: string }> {
  const key = wanted.demo?.key ?? newKey(wanted.mode)
  const id = wanted.demo?.id ?? newId(wanted.now)
  await insertApiKey(db, {
    id,
    merchantId: wanted.merchantId,
    name: wanted.name,
    mode: wanted.mode,
    scopes: wanted.scopes ?? apiKeyScopes,
    expiresAt: wanted.expiresAt ?? null,
    prefix: shownPrefixOf(key),
    hash: hashOfKey(key),
    now: wanted.now,
  })
  return { id, key }
}

async function readThrough(
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
  const known = cache.get(name)
  if (known !== undefined && known.until > now.getTime()) return known
  const found = await findKeyByHash(database, hash, merchantId)
  if (found === undefined) {
    cache.delete(name)
    return undefined
  }
  if (cache.size >= cacheLimit) cache.clear()
  const fresh = { found, until: now.getTime() + cachedForMs, touchedAt: known?.touchedAt ?? 0 }
  cache.set(name, fresh)
  return fresh
}

/** Notes the use of a key without holding up the request; a note that is lost comes with the next use. */
function touch(database: Database, cached: Cached, now: Date): void {
  if (now.getTime() - cached.touchedAt < touchedEveryMs) return
  cached.touchedAt = now.getTime()
  const { found } = cached
  touchApiKey(database, { tenantId: found.tenant_id, id: found.id }, now).catch(() => {
    cached.touchedAt = 0
  })
}
