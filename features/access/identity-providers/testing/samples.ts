import { randomUUID } from 'node:crypto'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** Where the organisation's people could sign in, with a domain and a trial. */
async function makeProvider({ loader }: TestDatabase, tenant_id: string): Promise<void> {
  const created_at = new Date()
  const id = newId(created_at)
  const name = `Staff ${id}`
  const of = { tenant_id, provider_id: id, created_at }
  await loader
    .insertInto('identity_provider')
    .values({
      ...{ tenant_id, id, name, issuer: 'https://example.com/staff', client_id: 'portal' },
      ...{ email_verified: 'said', newcomers: 'refused', created_at, updated_at: created_at },
    })
    .execute()
  await loader
    .insertInto('email_domain')
    .values({ ...of, domain: 'example.com', proof: randomUUID() })
    .execute()
  await loader
    .insertInto('federation_test')
    .values({
      ...{ ...of, id: newId(created_at), token_hash: randomUUID(), settings: '{}', digest: '' },
      expires_at: new Date(created_at.getTime() + hourMs),
    })
    .execute()
}

export const samples: Samples = { ofUser: (test, { tenant_id }) => makeProvider(test, tenant_id) }
