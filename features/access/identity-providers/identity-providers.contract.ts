import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { idParams, recordVersion, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { identityProviders } from './identity-providers.resource.ts'

const { permissions } = identityProviders
const base = `/api${identityProviders.path}/:id`
const refreshes = [`${identityProviders.id}.*`]

/** A domain as it stands behind the @, in its own letters or in punycode. */
const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/)
  .meta({ examples: ['example.com'] })

const domainState = z.object({
  domain: z.string(),
  /** Where the DNS record has to stand, and what it has to say. */
  recordName: z.string(),
  recordValue: z.string(),
  /** Null: its people do not sign in at the provider yet. */
  provenAt: timestamp.nullable(),
})
export type DomainState = z.infer<typeof domainState>

const testSteps = ['discovery', 'keys', 'sign-in', 'token', 'claims'] as const

const testResult = z.object({
  steps: z.array(z.object({ step: z.enum(testSteps), isGood: z.boolean(), detail: z.string() })),
  /** What the provider said, and what the settings read from it. */
  claims: z
    .object({
      read: z.object({
        email: z.string().optional(),
        isEmailVerified: z.boolean(),
        givenName: z.string(),
        familyName: z.string(),
        groups: z.array(z.string()),
      }),
      all: z.record(z.string(), z.unknown()),
    })
    .nullable(),
  /** Null while it is under way. */
  outcome: z.enum(['passed', 'failed']).nullable(),
  /** What a sign-in of this person would come to: `existing`, `made`, or why it would be refused. */
  wouldBe: z.string().nullable(),
})
export type TestResult = z.infer<typeof testResult>

export const readProviderState = endpoint({
  id: 'identity-providers.state',
  method: 'GET',
  path: `${base}/state`,
  summary: 'What is missing before people sign in at an identity provider',
  permission: permissions.view,
  params: idParams,
  answer: z.object({
    /** To be entered at the provider. */
    redirectUri: z.string(),
    /** False where the whole installation signs in elsewhere: then tenants have no providers of their own. */
    isAvailable: z.boolean(),
    /** The settings as they are now have passed the test. */
    isTested: z.boolean(),
    isInEffect: z.boolean(),
    /** Names that stand in no DNS count as published. */
    isDemo: z.boolean(),
    /** In effect are settings from before the last change. */
    hasChanges: z.boolean(),
    domains: z.array(domainState),
  }),
})

export const setClientSecret = endpoint({
  id: 'identity-providers.set-secret',
  method: 'PUT',
  path: `${base}/client-secret`,
  summary: 'Sets or removes the client secret; no call answers it',
  permission: permissions.edit,
  params: idParams,
  body: z
    .strictObject({ secret: z.string().trim().min(1).max(1000).nullable(), version: recordVersion })
    .meta({ examples: [{ secret: 'what-the-provider-gave', version: 1 }] }),
  answer: z.object({ secretSetAt: timestamp.nullable() }),
  refreshes,
})

const domainParams = idParams.extend({ domain: domainName })

export const addDomain = endpoint({
  id: 'identity-providers.add-domain',
  method: 'POST',
  path: `${base}/domains`,
  summary: 'Claims an e-mail domain; it takes effect once its DNS record proves it',
  permission: permissions.edit,
  params: idParams,
  body: z.strictObject({ domain: domainName }),
  answer: domainState,
  status: 201,
  refreshes,
})

export const proveDomain = endpoint({
  id: 'identity-providers.prove-domain',
  method: 'POST',
  path: `${base}/domains/:domain/proof`,
  summary: 'Looks for the DNS record that proves a domain',
  permission: permissions.edit,
  params: domainParams,
  answer: domainState,
  refreshes,
})

export const removeDomain = endpoint({
  id: 'identity-providers.remove-domain',
  method: 'DELETE',
  path: `${base}/domains/:domain`,
  summary: 'Gives up an e-mail domain: its people sign in by password again',
  permission: permissions.edit,
  params: domainParams,
  answer: z.undefined(),
  status: 204,
  refreshes,
})

export const startTest = endpoint({
  id: 'identity-providers.start-test',
  method: 'POST',
  path: `${base}/tests`,
  summary: 'Begins a trial of the settings: a sign-in in a window, which signs nobody in',
  permission: permissions.edit,
  params: idParams,
  answer: z.object({ testId: z.string(), url: z.string(), expiresAt: timestamp }),
  status: 201,
})

export const readTest = endpoint({
  id: 'identity-providers.read-test',
  method: 'GET',
  path: `${base}/tests/:testId`,
  summary: 'How far a trial has come, step by step',
  permission: permissions.edit,
  params: idParams.extend({ testId: idParams.shape.id }),
  answer: testResult,
})

export const putIntoEffect = endpoint({
  id: 'identity-providers.put-into-effect',
  method: 'PUT',
  path: `${base}/effect`,
  summary: 'Puts settings into effect that have passed the test',
  permission: permissions.edit,
  sca: 'always',
  params: idParams,
  answer: z.object({ isInEffect: z.literal(true) }),
  refreshes,
})
