import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { forbidden, notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { findNotHeld } from '@counterfoil/kit/server/resources/resource-checks.ts'
import { refuseBeyond } from '@counterfoil/kit/server/resources/resource-limits.ts'
import { resourceRoutes, tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { rotateApiKey } from './api-keys.contract.ts'
import {
  deleteKeyHashes,
  expireKeyHashes,
  insertKeyHash,
  lockApiKey,
  updateApiKeyPrefix,
} from './api-keys.queries.ts'
import { apiKeys } from './api-keys.resource.ts'
import { isPublishable, shownPrefixOf } from './api-keys.rules.ts'
import { hashOfKey, newKey } from './new-key.ts'

export const routes: Route[] = [
  ...resourceRoutes(apiKeys, {
    check: async (_db, values, { before, context }) => {
      const { expiresAt } = values
      const isNew = typeof expiresAt === 'string' && expiresAt !== before?.expiresAt
      if (isNew && new Date(expiresAt) <= context.now) {
        throw new Problem('api_key.expired', 422, 'This moment is over already', {
          path: 'expiresAt',
        })
      }
      refuseMixedScopes(scopesOf(values), before && scopesOf(before))
      return undefined
    },
    made: (db, id, values, { context }) =>
      createSecret(
        db,
        { id, mode: Number(values.mode) as Mode, scopes: scopesOf(values) },
        { at: context.now },
      ),
    removing: async (db, id) => {
      const key = await lockApiKey(db, id)
      // entries of what the key did refer to it
      if (key?.lastUsedAt) {
        throw new Problem('api_key.used', 409, 'This key was used. Switch it off instead.')
      }
      await deleteKeyHashes(db, id)
    },
  }),
  route(rotateApiKey, async ({ params, body }, context) => {
    const tenantId = await tenantOfRow(apiKeys, params.id, context)
    return context.transaction(async (db) => {
      const found = await lockApiKey(db, params.id)
      if (found === undefined) throw notFound(apiKeys.one.en)
      // the new secret carries all scopes of the key, so the caller needs the permissions to grant them
      refuseBeyond(apiKeys, context.caller, found.id, found)
      if (findNotHeld(apiKeys, context.caller, found) !== undefined) throw forbidden()
      const previousUntil = new Date(context.now.getTime() + body.overlapHours * hourMs)
      await expireKeyHashes(db, found.id, previousUntil)
      const { mode, scopes } = found
      const own = { id: found.id, mode: mode as Mode, scopes }
      const key = await createSecret(db, own, {
        previousUntil,
        at: context.now,
      })
      const after = { previousUntil: previousUntil.toISOString() }
      const { id, merchantId } = found
      await context.audit(db, { type: apiKeys.id, id, merchantId, after })
      return { key, previousUntil: previousUntil.toISOString() }
    }, tenantId)
  }),
]

const scopesOf = ({ scopes }: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(scopes) ? scopes.map(String) : []

/** A publishable key is read by everybody: it may do nothing else, and no secret key becomes one. */
function refuseMixedScopes(scopes: readonly string[], before: readonly string[] | undefined): void {
  if (isPublishable(scopes) && scopes.length > 1) {
    const text = 'A publishable key makes tokens and may do nothing else'
    throw new Problem('api_key.publishable_alone', 422, text, { path: 'scopes' })
  }
  if (before !== undefined && isPublishable(scopes) !== isPublishable(before)) {
    const text = 'A publishable key stays publishable, and a secret one secret: make another key'
    throw new Problem('api_key.kind_fixed', 422, text, { path: 'scopes' })
  }
}

/** Generates the secret key. Only this answer contains the whole key. */
async function createSecret(
  db: Db,
  {
    id,
    mode,
    scopes,
  }: { readonly id: string; readonly mode: Mode; readonly scopes: readonly string[] },
  change: { readonly previousUntil?: Date; readonly at: Date },
): Promise<string> {
  const key = newKey(mode, isPublishable(scopes))
  await insertKeyHash(db, id, hashOfKey(key))
  await updateApiKeyPrefix(db, id, { prefix: shownPrefixOf(key), ...change })
  return key
}
