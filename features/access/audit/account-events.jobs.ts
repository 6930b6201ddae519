// Takes over what happened at the identity provider: into the audit trail, and to whom it concerns.
import { notifyAccountOwner } from '@counterfoil/features/access/users/accounts.public.ts'
import { takeProfile } from '@counterfoil/features/access/users/users.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  deleteAccountEvent,
  findOwner,
  listEvents,
  setLastLogin,
  setLocked,
} from './account-events.queries.ts'
import {
  type AccountEvent,
  accountEvent,
  actionOfEvent,
  afterEvent,
} from './account-events.rules.ts'

const batch = 200

export const schedules = ({ identityUrl }: Pick<Providers, 'identityUrl'>) => [
  schedule({
    name: 'users.take-over-events',
    everyS: 2,
    run: (context) => takeOver(context, identityUrl),
  }),
]

async function takeOver(context: JobContext, identityUrl: string): Promise<void> {
  const { database, signal, log } = context
  // of somebody one of whose events fails, the later ones wait; everybody else's go on
  const waiting = new Set<string>()
  for (const row of await listEvents(database.shared, batch)) {
    if (signal.aborted) return
    if (waiting.has(row.user_id)) continue
    const parsed = accountEvent.safeParse({ kind: row.kind, ...(row.details as object) })
    if (!parsed.success) log.error({ eventId: row.id }, 'an account event makes no sense')
    try {
      // gone with what it led to, or not at all
      await database.transaction(tenantScope(row.tenant_id), async (db) => {
        if (parsed.success) {
          const about = { userId: row.user_id, at: row.created_at, identityUrl }
          const { ip = null, requestId = row.id } = parsed.data
          await tellTrail(db, { ...about, ip, requestId }, parsed.data)
          await apply(db, context, about, parsed.data)
        }
        await deleteAccountEvent(db, row.id)
      })
    } catch (error) {
      waiting.add(row.user_id)
      log.error({ err: error, eventId: row.id }, 'an account event could not be taken over')
    }
  }
}

/** As every change: who, from where, what. Whoever is refused is named by the account that was tried. */
async function tellTrail(
  db: Db,
  from: { userId: string; at: Date; ip: string | null; requestId: string },
  event: AccountEvent,
): Promise<void> {
  const owner = await findOwner(db, from.userId)
  if (owner === undefined) return
  const { first_name: firstName, last_name: lastName, time_zone: timeZone } = owner
  await insertAuditEntry(db, {
    actorId: from.userId,
    actorName: `${firstName} ${lastName}`.trim(),
    action: actionOfEvent(event),
    requestId: from.requestId,
    ip: from.ip,
    at: from.at,
    record: {
      type: 'user',
      id: from.userId,
      merchantId: owner.merchant_id,
      before: event.kind === 'profile_changed' ? { firstName, lastName, timeZone } : undefined,
      after: afterEvent(event),
    },
  })
}

type Told = Parameters<typeof notifyAccountOwner>[2]

async function apply(
  db: Db,
  { jobs, now }: JobContext,
  about: { userId: string; at: Date; identityUrl: string },
  event: AccountEvent,
): Promise<void> {
  const { userId, at, identityUrl } = about
  const tell = (language: Told['language'], what: Told['what']) =>
    notifyAccountOwner(db, { jobs, now: now(), identityUrl }, { userId, language, what })
  switch (event.kind) {
    case 'signed_in':
      return setLastLogin(db, userId, at)
    case 'locked':
      return setLocked(db, userId, event.until)
    case 'registered':
    case 'profile_changed':
      return takeProfile(db, userId, event)
    case 'password_reset_requested':
      return tell(event.language, 'password_forgotten')
    case 'security_changed':
      return tell(event.language, event.what)
    default:
    // a refusal or a sign-out changes nothing here
  }
}
