import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'

export function findProvider(db: Db, id: string, isLocked = false) {
  return db
    .selectFrom('identity_provider')
    .selectAll()
    .where(within(db, 'identity_provider', null))
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
}
export type ProviderRow = NonNullable<Awaited<ReturnType<typeof findProvider>>>

/** False: the provider has changed since the given version. */
export async function updateClientSecret(
  db: Db,
  id: string,
  version: number,
  { sealed, at }: { readonly sealed: string | null; readonly at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('identity_provider')
    .set((eb) => ({
      client_secret: sealed,
      secret_set_at: sealed === null ? null : at,
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where(within(db, 'identity_provider', null))
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The one that was given for another issuer or client. */
export async function forgetClientSecret(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('identity_provider')
    .set({ client_secret: null, secret_set_at: null, updated_at: at })
    .where(within(db, 'identity_provider', null))
    .where('id', '=', id)
    .where('client_secret', 'is not', null)
    .execute()
}

/** Of providers in effect, those whose secret has an end. */
export async function listExpiringSecrets(db: Db) {
  const rows = await db
    .selectFrom('identity_provider')
    .select(['id', 'name', 'secret_expires_on'])
    .where(within(db, 'identity_provider', null))
    .where('effective', 'is not', null)
    .where('client_secret', 'is not', null)
    .where('secret_expires_on', 'is not', null)
    .execute()
  return rows.map(({ id, name, secret_expires_on: day }) => ({ id, name, expiresOn: day ?? '' }))
}
export type ExpiringSecret = Awaited<ReturnType<typeof listExpiringSecrets>>[number]

export async function updateTested(db: Db, id: string, tested: string): Promise<void> {
  await db
    .updateTable('identity_provider')
    .set({ tested })
    .where(within(db, 'identity_provider', null))
    .where('id', '=', id)
    .execute()
}

export interface Effect {
  readonly providerId: string
  readonly settings: object
  readonly clientSecret: string | null
  readonly digest: string
  readonly at: Date
}

/** From the next sign-in on. */
export async function upsertFederation(db: Db, effect: Effect): Promise<void> {
  const values = {
    settings: JSON.stringify(effect.settings),
    client_secret: effect.clientSecret,
    digest: effect.digest,
    created_at: effect.at,
  }
  await db
    .insertInto('federation')
    .values({ provider_id: effect.providerId, tenant_id: tenantOf(db), ...values })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(values))
    .execute()
  await setEffective(db, effect.providerId, effect.digest)
}

/** Subjects mean other people at another issuer: links that were made at one do not count at the next. */
export async function updateLinkedIssuer(
  db: Db,
  providerId: string,
  issuer: string,
): Promise<void> {
  const moved = await db
    .updateTable('identity_provider')
    .set({ linked_issuer: issuer })
    .where(within(db, 'identity_provider', null))
    .where('id', '=', providerId)
    .where('linked_issuer', 'is distinct from', issuer)
    .returning('id')
    .executeTakeFirst()
  if (moved === undefined) return
  await db
    .deleteFrom('federated_subject')
    .where(within(db, 'federated_subject', null))
    .where('provider_id', '=', providerId)
    .execute()
}

export async function deleteFederation(db: Db, providerId: string): Promise<void> {
  await db
    .deleteFrom('federation')
    .where('provider_id', '=', providerId)
    .where('tenant_id', '=', tenantOf(db))
    .execute()
  await setEffective(db, providerId, null)
}

async function setEffective(db: Db, id: string, effective: string | null): Promise<void> {
  await db
    .updateTable('identity_provider')
    .set({ effective, is_active: effective !== null })
    .where(within(db, 'identity_provider', null))
    .where('id', '=', id)
    .execute()
}

export function listDomains(db: Db, providerId: string) {
  return db
    .selectFrom('email_domain')
    .select(['domain', 'proof', 'proven_at'])
    .where('provider_id', '=', providerId)
    .orderBy('domain')
    .execute()
}
export type DomainRow = Awaited<ReturnType<typeof listDomains>>[number]

/** The same domain claimed twice keeps its proof. */
export async function insertDomain(
  db: Db,
  row: {
    readonly providerId: string
    readonly domain: string
    readonly proof: string
    readonly at: Date
  },
): Promise<void> {
  await db
    .insertInto('email_domain')
    .values({
      tenant_id: tenantOf(db),
      provider_id: row.providerId,
      domain: row.domain,
      proof: row.proof,
      created_at: row.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateDomainProven(db: Db, providerId: string, domain: string, at: Date) {
  await db
    .updateTable('email_domain')
    .set({ proven_at: at })
    .where('provider_id', '=', providerId)
    .where('tenant_id', '=', tenantOf(db))
    .where('domain', '=', domain)
    .execute()
}

/** Of all, or of one. */
export async function deleteDomains(db: Db, providerId: string, domain?: string): Promise<number> {
  const rows = await db
    .deleteFrom('email_domain')
    .where('provider_id', '=', providerId)
    .where('tenant_id', '=', tenantOf(db))
    .$if(domain !== undefined, (query) => query.where('domain', '=', domain ?? ''))
    .returning('domain')
    .execute()
  return rows.length
}

export interface NewTest extends Effect {
  readonly id: string
  readonly tokenHash: string
  readonly expiresAt: Date
}

export async function insertTest(db: Db, test: NewTest): Promise<void> {
  await db.deleteFrom('federation_test').where('expires_at', '<', test.at).execute()
  await db
    .insertInto('federation_test')
    .values({
      id: test.id,
      token_hash: test.tokenHash,
      tenant_id: tenantOf(db),
      provider_id: test.providerId,
      settings: JSON.stringify(test.settings),
      client_secret: test.clientSecret,
      digest: test.digest,
      created_at: test.at,
      expires_at: test.expiresAt,
    })
    .execute()
}

export function findTest(db: Db, providerId: string, id: string, now: Date) {
  return db
    .selectFrom('federation_test')
    .select(['steps', 'claims', 'outcome', 'digest', 'tenant_id as tenantId'])
    .where('id', '=', id)
    .where('provider_id', '=', providerId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Whether one of the provider's trials of these very settings passed. */
export async function hasPassedTest(db: Db, providerId: string, digest: string): Promise<boolean> {
  const row = await db
    .selectFrom('federation_test')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('tenant_id', '=', tenantOf(db))
    .where('digest', '=', digest)
    .where('outcome', '=', 'passed')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteTests(db: Db, providerId: string): Promise<void> {
  await db
    .deleteFrom('federation_test')
    .where('provider_id', '=', providerId)
    .where('tenant_id', '=', tenantOf(db))
    .execute()
}
