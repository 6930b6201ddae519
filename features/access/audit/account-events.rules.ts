// What people do at the identity provider, as the audit trail names it.
import { z } from 'zod'

const language = z.enum(['en', 'tr'])
const reason = z.enum(['wrong_password', 'wrong_code', 'locked', 'inactive'])
const profile = {
  firstName: z.string(),
  lastName: z.string(),
  timeZone: z.string().nullable(),
}

/** What the provider writes (identity/account-events.ts). */
const event = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed_in') }),
  z.object({ kind: z.literal('sign_in_refused'), reason }),
  z.object({ kind: z.literal('confirmation_refused'), reason }),
  z.object({ kind: z.literal('locked'), until: z.coerce.date() }),
  z.object({
    kind: z.literal('signed_out'),
    where: z.enum(['here', 'elsewhere', 'everywhere']),
  }),
  z.object({ kind: z.literal('registered'), ...profile }),
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

/** Where it came from; events of before these were said have neither. */
const from = z.object({ ip: z.string().optional(), requestId: z.string().optional() })

export const accountEvent = event.and(from)

const deeds = {
  signed_in: 'account.signed-in',
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

/** What changes nothing of the account: the whole trail tells of it, the account's own changes do not. */
export const signInEvents = [deeds.signed_in, deeds.signed_out] as const

/** Actions that are no call of the API; their words are in `deeds.rules.ts`. */
export const accountActions: readonly string[] = Object.values(deeds)

export const actionOfEvent = (event: AccountEvent): string =>
  deeds[event.kind === 'security_changed' ? event.what : event.kind]

/** What its entry says of afterwards; undefined: the deed says it all. */
export function afterEvent(event: AccountEvent): Record<string, unknown> | undefined {
  switch (event.kind) {
    case 'sign_in_refused':
    case 'confirmation_refused':
      return { refusal: event.reason }
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
