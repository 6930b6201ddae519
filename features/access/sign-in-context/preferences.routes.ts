import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { requireLanguage } from '@counterfoil/kit/server/request/languages.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { maxLists, type Preferences, updatePreferences } from './preferences.contract.ts'
import { readPreferences } from './preferences.public.ts'
import { updateLocale, upsertPreferences } from './preferences.queries.ts'

export const routes: Route[] = [
  route(updatePreferences, async ({ body }, { database, caller, now, audit }) => {
    // without the caller's merchant limits, as an operator's own row has no merchant id
    const tenant = tenantScope(caller.tenantId)
    return database.transaction(tenant, async (db) => {
      const before = await readPreferences(db, caller.tenantId, caller.id)
      const after: Preferences = {
        ...before,
        ...withoutUndefined(body),
        columns: withChoices(before.columns, body.columns),
      }
      const { language, ...appearance } = after
      await upsertPreferences(db, caller.id, appearance, now)
      if (language !== before.language) {
        if (language !== null) await requireLanguage(db, caller.tenantId, language, 'language')
        await updateLocale(db, caller.id, language)
      }
      const { id, merchantId } = caller
      await audit(db, { type: 'preference', id, merchantId, before, after })
      return after
    })
  }),
]

/** Lists that the change does not name keep their columns. */
function withChoices(
  before: Preferences['columns'],
  change: Preferences['columns'] | undefined,
): Preferences['columns'] {
  const chosen = Object.entries({ ...before, ...change }).filter(([, ids]) => ids.length > 0)
  if (chosen.length > maxLists) {
    throw new Problem('preferences.too_many_lists', 409, `Columns are kept of ${maxLists} lists.`, {
      params: { most: maxLists },
    })
  }
  return Object.fromEntries(chosen)
}

function withoutUndefined(
  change: {
    readonly [K in keyof Preferences]?: Preferences[K] | undefined
  },
): Partial<Preferences> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
