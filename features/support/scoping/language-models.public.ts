import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readFeaturesOff } from '@counterfoil/kit/database/tenants.ts'
import { openText } from '@counterfoil/kit/database/vault.ts'
import {
  type LanguageModel,
  noLanguageModel,
  openLanguageModel,
} from '@counterfoil/providers/language-model/language-model.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { listModelSettings } from './language-models.queries.ts'

export type ModelProviders = Pick<Providers, 'languageModel' | 'outbound' | 'keys'>

/** The model that may read a tenant's texts for this use; `noLanguageModel` where nothing may be sent. */
export async function languageModelFor(
  { languageModel, outbound, keys }: ModelProviders,
  database: Database,
  { tenantId, use, now }: { readonly tenantId: string; readonly use: string; readonly now: Date },
): Promise<LanguageModel> {
  // a tenant without this feature may not use the platform's own model either
  const off = await readFeaturesOff(database.shared, tenantId)
  if (off.includes('aiScoping')) return noLanguageModel
  const settings = await listModelSettings(database.reader(tenantScope(tenantId)))
  if (settings.length === 0) return languageModel
  const setting = settings.find((one) => one.isActive && one.uses.includes(use))
  if (setting === undefined) return noLanguageModel
  const { url, model, apiKey } = setting
  if (url === null || model === null) return languageModel
  const vault = { database, keys, tenantId, now }
  const key = apiKey === null ? undefined : await openText(vault, 'language_model_setting', apiKey)
  return openLanguageModel({ url, model, key, poster: outbound })
}
