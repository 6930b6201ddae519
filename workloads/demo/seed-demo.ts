// The demo organisations: made on the first start, the same every time.
import { createAccount, type IdentityClient } from '@counterfoil/identity/accounts.ts'
import { demoPassword } from '@counterfoil/identity/passwords.ts'
import { openSecretBox } from '@counterfoil/identity/secret-box.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Settings } from '@counterfoil/kit/server/settings.ts'
import type { Logger } from 'pino'
import { runStep } from '../run-step.ts'
import { makeDocuments } from './documents.ts'
import { makeHistory } from './history.ts'
import { makeOffers } from './offers.ts'
import {
  demoAccounts,
  demoKeyOf,
  demoLinkToken,
  demoMerchants,
  demoPublishableKeyOf,
  demoTotpSecret,
} from './organisations.ts'
import { makeSales } from './sales.ts'
import { makeScreeningRules } from './screened-orders.ts'
import { makeSettlementTerms } from './settlement.ts'
import { endpointIdOf, storeOrganisations, tenantIdOf, userIdOf } from './store-organisations.ts'
import { makeTexts } from './texts.ts'
import { makeTickets } from './tickets.ts'

export interface DemoServices {
  readonly database: Database
  /** On the role counterfoil_identity; undefined where another identity provider serves. */
  readonly identity: IdentityClient | undefined
  readonly settings: Settings
  /** For the role counterfoil_app. */
  readonly appUrl: string
  readonly log: Logger
  readonly now: Date
  readonly say: (what: string) => void
}

/** Makes what is missing of the demo. Safe to repeat, and to take up after an interruption. */
export async function seedDemo(services: DemoServices): Promise<void> {
  const { database, identity, settings, say } = services
  if (!settings.isDemo) throw new Error('Demo organisations are made in the demo alone')
  if (!(await isSeeded(database))) {
    say('Making the demo organisations')
    await storeOrganisations(database)
  }
  if (identity !== undefined) await storeAccounts(identity, settings)
  // where no calls are answered nothing is received
  if (settings.roles.has('api')) await setEndpointAddresses(database, settings)
  await storeHistory(services)
}

/** What the demo's people did until now: payments, what they asked for help with, and what they were offered. */
async function storeHistory(services: DemoServices): Promise<void> {
  const { database, appUrl, settings, log, now, say } = services
  const once = (step: string, make: (began: Date) => Promise<void>) =>
    runStep(database, step, now, make)
  const made = { database, appUrl, publicUrl: settings.publicUrl, log }
  await once('texts', (began) => makeTexts(database, began))
  await once('documents', (began) => makeDocuments({ database, settings, appUrl, log }, began))
  await once('sales', (began) => makeSales(database, began))
  await once('settlement terms', (began) => makeSettlementTerms(database, began))
  await once('antifraud rules', (began) => makeScreeningRules(database, began))
  await once('history', (began) => {
    say('Making ninety days of payments for them')
    return makeHistory(made, began)
  })
  await once('tickets', (began) => {
    say('Making tickets that they raised')
    return makeTickets(made, began)
  })
  await once('offers', (began) => makeOffers(made, began))
}

/**
 * Who can sign in and which keys there are, to print when the product is ready. The password is told where it opens
 * something: another identity provider has passwords of its own.
 */
export function describeDemo({ oidc, publicUrl }: Pick<Settings, 'oidc' | 'publicUrl'>): string[] {
  const width = Math.max(...demoAccounts.map(({ email }) => email.length))
  const keys = demoMerchants.flatMap((merchant) =>
    merchant.keyModes.map((mode) => {
      const note = merchant.modes.includes(mode) ? '' : '  (refused: Test mode only)'
      return `${demoKeyOf(merchant.slug, mode)}${note}`
    }),
  )
  const publishable = demoMerchants.flatMap(({ slug, modes }) =>
    modes.map((mode) => demoPublishableKeyOf(slug, mode)),
  )
  return [
    oidc.isEmbedded
      ? `Demo accounts, all with the password ${demoPassword}:`
      : 'Demo accounts, for whom the identity provider names these addresses:',
    ...demoAccounts.map(({ email, who }) => `  ${email.padEnd(width)}  ${who}`),
    'Demo API keys for /v1:',
    ...keys.map((key) => `  ${key}`),
    'Demo publishable keys for /v1/tokens:',
    ...publishable.map((key) => `  ${key}`),
    'Demo payment link of Harbour Books, in Test, to be paid once:',
    `  ${publicUrl.replace(/\/$/, '')}/pay/${demoLinkToken}`,
  ]
}

async function isSeeded(database: Database): Promise<boolean> {
  const last = demoAccounts.at(-1)
  const known = await database.shared
    .selectFrom('user_directory')
    .select('user_id')
    .where('user_id', '=', userIdOf(last?.email ?? ''))
    .executeTakeFirst()
  return known !== undefined
}

async function storeAccounts(identity: IdentityClient, settings: Settings): Promise<void> {
  const box = openSecretBox(settings)
  for (const account of demoAccounts) {
    const userId = userIdOf(account.email)
    await createAccount(identity, {
      userId,
      tenantId: tenantIdOf(account.tenant),
      email: account.email,
      password: demoPassword,
      userType: account.userType,
      givenName: account.firstName,
      familyName: account.lastName,
      totpSecret: box.seal(demoTotpSecret, userId),
    })
  }
}

/** The receiver lies on this machine, on a port that may be another one at each start. */
async function setEndpointAddresses(database: Database, settings: Settings): Promise<void> {
  for (const merchant of demoMerchants) {
    await database.transaction(tenantScope(tenantIdOf(merchant.tenant)), async (db) => {
      for (const mode of merchant.modes) {
        const id = endpointIdOf(merchant.slug, mode)
        const url = `http://localhost:${settings.port}/sandbox/webhooks/${id}`
        await db
          .updateTable('webhook_endpoint')
          .set({ url })
          .where('tenant_id', '=', tenantIdOf(merchant.tenant))
          .where('id', '=', id)
          .where('url', '<>', url)
          .execute()
      }
    })
  }
}
