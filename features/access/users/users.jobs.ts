// Takes over what happened at the identity provider.
import { sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { z } from 'zod'
import { makeLink } from './account-links.ts'
import { resetMail, securityMail } from './account-mails.ts'
import {
  findUser,
  listEvents,
  removeEvent,
  setLastLogin,
  setLocked,
  setProfile,
} from './users.queries.ts'

const batch = 200
const language = z.enum(['en', 'tr'])

/** What the provider writes (identity/account-events.ts). */
const accountEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed_in') }),
  z.object({ kind: z.literal('locked'), until: z.coerce.date() }),
  z.object({
    kind: z.literal('profile_changed'),
    firstName: z.string(),
    lastName: z.string(),
    timeZone: z.string().nullable(),
  }),
  z.object({ kind: z.literal('password_reset_requested'), language }),
  z.object({
    kind: z.literal('security_changed'),
    what: z.enum(['password', 'authenticator_added', 'authenticator_removed', 'recovery_codes']),
    language,
  }),
])
type AccountEvent = z.infer<typeof accountEvent>

export const schedules = ({ identityUrl }: Pick<Providers, 'identityUrl'>) => [
  schedule({
    name: 'users.take-over-events',
    everyS: 2,
    run: (context) => takeOver(context, identityUrl),
  }),
]

async function takeOver(context: JobContext, identityUrl: string): Promise<void> {
  const { database, signal, log } = context
  for (const row of await listEvents(database.shared, batch)) {
    if (signal.aborted) return
    const parsed = accountEvent.safeParse({ kind: row.kind, ...(row.details as object) })
    if (!parsed.success) log.error({ eventId: row.id }, 'an account event makes no sense')
    // gone with what it led to, or not at all
    await database.transaction(tenantScope(row.tenant_id), async (db) => {
      if (parsed.success) {
        const about = { userId: row.user_id, at: row.created_at, identityUrl }
        await apply(db, context, about, parsed.data)
      }
      await removeEvent(db, row.id)
    })
  }
}

async function apply(
  db: Db,
  { jobs, now }: JobContext,
  about: { userId: string; at: Date; identityUrl: string },
  event: AccountEvent,
): Promise<void> {
  if (event.kind === 'signed_in') return setLastLogin(db, about.userId, about.at)
  if (event.kind === 'locked') return setLocked(db, about.userId, event.until)
  if (event.kind === 'profile_changed') return setProfile(db, about.userId, event)
  const user = await findUser(db, about.userId)
  if (user === undefined || !user.is_active) return
  const { first_name: firstName } = user
  const isReset = event.kind === 'password_reset_requested'
  const link = isReset
    ? await makeLink(db, {
        purpose: 'password_reset',
        user,
        identityUrl: about.identityUrl,
        now: now(),
      })
    : undefined
  await sendMail(db, jobs, {
    to: user.email,
    merchantId: user.merchant_id,
    language: event.language,
    isSecret: isReset,
    now: now(),
    content:
      event.kind === 'security_changed'
        ? securityMail({ firstName, what: event.what })
        : resetMail({ firstName, url: link?.url ?? '' }),
  })
}
