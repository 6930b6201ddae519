// The events of the identity provider, and their actions in the audit trail.
import { z } from 'zod'

const language = z.enum(['en', 'tr'])
const reason = z.enum(['wrong_password', 'wrong_code', 'locked', 'inactive', 'elsewhere_only'])
const profile = {
  firstName: z.string(),
  lastName: z.string(),
  timeZone: z.string().nullable(),
}

/** As the identity provider writes them (identity/account-events.ts). */
const event = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed_in') }),
  z.object({ kind: z.literal('signed_in_elsewhere'), provider: z.string() }),
  z.object({ kind: z.literal('sign_in_refused'), reason }),
  z.object({ kind: z.literal('confirmation_refused'), reason }),
  z.object({ kind: z.literal('locked'), until: z.coerce.date() }),
  z.object({
    kind: z.literal('signed_out'),
    where: z.enum(['here', 'elsewhere', 'everywhere']),
  }),
  z.object({
    kind: z.literal('registered'),
    ...profile,
    // events of the version before have none
    language: language.nullable().default(null),
  }),
  z.object({ kind: z.literal('profile_changed'), ...profile }),
  z.object({ kind: z.literal('password_reset_requested'), language }),
  z.object({
    kind: z.literal('security_changed'),
    what: z.enum([
      'password',
      'authenticator_added',
      'authenticator_removed',
      'recovery_codes',
      'code_asked',
      'code_not_asked',
    ]),
    language,
  }),
])
export type AccountEvent = z.infer<typeof event>

/** The source of an event; older events have none of the fields. */
const eventSource = z.object({
  ip: z.string().optional(),
  requestId: z.string().optional(),
  userAgent: z.string().optional(),
})

export const accountEvent = event.and(eventSource)

const eventActions = {
  signed_in: 'account.signed-in',
  signed_in_elsewhere: 'account.signed-in',
  sign_in_refused: 'account.sign-in-refused',
  confirmation_refused: 'account.confirmation-refused',
  locked: 'account.locked',
  signed_out: 'account.signed-out',
  registered: 'account.registered',
  profile_changed: 'account.profile-changed',
  password_reset_requested: 'account.password-forgotten',
  password: 'account.password-changed',
  authenticator_added: 'account.authenticator-added',
  authenticator_removed: 'account.authenticator-removed',
  recovery_codes: 'account.recovery-codes',
  code_asked: 'account.code-asked',
  code_not_asked: 'account.code-not-asked',
} as const

/** Sign-ins and sign-outs change nothing of the account: the audit trail lists them, the changes of the user do not. */
export const sessionActions = [eventActions.signed_in, eventActions.signed_out] as const

/** What a login history lists: sign-ins, those that were refused, and their ends. */
export const loginActions = [
  eventActions.signed_in,
  eventActions.sign_in_refused,
  eventActions.confirmation_refused,
  eventActions.locked,
  eventActions.signed_out,
] as const

/** Actions that are no call of the API; their words are in `eventActions.rules.ts`. */
export const accountActions: readonly string[] = Object.values(eventActions)

export const actionOfEvent = (event: AccountEvent): string =>
  eventActions[event.kind === 'security_changed' ? event.what : event.kind]

/** The `after` fields of an event's audit entry; undefined when the action says everything. */
export function auditedEventFields(event: AccountEvent): Record<string, unknown> | undefined {
  switch (event.kind) {
    case 'sign_in_refused':
    case 'confirmation_refused':
      return { refusal: event.reason }
    case 'signed_in_elsewhere':
      return { identityProvider: event.provider }
    case 'locked':
      return { lockedUntil: event.until.toISOString() }
    case 'signed_out':
      return { where: event.where }
    case 'registered':
    case 'profile_changed': {
      const { firstName, lastName, timeZone } = event
      return { firstName, lastName, timeZone }
    }
    default:
      return undefined
  }
}
