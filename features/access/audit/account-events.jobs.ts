// Processes the events of the identity provider: writes them to the audit trail, applies them to the user, and notifies.

import { updateLocale } from '@counterfoil/features/access/sign-in-context/preferences.public.ts'
import {
  applyProviderProfile,
  notifyAccountOwner,
} from '@counterfoil/features/access/users/accounts.public.ts'
import { endViewsOf } from '@counterfoil/features/access/view-as/view-as.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  deleteAccountEvent,
  findOwner,
  listAccountEvents,
  updateLastLogin,
  updateLocked,
} from './account-events.queries.ts'
import {
  type AccountEvent,
  accountEvent,
  actionOfEvent,
  auditedEventFields,
  loginActions,
} from './account-events.rules.ts'

const msg = messagesOf(import.meta.url)

const batch = 200

export const schedules = ({ identityUrl }: Pick<Providers, 'identityUrl'>) => [
  schedule({
    name: 'users.take-over-events',
    label: msg('Take over sign-ins'),
    everyS: 2,
    run: (context) => processAccountEvents(context, identityUrl),
  }),
]

async function processAccountEvents(context: JobContext, identityUrl: string): Promise<void> {
  const { database, signal } = context
  // after a failed event the later ones of the same user wait; those of other users go on
  const failedUserIds = new Set<string>()
  for (;;) {
    const failedBefore = failedUserIds.size
    const rows = await listAccountEvents(database.shared, batch, [...failedUserIds])
    await processEvents(context, identityUrl, rows, failedUserIds)
    // failed ones do not keep those behind them from being read
    const isThrough = rows.length < batch || failedUserIds.size === failedBefore
    if (isThrough || signal.aborted) break
  }
  if (failedUserIds.size > 0) {
    throw new Error(`events of ${failedUserIds.size} accounts could not be taken over`)
  }
}

async function processEvents(
  context: JobContext,
  identityUrl: string,
  rows: Awaited<ReturnType<typeof listAccountEvents>>,
  failedUserIds: Set<string>,
): Promise<void> {
  const { database, signal, log } = context
  for (const row of rows) {
    if (signal.aborted) return
    if (failedUserIds.has(row.user_id)) continue
    const parsed = accountEvent.safeParse({ kind: row.kind, ...(row.details as object) })
    if (!parsed.success) log.error({ eventId: row.id }, 'an account event makes no sense')
    try {
      // the event is deleted in the transaction of its effects
      await database.transaction(tenantScope(row.tenant_id), async (db) => {
        if (parsed.success) {
          const eventContext = { userId: row.user_id, at: row.created_at, identityUrl }
          const { ip = null, requestId = row.id, userAgent } = parsed.data
          await insertEventEntry(db, { ...eventContext, ip, requestId, userAgent }, parsed.data)
          await apply(db, context, eventContext, parsed.data)
        }
        await deleteAccountEvent(db, row.id)
      })
    } catch (error) {
      failedUserIds.add(row.user_id)
      log.error({ err: error, eventId: row.id }, 'an account event could not be taken over')
    }
  }
}

/** The entry names the account's user also when a sign-in was refused. */
async function insertEventEntry(
  db: Db,
  source: {
    userId: string
    at: Date
    ip: string | null
    requestId: string
    userAgent: string | undefined
  },
  event: AccountEvent,
): Promise<void> {
  const owner = await findOwner(db, source.userId)
  if (owner === undefined) return
  const { first_name: firstName, last_name: lastName, time_zone: timeZone } = owner
  await insertAuditEntry(db, {
    actorId: source.userId,
    actorName: `${firstName} ${lastName}`.trim(),
    action: actionOfEvent(event),
    requestId: source.requestId,
    ip: source.ip,
    at: source.at,
    record: {
      type: 'user',
      id: source.userId,
      merchantId: owner.merchant_id,
      before: event.kind === 'profile_changed' ? { firstName, lastName, timeZone } : undefined,
      after: afterOf(event, source.userAgent),
    },
  })
}

/** Of sign-ins and their ends also the browser, by which people know their own. */
function afterOf(event: AccountEvent, userAgent: string | undefined) {
  const fields = auditedEventFields(event)
  const isLogin = loginActions.some((one) => one === actionOfEvent(event))
  return isLogin && userAgent !== undefined ? { ...fields, userAgent } : fields
}

type Notice = Parameters<typeof notifyAccountOwner>[2]

async function apply(
  db: Db,
  { jobs, now }: JobContext,
  eventContext: { userId: string; at: Date; identityUrl: string },
  event: AccountEvent,
): Promise<void> {
  const { userId, at, identityUrl } = eventContext
  const notify = (language: Notice['language'], what: Notice['what']) =>
    notifyAccountOwner(db, { jobs, now: now(), identityUrl }, { userId, language, what })
  switch (event.kind) {
    case 'signed_in':
    case 'signed_in_elsewhere':
      return updateLastLogin(db, userId, at)
    case 'signed_out':
      return endViewsOf(db, userId, at)
    case 'locked':
      return updateLocked(db, userId, event.until)
    case 'registered':
      if (event.language !== null) await updateLocale(db, userId, event.language)
      return applyProviderProfile(db, userId, event)
    case 'profile_changed':
      return applyProviderProfile(db, userId, event)
    case 'password_reset_requested':
      return notify(event.language, 'password_forgotten')
    case 'security_changed':
      return notify(event.language, event.what)
    default:
    // a refusal changes nothing of the user
  }
}
