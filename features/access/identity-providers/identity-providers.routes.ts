import { createHash, randomBytes } from 'node:crypto'
import { requireGrantable } from '@counterfoil/features/access/users/accounts.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { failureCode, uniqueViolation } from '@counterfoil/kit/database/failures.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { sealText } from '@counterfoil/kit/database/vault.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Changing } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { staleRow } from '@counterfoil/kit/server/resources/resource-checks.ts'
import { resourceRoutes, tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { operatorType } from './arrivals.queries.ts'
import { decide } from './arrivals.ts'
import { digestOf, effectOf } from './effect.ts'
import {
  addDomain,
  type DomainState,
  proveDomain,
  putIntoEffect,
  readProviderState,
  readTest,
  removeDomain,
  setClientSecret,
  startTest,
  type TestResult,
} from './identity-providers.contract.ts'
import {
  type DomainRow,
  deleteDomains,
  deleteFederation,
  deleteTests,
  findProvider,
  findTest,
  forgetClientSecret,
  hasPassedTest,
  insertDomain,
  insertTest,
  listDomains,
  type ProviderRow,
  updateClientSecret,
  updateDomainProven,
  updateLinkedIssuer,
  updateTested,
  upsertFederation,
} from './identity-providers.queries.ts'
import { identityProviders } from './identity-providers.resource.ts'
import { lockWaysIn } from './local-sign-in.queries.ts'
import {
  byAdministrators,
  requireAdministrator,
  requireEmbedded,
  requireWayIn,
} from './may-set-up.ts'
import { providerGroups } from './provider-groups.resource.ts'
import { recordNameOf, recordValueOf } from './settings.rules.ts'

type Called = Context<UserCaller>
const type = identityProviders.id
const table = 'identity_provider'
const testMinutes = 15

export const routes = ({
  outbound,
  keys,
  domainNames,
}: Pick<Providers, 'outbound' | 'keys' | 'domainNames'>): Route[] =>
  byAdministrators([
    // its addresses lie below those of the providers, and must be found before `:id`
    ...resourceRoutes(providerGroups, {
      check: async (db, values, { context }) => {
        requireAdministrator(context)
        await requireRole(db, context, values.roleId, 'roleId')
        return undefined
      },
    }),
    ...resourceRoutes(identityProviders, {
      ask: async ({ issuer }, context) => {
        const mayBePlain = context.settings?.isDemo === true
        if (!mayBePlain && !String(issuer).startsWith('https:')) {
          const text = 'The issuer must begin with https'
          throw new Problem('identity_provider.insecure', 422, text, { path: 'issuer' })
        }
        const refusal = await outbound.refusalOf(String(issuer))
        if (refusal !== undefined)
          throw new Problem('webhook.address', 422, refusal, { path: 'issuer' })
      },
      check: async (db, values, { context }) => {
        requireAdministrator(context)
        await requireRole(db, context, values.newcomerRoleId, 'newcomerRoleId')
        return undefined
      },
      // a secret is sent to the issuer that it was given for, and to no other
      saved: async (db, id, { before, after, context }) => {
        if (before === undefined) return
        const isSame = before.issuer === after.issuer && before.clientId === after.clientId
        if (!isSame) await forgetClientSecret(db, id, context.now)
      },
      switched: async (db, id, isActive) => {
        if (isActive) throw notByItself()
        await lockWaysIn(db)
        await deleteFederation(db, id)
        await requireWayIn(db)
      },
      removing: async (db, id) => {
        await lockWaysIn(db)
        await deleteFederation(db, id)
        await deleteDomains(db, id)
        await deleteTests(db, id)
        await requireWayIn(db)
      },
    }),
    route(readProviderState, async ({ params }, context) => {
      const { db, settings } = context
      const row = await requireProvider(db, params.id)
      const digest = digestOf(row)
      return {
        redirectUri: `${settings.oidc.issuer}/Identity/Account/External/${row.id}`,
        isAvailable: settings.oidc.isEmbedded,
        isTested: row.tested === digest || (await hasPassedTestOf(context, row, digest)),
        isInEffect: row.effective !== null,
        isDemo: settings.isDemo,
        hasChanges: row.effective !== null && row.effective !== digest,
        domains: (await listDomains(db, row.id)).map(domainState),
      }
    }),
    route(setClientSecret, ({ params, body }, context) =>
      change(context, params.id, async (db, row) => {
        const { now } = context
        const sealed =
          body.secret === null ? null : await sealText(db, keys, { table, text: body.secret, now })
        if (!(await updateClientSecret(db, params.id, body.version, { sealed, at: now }))) {
          throw staleRow()
        }
        const after = { secretSetAt: sealed === null ? null : now.toISOString() }
        await context.audit(db, {
          type,
          id: params.id,
          before: { clientCredential: row.secret_set_at?.toISOString() ?? null },
          after: { clientCredential: after.secretSetAt },
        })
        return after
      }),
    ),
    route(addDomain, ({ params, body: { domain } }, context) =>
      change(context, params.id, async (db) => {
        const proof = randomBytes(20).toString('hex')
        await insertDomain(db, { providerId: params.id, domain, proof, at: context.now })
        await context.audit(db, { type, id: params.id, after: { domain, isProven: false } })
        return readDomain(db, params.id, domain)
      }),
    ),
    route(proveDomain, async ({ params: { id, domain } }, context) => {
      await requireProvider(context.db, id)
      const found = await readDomain(context.db, id, domain)
      if (found.provenAt !== null) return found
      const isThere = await domainNames
        .hasTextRecord(found.recordName, found.recordValue)
        .catch((error: Error) => {
          throw new Problem('identity_provider.dns_lost', 503, error.message)
        })
      if (!isThere) {
        const text = `The DNS has no such text record at ${found.recordName} yet. It can take an hour until a new one is seen.`
        throw new Problem('identity_provider.domain_unproven', 409, text, {
          params: { name: found.recordName },
        })
      }
      return change(context, id, async (db) => {
        await updateDomainProven(db, id, domain, context.now).catch((error) => {
          throw failureCode(error) === uniqueViolation ? domainTaken() : error
        })
        await context.audit(db, { type, id, after: { domain, isProven: true } })
        return readDomain(db, id, domain)
      })
    }),
    route(removeDomain, ({ params: { id, domain } }, context) =>
      change(context, id, async (db) => {
        await lockWaysIn(db)
        if ((await deleteDomains(db, id, domain)) === 0) throw notFound('The domain')
        await requireWayIn(db)
        await context.audit(db, { type, id, before: { domain } })
        return undefined
      }),
    ),
    route(startTest, ({ params }, context) =>
      change(context, params.id, async (db, row) => {
        requireEmbedded(context)
        const token = randomBytes(32).toString('base64url')
        const testId = newId(context.now)
        const expiresAt = new Date(context.now.getTime() + testMinutes * 60_000)
        const tokenHash = createHash('sha256').update(token).digest('hex')
        const effect = await effectOf(db, row, context, { keys })
        await insertTest(db, { ...effect, id: testId, tokenHash, expiresAt })
        const { issuer } = context.settings.oidc
        return {
          testId,
          url: `${issuer}/Identity/Account/ExternalTest/${testId}?token=${token}`,
          expiresAt: expiresAt.toISOString(),
        }
      }),
    ),
    route(readTest, async ({ params }, context) => {
      const row = await requireProvider(context.db, params.id)
      const test = await findTest(context.database.shared, row.id, params.testId, context.now)
      if (test === undefined) throw notFound('The test')
      const steps = test.steps as TestResult['steps']
      const claims = test.claims as TestResult['claims']
      return {
        steps,
        claims,
        outcome: test.outcome as TestResult['outcome'],
        wouldBe: claims === null ? null : await outcomeOf(context, row, steps, claims),
      }
    }),
    route(putIntoEffect, ({ params }, context) =>
      change(context, params.id, async (db, row) => {
        requireEmbedded(context)
        const digest = digestOf(row)
        if (row.tested !== digest && !(await hasPassedTest(db, row.id, digest))) {
          const text = 'These settings have not passed the test yet'
          throw new Problem('identity_provider.untested', 409, text)
        }
        const domains = await listDomains(db, row.id)
        if (domains.every(({ proven_at }) => proven_at === null)) {
          const text = 'Prove a domain first: without one nobody is sent to the provider'
          throw new Problem('identity_provider.no_domain', 409, text)
        }
        await updateTested(db, row.id, digest)
        await updateLinkedIssuer(db, row.id, row.issuer)
        await upsertFederation(db, await effectOf(db, row, context, { keys }))
        await context.audit(db, {
          type,
          id: row.id,
          before: { isActive: row.is_active },
          after: { isActive: true, issuer: row.issuer, clientId: row.client_id },
        })
        return { isInEffect: true as const }
      }),
    ),
  ])

/** On one provider, locked, in its tenant, by somebody who may. */
async function change<A>(
  context: Called,
  id: string,
  work: (db: Db, row: ProviderRow) => Promise<A>,
): Promise<A> {
  const tenantId = await tenantOfRow(identityProviders, id, context)
  return context.transaction(async (db) => {
    const row = await findProvider(db, id, true)
    if (row === undefined) throw notFound(identityProviders.one.en)
    return work(db, row)
  }, tenantId)
}

async function requireProvider(db: Db, id: string): Promise<ProviderRow> {
  const row = await findProvider(db, id)
  if (row === undefined) throw notFound(identityProviders.one.en)
  return row
}

/** A role that the administrator could give to an operator. */
async function requireRole(
  db: Db,
  { caller }: Changing,
  roleId: unknown,
  path: string,
): Promise<void> {
  if (typeof roleId !== 'string') return
  const userType = await operatorType(db)
  await requireGrantable(db, caller, { userType, merchantId: null, roleId, path })
}

const notByItself = () =>
  new Problem(
    'identity_provider.untested',
    409,
    'Open the provider, test it, and put it into effect there',
  )

const domainTaken = () =>
  new Problem(
    'identity_provider.domain_taken',
    409,
    'This domain is proven by another organisation or another of your providers',
  )

async function readDomain(db: Db, providerId: string, domain: string): Promise<DomainState> {
  const row = (await listDomains(db, providerId)).find((one) => one.domain === domain)
  if (row === undefined) throw notFound('The domain')
  return domainState(row)
}

const domainState = ({ domain, proof, proven_at: at }: DomainRow): DomainState => ({
  domain,
  recordName: recordNameOf(domain),
  recordValue: recordValueOf(proof),
  provenAt: at?.toISOString() ?? null,
})

const hasPassedTestOf = (
  { database }: Called,
  { tenant_id: tenantId, id }: ProviderRow,
  digest: string,
) => hasPassedTest(database.reader(tenantScope(tenantId)), id, digest)

/** What a sign-in with these claims would come to; the test itself changes nothing. */
async function outcomeOf(
  { database }: Called,
  row: ProviderRow,
  steps: TestResult['steps'],
  { read }: NonNullable<TestResult['claims']>,
): Promise<string> {
  const subject = steps.find(({ step }) => step === 'token')?.detail ?? ''
  const db = database.reader(tenantScope(row.tenant_id))
  const decision = await decide(db, row, { ...read, subject, email: read.email ?? null })
  return decision.kind === 'refused' ? decision.refusal : decision.kind
}
