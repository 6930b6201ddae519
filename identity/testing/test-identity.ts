// An identity provider of its own for a test file, with a tenant and people.
import { readSettings, type Settings } from '@counterfoil/kit/server/settings.ts'
import { openOutbound } from '@counterfoil/providers/outbound/outbound.ts'
import pg from 'pg'
import { pino } from 'pino'
import { v7 } from 'uuid'
import { createAccount, type NewAccount } from '../accounts.ts'
import { type ConfirmOutcome, confirmCode } from '../confirm-code.ts'
import { openSecretBox } from '../secret-box.ts'
import { type RunningIdentity, startIdentity } from '../server.ts'

export const password = 'correct horse battery'
export const portalUrl = 'http://localhost:4000'
export const secretsKey = 'a key that tests alone seal with, 32 long'

export interface TestIdentity extends RunningIdentity {
  /** On the provider's own role. */
  readonly pool: pg.Pool
  readonly tenantId: string
  /** Makes somebody who can sign in with `password`; a secret for one-time codes is given readable. */
  person(changes?: Partial<NewAccount>): Promise<NewAccount>
  /** What the portal asks before an action. */
  confirm(tried: Parameters<typeof confirmCode>[1]): Promise<ConfirmOutcome>
}

/** A tenant with colours of its own, to be made by a test. */
export const northwind = {
  slug: 'northwind',
  name: 'Northwind Pay',
  support_email: 'support@northwind.example',
  theme: JSON.stringify({ sidebarBackgroundColor: '#0b5c4a', primaryColor: '#f4b740' }),
}

export async function startTestIdentity(
  identityUrl: string,
  tenantId: string,
  changes: Partial<Settings> = {},
): Promise<TestIdentity> {
  const settings = {
    ...readSettings({ PUBLIC_URL: portalUrl, SECRETS_KEY: secretsKey }),
    identityPort: 0,
    ...changes,
  }
  const log = pino({ level: 'silent' })
  const running = await startIdentity({
    settings,
    databaseUrl: identityUrl,
    log,
    reach: openOutbound({ mayReachPrivate: true }).fetch,
  })
  const box = openSecretBox(settings)
  const pool = new pg.Pool({ connectionString: identityUrl, max: 4 })
  return {
    ...running,
    pool,
    tenantId,
    async person(changes = {}) {
      const userId = v7()
      const account: NewAccount = {
        userId,
        tenantId,
        email: `p${userId}@harbour.example`,
        password,
        userType: 'merchant',
        givenName: 'Ada',
        familyName: 'Quay',
        ...changes,
      }
      const { totpSecret } = account
      const sealed =
        totpSecret === undefined ? {} : { totpSecret: box.seal(totpSecret, account.userId) }
      await createAccount(pool, { ...account, ...sealed })
      return account
    },
    confirm: (tried) => confirmCode({ pool, log, box }, tried),
    async close() {
      await pool.end()
      await running.close()
    },
  }
}
