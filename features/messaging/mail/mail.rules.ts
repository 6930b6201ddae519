import type { MailFacts } from '@counterfoil/features/messaging/templates/template-variables.contract.ts'

/** The job that sends one mail; about a day of tries, with growing waits. */
export const sendMailJob = { name: 'mail.send', retries: 12 } as const

export type MailLanguage = 'en' | 'tr'

/** What a mail says, before it wears the tenant's colours. Plain text, all of it. */
export interface MailContent {
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly url: string }
  /** Small print below the button. */
  readonly notes: readonly string[]
  /** Which mail it is, for the tenant's own template of it; without, there is none. */
  readonly facts?: MailFacts
}

export interface MailBrand {
  readonly name: string
  readonly supportEmail: string
  readonly colour: string
}
