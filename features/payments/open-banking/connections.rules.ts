import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { ConnectionState } from './open-banking.schema.ts'

/** For so long a consent is asked: by the rules of account access it is confirmed again every 90 days. */
const consentDays = 90
/** So many days before the end its merchant is notified. */
export const noticeDays = 7
/** A connection that was not approved by then is over. */
export const awaitingMs = hourMs

export const consentEnd = (now: Date): Date => new Date(now.getTime() + consentDays * dayMs)

interface Held {
  readonly state: ConnectionState
  readonly expiresAt: Date
  readonly renewedById: string | null
}

/** One that is in use, or has just run out, and that nothing has replaced. */
export function mayRenew({ state, renewedById }: Held): boolean {
  return renewedById === null && (state === 'Authorised' || state === 'Expired')
}

export function requireRenewable(held: Held): void {
  if (mayRenew(held)) return
  const text =
    'Only a connection that is authorised or has expired is renewed. Connect the bank again.'
  throw new Problem('open_banking.not_renewable', 409, text)
}

export function requireRevocable({ state }: Pick<Held, 'state'>): void {
  if (state === 'Authorised' || state === 'AwaitingAuthorisation') return
  throw new Problem('open_banking.ended', 409, 'This connection has ended already')
}

const firstRetryMs = 15_000
const maxRetryMs = 6 * hourMs

/** When a bank that could not be notified is notified again: soon, then ever less often, and for as long as it takes. */
export const retryAt = (now: Date, tries: number): Date =>
  new Date(now.getTime() + Math.min(firstRetryMs * 2 ** Math.min(tries, 20), maxRetryMs))

/** `id.secret`, as it travels through the bank. */
export function stateParts(
  state: string,
): { readonly id: string; readonly secret: string } | undefined {
  const [, id, secret] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{20,100})$/.exec(state) ?? []
  return id === undefined || secret === undefined ? undefined : { id, secret }
}
