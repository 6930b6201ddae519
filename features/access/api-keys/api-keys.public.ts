import { createHash, randomBytes } from 'node:crypto'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { ApiKeyCaller } from '@counterfoil/kit/server/context.ts'
import { type FoundKey, findKeyByHash, storeApiKey, touchApiKey } from './api-keys.queries.ts'
import {
  apiKeyScopes,
  isDemoKey,
  keyPrefixOf,
  mayProcess,
  shownPrefixOf,
} from './api-keys.rules.ts'

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
 * Who calls with this key; undefined when nobody does: unknown, revoked, expired, or a demo key outside the demo.
 * Throws a 403 when the key is right but its merchant may not process in the key's mode.
 */
export async function findApiKey(
  database: Database,
  key: string,
  now: Date,
  isDemo: boolean,
): Promise<ApiKeyCaller | undefined> {
  if (isDemoKey(key) && !isDemo) return undefined
  const cached = await readThrough(database, hashOfKey(key), now)
  if (cached === undefined) return undefined
  const { found } = cached
  if (!found.is_active || (found.expires_at !== null && found.expires_at <= now)) return undefined
  const mode = found.mode as Mode
  if (!found.tenant_is_active) {
    throw new Problem(
      'api_key.tenant_suspended',
      403,
      'The organisation that this key belongs to is suspended',
    )
  }
  if (!mayProcess(found.processing_status, mode)) {
    throw new Problem(
      'api_key.mode_not_allowed',
      403,
      `${found.legal_business_name} may not process in ${mode === 1 ? 'Test' : 'Live'} mode`,
      { params: { merchant: found.legal_business_name, mode: mode === 1 ? 'Test' : 'Live' } },
    )
  }
  touch(database, cached, now)
  return {
    kind: 'apiKey',
    id: found.id,
    name: found.name,
    tenantId: found.tenant_id,
    merchantId: found.merchant_id,
    merchantIds: [found.merchant_id],
    mode,
    scopes: new Set(found.scopes),
  }
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
  const key = wanted.demo?.key ?? keyPrefixOf(wanted.mode) + randomBytes(24).toString('base64url')
  const id = wanted.demo?.id ?? newId(wanted.now)
  await storeApiKey(db, {
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

/** All that is kept of a key. It is long and random, so that a plain hash cannot be guessed back. */
const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')

async function readThrough(
  database: Database,
  hash: string,
  now: Date,
): Promise<Cached | undefined> {
  let cache = caches.get(database)
  if (cache === undefined) {
    cache = new Map()
    caches.set(database, cache)
  }
  const known = cache.get(hash)
  if (known !== undefined && known.until > now.getTime()) return known
  const found = await findKeyByHash(database, hash)
  if (found === undefined) {
    cache.delete(hash)
    return undefined
  }
  if (cache.size >= cacheLimit) cache.clear()
  const fresh = { found, until: now.getTime() + cachedForMs, touchedAt: known?.touchedAt ?? 0 }
  cache.set(hash, fresh)
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
