import type { MailFacts } from '@counterfoil/features/messaging/templates/template-variables.schema.ts'

/** The job that sends one mail. Its retries, after a second and up to an hour, last about a day: a mail server may be away for a night. */
export const sendMailJob = { name: 'mail.send', retries: 35, longestWaitS: 3600 } as const

/** In place of a mail server's answer: there was none, so the mail was not sent, and is not sent later. */
export const noMailServer = 'no_mail_server'

export type MailLanguage = 'en' | 'tr'

/** The content of a mail as plain text, before the tenant's layout is added. */
export interface MailContent {
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly url: string }
  /** Small print below the button. */
  readonly notes: readonly string[]
  /** The kind of mail and its variables, for the tenant's own template; undefined: the mail has no template. */
  readonly facts?: MailFacts
}

export interface MailBrand {
  readonly name: string
  readonly supportEmail: string
  readonly colour: string
  /** Its address at the portal, or a picture in itself; null: none. */
  readonly logo: string | null
}
