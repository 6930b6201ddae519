import type { Db } from '@counterfoil/kit/database/database.ts'
import { languagesInUse } from '@counterfoil/kit/database/lists.ts'
import { lockUntilCommit } from '@counterfoil/kit/database/named-locks.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export interface NewMail {
  readonly id: string
  readonly merchantId: string | null
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly isSecret: boolean
  readonly threadId: string | null
  readonly replyToId: string | null
  readonly at: Date
}

/** False: a mail with this id exists already. */
export async function insertMail(db: Db, mail: NewMail): Promise<boolean> {
  const stored = await db
    .insertInto('mail')
    .values({
      tenant_id: tenantOf(db),
      id: mail.id,
      merchant_id: mail.merchantId,
      recipient: mail.recipient,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      is_secret: mail.isSecret,
      thread_id: mail.threadId,
      reply_to_id: mail.replyToId,
      created_at: mail.at,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

/**
 * The last mail of a thread to a recipient; null: the thread begins. A lock until the end of the transaction makes parallel
 * additions to the thread wait, so that of two mails one refers to the other.
 */
export async function findLastMailOfThread(
  db: Db,
  threadId: string,
  recipient: string,
): Promise<string | null> {
  await lockUntilCommit(db, `mail thread ${threadId}`)
  const last = await db
    .selectFrom('mail as m')
    .select('m.id')
    .where(within(db, 'm'))
    .where('m.thread_id', '=', threadId)
    .where('m.recipient', '=', recipient)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id ?? null
}

/** The tenant's name, colours and language for its mails. */
export function readMailTenant(db: Db) {
  return db
    .selectFrom('tenant')
    .select(['name', 'support_email', 'theme', 'logo', 'locale'])
    .select(languagesInUse(sql.ref('tenant.id')).as('languages'))
    .where('id', '=', tenantOf(db))
    .executeTakeFirstOrThrow()
}

/** Undefined when the mail was sent already. */
export function findWaitingMail(db: Db, id: string) {
  return db
    .selectFrom('mail')
    .selectAll()
    .where(within(db, 'mail'))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
}

/** The text of a mail with a sign-in link is deleted once it is sent. */
export async function updateMailSent(db: Db, mail: { id: string; is_secret: boolean }, at: Date) {
  await db
    .updateTable('mail')
    .set({
      state: 'sent',
      sent_at: at,
      failure: null,
      ...(mail.is_secret ? { text_body: '', html_body: '' } : {}),
    })
    .where(within(db, 'mail'))
    .where('id', '=', mail.id)
    .execute()
}

export async function updateMailFailure(db: Db, id: string, failure: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ failure: failure.slice(0, 500) })
    .where(within(db, 'mail'))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Why the newest mail to an address since then was not sent; null: it was, or it waits for its first attempt, or there is none. */
export async function findMailFailure(
  db: Db,
  recipient: string,
  since: Date,
): Promise<string | null> {
  const mail = await db
    .selectFrom('mail')
    .select(['state', 'failure'])
    .where(within(db, 'mail', null))
    .where('created_at', '>=', since)
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return mail?.state === 'waiting' ? mail.failure : null
}

/** The newest of all tenants, for the demo's outbox. */
export function listNewest(db: Db, limit: number) {
  return db
    .selectFrom('mail')
    .select(['id', 'recipient', 'subject', 'text_body', 'created_at'])
    .where(within(db, 'mail'))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}
