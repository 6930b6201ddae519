import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { utcDayOf } from '@counterfoil/kit/contract/calendar-days.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { openBankingView } from './connections.contract.ts'
import {
  type ConnectionRow,
  findConnection,
  listDue,
  lockConnection,
  updateConnection,
} from './connections.queries.ts'
import { awaitingMs, noticeDays } from './connections.rules.ts'
import { type BankWork, inTenant, notifyBank } from './connections.ts'
import { readConnected } from './read-accounts.ts'

const msg = messagesOf(import.meta.url)

/** Banks give as many readings a day when their customer is not there. */
const readEveryMs = 6 * hourMs
const atOnce = 50

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'open-banking.follow',
    label: msg('Read connected banks, and follow their consents'),
    everyS: 30,
    run: (context) => followConnections(providers, context),
  }),
]

/** What time brings about for connections, tenant by tenant; one that fails does not stop the others. */
export async function followConnections(providers: Providers, context: JobContext): Promise<void> {
  const { database, log, now } = context
  await forEachTenant(context, 'connections to banks could not be followed', (tenantId) => {
    const work: BankWork = { database, providers, tenantId, log, now }
    return followTenant(work, context)
  })
}

async function followTenant(work: BankWork, { jobs, signal }: JobContext): Promise<void> {
  const now = work.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const due = await inTenant(work, (db) =>
    listDue(db, now, {
      ...{ awaitingBefore: before(awaitingMs), readBefore: before(readEveryMs), limit: atOnce },
      noticeBefore: new Date(now.getTime() + noticeDays * dayMs),
    }),
  )
  for (const id of due.expired) await expire(work, id, 'Authorised')
  for (const id of due.abandoned) await expire(work, id, 'AwaitingAuthorisation')
  await inTenant(work, async (db) => {
    for (const id of due.toNotify) {
      const row = await lockConnection(db, id)
      if (row === undefined || row.notifiedAt !== null || row.state !== 'Authorised') continue
      await updateConnection(db, id, { notified_at: now })
      if (row.renewedById === null) await notify(db, jobs, noticeOf(row, now))
    }
  })
  const each = async (ids: readonly string[], one: (row: ConnectionRow) => Promise<unknown>) => {
    for (const id of ids) {
      if (signal.aborted) return
      const row = await inTenant(work, (db) => findConnection(db, id))
      if (row !== undefined) await one(row)
    }
  }
  await each(due.toRevoke, (row) => notifyBank(work, row))
  await each(due.toRead, (row) => readConnected(work, row))
}

const expire = (work: BankWork, id: string, from: 'Authorised' | 'AwaitingAuthorisation') => {
  const at = work.now()
  const ended = {
    ...{ ended_at: at, tokens: null, verifier: null, state_hash: null },
    // its customer may have approved it at the bank, or still can, and nothing would come of it here
    ...(from === 'AwaitingAuthorisation' ? { revoke_at: at } : {}),
  }
  return inTenant(work, (db) => updateConnection(db, id, { state: 'Expired', ...ended }, from))
}

const noticeOf = ({ id, bankName, merchantId, expiresAt }: ConnectionRow, now: Date) => ({
  to: { audience: 'merchant', permission: openBankingView, merchantId } as const,
  type: 'BankConnectionEnds',
  isImportant: true,
  title: msg('A connection to a bank is about to end'),
  description: textWith(
    msg('{bank}: from {day} on nothing is read any more. Renew it before, and nothing is missed.'),
    { bank: bankName.replace(/[<>&]/g, ''), day: utcDayOf(expiresAt) },
  ),
  objectUrl: `/merchant/payments/open-banking-connections?connection=${id}`,
  onceFor: `bank connection ${id}`,
  now,
})
