import { type SecretBox, secretBox } from '@counterfoil/kit/database/secret-box.ts'
import { secretsKeyFor } from './secrets-key.ts'
import type { Settings } from './settings.ts'

/** What the client secrets of tenants' identity providers are sealed with on their way to the embedded provider. */
export const openClientSecrets = (settings: Pick<Settings, 'secretsKey' | 'dataDir'>): SecretBox =>
  secretBox(secretsKeyFor('client secrets of identity providers', settings))
