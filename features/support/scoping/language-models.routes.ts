import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { sealText } from '@counterfoil/kit/database/vault.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { staleRow } from '@counterfoil/kit/server/resources/resource-checks.ts'
import { refuseBeyond } from '@counterfoil/kit/server/resources/resource-limits.ts'
import { resourceRoutes, tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { setModelKey } from './language-models.contract.ts'
import { updateModelKey } from './language-models.queries.ts'
import { languageModels } from './language-models.resource.ts'

const table = 'language_model_setting'

export const routes = ({ outbound, keys }: Pick<Providers, 'outbound' | 'keys'>): Route[] => [
  ...resourceRoutes(languageModels, {
    ask: async ({ url, model }) => {
      if (url === null && model === null) return
      if (url === null || model === null) {
        const path = url === null ? 'url' : 'model'
        throw new Problem('language_model.incomplete', 422, 'Address and model go together', {
          path,
        })
      }
      const refusal = await outbound.refusalOf(String(url))
      if (refusal !== undefined) throw new Problem('webhook.address', 422, refusal, { path: 'url' })
    },
    check: async (_db, values, { before, key }) => {
      // the key belongs to one service, so a changed address removes it
      if (key !== undefined && before?.url !== values.url) {
        return { ...values, apiKey: null, keyHint: null }
      }
      return undefined
    },
  }),
  route(setModelKey, async ({ params, body }, context) => {
    refuseBeyond(languageModels, context.caller, params.id, {})
    const tenantId = await tenantOfRow(languageModels, params.id, context)
    return context.transaction(async (db) => {
      const { now } = context
      const sealed =
        body.key === null ? null : await sealText(db, keys, { table, text: body.key, now })
      const hint = body.key?.slice(-4) ?? null
      if (!(await updateModelKey(db, params.id, body.version, { sealed, hint, at: now }))) {
        throw staleRow()
      }
      const after = { keyHint: hint }
      await context.audit(db, { type: languageModels.id, id: params.id, after })
      return after
    }, tenantId)
  }),
]
