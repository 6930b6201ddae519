import { dayMs } from '@counterfoil/kit/contract/durations.ts'

// The settings of a provider as the embedded identity provider reads them.

export interface StoredSettings {
  readonly name: string
  readonly issuer: string
  readonly client_id: string
  readonly scopes: string | null
  readonly email_claim: string | null
  readonly given_name_claim: string | null
  readonly family_name_claim: string | null
  readonly groups_claim: string | null
  readonly email_verified: string
}

/** The settings, with the default of each field that was left empty. */
export const settingsOf = (row: StoredSettings) => ({
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  scopes: withOpenId(row.scopes ?? 'openid profile email'),
  emailClaim: row.email_claim ?? 'email',
  givenNameClaim: row.given_name_claim ?? 'given_name',
  familyNameClaim: row.family_name_claim ?? 'family_name',
  groupsClaim: row.groups_claim,
  isEmailAssumed: row.email_verified === 'assumed',
})

/** Without it there is no id token. */
const withOpenId = (scopes: string) =>
  scopes.split(' ').includes('openid') ? scopes : `openid ${scopes}`

/** Where the DNS record of a domain stands. */
export const recordNameOf = (domain: string) => `_counterfoil.${domain}`
export const recordValueOf = (proof: string) => `counterfoil-domain=${proof}`

/** From here on the provider's page says that its secret expires. */
export const remindedDays = 30
/** Administrators are notified so many days before a secret's end, and when it is over. */
const reminders = [remindedDays, 7, 1]

/** Which reminder is due with so many days left, by the day that it is sent for; undefined: none. */
export const reminderOf = (days: number): number | 'over' | undefined =>
  days < 0 ? 'over' : reminders.findLast((reminder) => days <= reminder)

/** Whole days until the end of a calendar day, in UTC; negative: it is over. */
export const daysUntil = (day: string, now: Date): number =>
  Math.floor((Date.parse(`${day}T23:59:59Z`) - now.getTime()) / dayMs)
