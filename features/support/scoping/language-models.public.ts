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

/** The model that may read a tenant's texts for this use; one that is not open where nothing may be sent. */
export async function languageModelFor(
  { languageModel, outbound, keys }: ModelProviders,
  database: Database,
  of: { readonly tenantId: string; readonly use: string; readonly now: Date },
): Promise<LanguageModel> {
  // the platform's own model, too, is not for a tenant that is kept from it
  const off = await readFeaturesOff(database.shared, of.tenantId)
  if (off.includes('aiScoping')) return noLanguageModel
  const settings = await listModelSettings(database.reader(tenantScope(of.tenantId)))
  if (settings.length === 0) return languageModel
  const setting = settings.find((one) => one.isActive && one.uses.includes(of.use))
  if (setting === undefined) return noLanguageModel
  const { url, model, apiKey } = setting
  if (url === null || model === null) return languageModel
  const place = { database, keys, tenantId: of.tenantId, now: of.now }
  const key = apiKey === null ? undefined : await openText(place, 'language_model_setting', apiKey)
  return openLanguageModel({ url, model, key, poster: outbound })
}
