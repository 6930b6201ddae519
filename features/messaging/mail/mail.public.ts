import { renderMailTemplate } from '@counterfoil/features/messaging/templates/templates.public.ts'
import { spokenIn, textLanguage } from '@counterfoil/kit/contract/languages.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { v5 } from 'uuid'
import { findLastMailOfThread, insertMail, readMailTenant } from './mail.queries.ts'
import { type MailContent, type MailLanguage, sendMailJob } from './mail.schema.ts'
import { builtInMail, htmlOf, templateMail, textOf, withSignature } from './mail-layout.ts'

export { findMailFailure } from './mail.queries.ts'

export interface MailRequest {
  readonly to: string
  /** The merchant that the mail concerns; null: none. */
  readonly merchantId: string | null
  /** Undefined, or a language that the tenant has switched off: the tenant's own language. */
  readonly language: MailLanguage | undefined
  /** Contains a sign-in link: only the recipient may read the mail, and its text is deleted once it is sent. */
  readonly isSecret: boolean
  /** The record of a conversation, such as a ticket: mails of one thread to one recipient refer to each other. */
  readonly threadId?: string
  /** A second request with the same key sends nothing. */
  readonly onceFor?: string
  readonly now: Date
  /** The signature below the text. */
  readonly signature?: (language: MailLanguage) => Promise<string | undefined>
  readonly content: (language: MailLanguage, tenantName: string) => MailContent
}

// A fixed namespace for ids that are derived from keys.
const keySpace = 'a4f2d0c6-7f0e-4b7c-9a55-3d1b8c0e6f21'

/** Adds a mail to the tenant's outbox. It is sent if, and only if, the transaction of `db` is committed. */
export async function sendMail(db: Db, jobs: Jobs, request: MailRequest): Promise<void> {
  const tenant = await readMailTenant(db)
  const language = textLanguage(spokenIn(tenant.languages, request.language, tenant.locale))
  const content = request.content(language, tenant.name)
  const theme = tenant.theme as { buttonsLinkColor?: unknown }
  const brand = {
    name: tenant.name,
    supportEmail: tenant.support_email,
    colour: String(theme.buttonsLinkColor ?? ''),
    logo: tenant.logo,
  }
  const { threadId, onceFor, merchantId } = request
  const { facts } = content
  const own = facts && (await renderMailTemplate(db, { facts, language, merchantId }))
  const said = own === undefined ? builtInMail(content, brand) : templateMail(own)
  const message = withSignature(said, await request.signature?.(language))
  const id = onceFor === undefined ? newId(request.now) : v5(onceFor, keySpace)
  const isNew = await insertMail(db, {
    id,
    merchantId,
    recipient: request.to,
    subject: message.subject,
    text: textOf(message, brand),
    html: htmlOf(message, brand, language),
    isSecret: request.isSecret,
    threadId: threadId ?? null,
    replyToId: threadId === undefined ? null : await findLastMailOfThread(db, threadId, request.to),
    at: request.now,
  })
  if (!isNew) return
  await jobs.enqueue(db, sendMailJob, { tenantId: tenantOf(db), mailId: id })
}
