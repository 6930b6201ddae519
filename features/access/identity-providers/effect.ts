// What the embedded identity provider is given of a tenant's settings.
import { createHash } from 'node:crypto'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { openText } from '@counterfoil/kit/database/vault.ts'
import { openClientSecrets } from '@counterfoil/kit/server/client-secrets.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { Effect, ProviderRow } from './identity-providers.queries.ts'
import { settingsOf } from './settings.rules.ts'

/** Changes with everything that a sign-in depends on. */
export function digestOf(row: ProviderRow): string {
  const what = [settingsOf(row), row.secret_set_at?.toISOString() ?? null]
  return createHash('sha256').update(JSON.stringify(what)).digest('base64url')
}

/** In the tenant of `db`: the secret is opened with the tenant's key and sealed for the identity provider. */
export async function effectOf(
  db: Db,
  row: ProviderRow,
  { database, settings, now }: Pick<Context<UserCaller>, 'database' | 'settings' | 'now'>,
  { keys }: Pick<Providers, 'keys'>,
): Promise<Effect> {
  const tenantId = tenantOf(db)
  const vault = { database, keys, tenantId, now }
  const secret =
    row.client_secret === null
      ? undefined
      : await openText(vault, 'identity_provider', row.client_secret)
  return {
    providerId: row.id,
    settings: settingsOf(row),
    clientSecret:
      secret === undefined
        ? null
        : openClientSecrets(settings).seal(secret, `${tenantId}/${row.id}`),
    digest: digestOf(row),
    at: now,
  }
}
