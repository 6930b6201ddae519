import { findWrittenMail } from '@counterfoil/features/messaging/templates/templates.public.ts'
import { spokenIn, textLanguage } from '@counterfoil/kit/contract/languages.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { v5 } from 'uuid'
import { findLastOfThread, insertMail, readTenantOfMail } from './mail.queries.ts'
import { type MailContent, type MailLanguage, sendMailJob } from './mail.rules.ts'
import { builtInMail, htmlOf, signed, textOf, writtenMail } from './mail-layout.ts'

export interface MailRequest {
  readonly to: string
  /** Whose people may find it among the mails; null: the tenant's. */
  readonly merchantId: string | null
  /** Undefined: the tenant's own, as where it is switched off. */
  readonly language: MailLanguage | undefined
  /** Holds a link that lets somebody in: it is for its recipient alone, and forgotten once it is sent. */
  readonly isSecret: boolean
  /** What the mail belongs to, like a ticket: mails of one thread to one recipient are a conversation. */
  readonly threadId?: string
  /** Two mails with the same key are one: asked again, nothing is sent again. */
  readonly onceFor?: string
  readonly now: Date
  /** What stands below it. */
  readonly signature?: (language: MailLanguage) => Promise<string | undefined>
  readonly content: (language: MailLanguage, tenantName: string) => MailContent
}

// Any fixed UUID: it keeps ids made of keys apart from those of others.
const keySpace = 'a4f2d0c6-7f0e-4b7c-9a55-3d1b8c0e6f21'

/** Puts a mail into the tenant's outbox: it goes if, and only if, the transaction of `db` is kept. */
export async function sendMail(db: Db, jobs: Jobs, wish: MailRequest): Promise<void> {
  const tenant = await readTenantOfMail(db)
  const language = textLanguage(spokenIn(tenant.languages, wish.language, tenant.locale))
  const content = wish.content(language, tenant.name)
  const theme = tenant.theme as { buttonsLinkColor?: unknown }
  const brand = {
    name: tenant.name,
    supportEmail: tenant.support_email,
    colour: String(theme.buttonsLinkColor ?? ''),
  }
  const { threadId, onceFor, merchantId } = wish
  const { facts } = content
  const own = facts && (await findWrittenMail(db, { facts, language, merchantId }))
  const said = own === undefined ? builtInMail(content, brand) : writtenMail(own)
  const letter = signed(said, await wish.signature?.(language))
  const id = onceFor === undefined ? newId(wish.now) : v5(onceFor, keySpace)
  const isNew = await insertMail(db, {
    id,
    merchantId,
    recipient: wish.to,
    subject: letter.subject,
    text: textOf(letter, brand),
    html: htmlOf(letter, brand, language),
    isSecret: wish.isSecret,
    threadId: threadId ?? null,
    replyToId: threadId === undefined ? null : await findLastOfThread(db, threadId, wish.to),
    at: wish.now,
  })
  if (!isNew) return
  await jobs.enqueue(db, sendMailJob, { tenantId: tenantOf(db), mailId: id })
}
