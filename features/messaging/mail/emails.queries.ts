import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import type { Part } from '@counterfoil/kit/database/paging.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import type { EmailState } from './emails.contract.ts'
import { noMailServer } from './mail.schema.ts'

export interface EmailFilter {
  readonly searchKey?: string | undefined
  readonly state?: EmailState | undefined
  readonly threadId?: string | undefined
  readonly from?: Date
  readonly to?: Date
}

/** What waiting mails wait for. */
export interface Sending {
  /** A mail server is set. */
  readonly isSending: boolean
  readonly now: Date
}

export interface EmailRow {
  readonly id: string
  readonly merchant_name: string | null
  readonly recipient: string
  readonly subject: string
  readonly state: EmailState
  readonly failure: string | null
  readonly is_secret: boolean
  readonly text_body: string
  readonly thread_id: string | null
  readonly created_at: Date
  readonly sent_at: Date | null
}

/**
 * Receipts, and what is mailed of notifications, are of any payment: who is limited to some methods or providers reads
 * what is mailed about tickets.
 */
const seenMails = (db: Db) =>
  db.scope.kind === 'tenant' && db.scope.payments !== undefined
    ? sql`${within(db, 'e')} and e.thread_id is not null`
    : within(db, 'e')

/** The condition on `mail as e`. The list is read by the index on tenant and time; other conditions filter its rows. */
function conditionOf(db: Db, filter: EmailFilter, sending: Sending): RawBuilder<unknown> {
  const { searchKey, state, threadId, from, to } = filter
  const all = [
    sql`${seenMails(db)}`,
    ...(threadId ? [sql`e.thread_id = ${threadId}::uuid`] : []),
    ...(from ? [sql`e.created_at >= ${from}::timestamptz`] : []),
    ...(to ? [sql`e.created_at < ${to}::timestamptz`] : []),
    ...(state ? [sql`${stateOf(sending)} = ${state}`] : []),
    ...(searchKey
      ? [sql`(${contains(sql`e.recipient`, searchKey)} or ${contains(sql`e.subject`, searchKey)})`]
      : []),
  ]
  return sql.join(all, sql` and `)
}

/** The attempts to send a mail last about a day. */
const longestWaitMs = 2 * dayMs

/** Kept: there was no mail server when it was to be sent, which an earlier version did not write down, or there is none. */
const stateOf = ({ isSending, now }: Sending) => sql`(case
  when e.state = 'sent' then 'sent'
  when e.failure <> ${noMailServer} then 'failed'
  when e.failure = ${noMailServer} or not ${isSending}::boolean
    or e.created_at < ${new Date(now.getTime() - longestWaitMs)}::timestamptz then 'kept'
  else 'waiting' end)`

/** The text of a mail with a sign-in link is never selected here: it leaves the database only in the mail. */
const columnsOf = (sending: Sending) => sql`e.id, m.legal_business_name as merchant_name,
  e.recipient, e.subject, ${stateOf(sending)} as state,
  nullif(e.failure, ${noMailServer}) as failure, e.is_secret, e.thread_id, e.created_at, e.sent_at`

/** Newest first, without their texts. */
export async function listEmailRows(
  db: Db,
  filter: EmailFilter,
  sending: Sending,
  page: Part,
): Promise<EmailRow[]> {
  const { rows } = await sql<EmailRow>`
    select ${columnsOf(sending)}, '' as text_body
    from (select * from mail as e where ${conditionOf(db, filter, sending)}
      order by e.created_at desc, e.id desc limit ${page.limit} offset ${page.offset}) as e
    left join merchant as m on m.tenant_id = e.tenant_id and m.id = e.merchant_id
    order by e.created_at desc, e.id desc`.execute(db)
  return rows
}

/** Counts up to `most`, so that counting does not slow the page down. */
export async function countEmails(
  db: Db,
  filter: EmailFilter,
  sending: Sending,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select 1 from mail as e where ${conditionOf(db, filter, sending)} limit ${most}) as found`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

export async function findEmail(
  db: Db,
  id: string,
  sending: Sending,
): Promise<EmailRow | undefined> {
  const { rows } = await sql<EmailRow>`
    select ${columnsOf(sending)}, case when e.is_secret then '' else e.text_body end as text_body
    from mail as e
    left join merchant as m on m.tenant_id = e.tenant_id and m.id = e.merchant_id
    where ${seenMails(db)} and e.id = ${id}::uuid`.execute(db)
  return rows[0]
}
