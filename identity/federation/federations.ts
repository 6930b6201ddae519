// Tenants' identity providers as the portal stores them, read again at each sign-in.
import { z } from 'zod'
import { emailKey, type IdentityClient } from '../accounts.ts'

/** As the portal writes them (features/access/identity-providers/settings.rules.ts). */
const settings = z.object({
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.string(),
  emailClaim: z.string(),
  givenNameClaim: z.string(),
  familyNameClaim: z.string(),
  groupsClaim: z.string().nullable(),
  isEmailAssumed: z.boolean(),
})
export type FederationSettings = z.infer<typeof settings>

/** Another provider at which people of a tenant sign in. */
export interface Federation {
  readonly providerId: string
  readonly tenantId: string
  readonly settings: FederationSettings
  /** Sealed for this process; null: a public client. */
  readonly clientSecret: string | null
  /** Changes with the settings and the secret. */
  readonly digest: string
  /** The platform has suspended the organisation. A person who has proven to be one of its people reads so. */
  readonly isSuspended: boolean
}

interface Row extends Omit<Federation, 'settings'> {
  readonly settings: unknown
}

const columns = `provider_id as "providerId", f.tenant_id as "tenantId", settings, client_secret as "clientSecret", digest,
  not t.is_active as "isSuspended"`

const federationOf = (row: Row | undefined): Federation | undefined =>
  row && { ...row, settings: settings.parse(row.settings) }

/** Whether any tenant has one: only then is the e-mail asked for by itself. */
export async function hasFederations(client: IdentityClient): Promise<boolean> {
  const { rowCount } = await client.query('select from app.federation limit 1')
  return rowCount === 1
}

export async function findFederation(
  client: IdentityClient,
  providerId: string,
): Promise<Federation | undefined> {
  const { rows } = await client.query<Row>(
    `select ${columns} from app.federation f join app.tenant t on t.id = f.tenant_id
     where provider_id::text = $1`,
    [providerId],
  )
  return federationOf(rows[0])
}

/** Only by the domain: neither answer says whether there is an account. */
export async function findFederationOfEmail(
  client: IdentityClient,
  email: string,
): Promise<Federation | undefined> {
  const domain = emailKey(email).split('@').at(-1)
  if (domain === undefined) return undefined
  const { rows } = await client.query<Row>(
    `select ${columns} from app.federation f join app.tenant t on t.id = f.tenant_id
     join app.email_domain d using (provider_id)
     where d.domain = $1 and d.proven_at is not null`,
    [domain],
  )
  return federationOf(rows[0])
}

/** Settings that are tried, under the secret that opened the window. */
export async function findTest(
  client: IdentityClient,
  id: string,
  tokenHash: string,
): Promise<Federation | undefined> {
  const { rows } = await client.query<Row>(
    `select ${columns} from app.federation_test f join app.tenant t on t.id = f.tenant_id
     where f.id::text = $1 and token_hash = $2 and expires_at > now() and outcome is null`,
    [id, tokenHash],
  )
  return federationOf(rows[0])
}
