import { timingSafeEqual } from 'node:crypto'
import {
  type KeyHolder,
  keyedHash,
} from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'

// The card fields have no session of the portal, which they could lose to nobody then. A ticket lets them make tokens for one
// merchant and mode, and says so itself under a signature: nothing is stored.

const validMs = 30 * 60_000

export interface Ticket {
  readonly tenantId: string
  readonly merchantId: string
  readonly mode: Mode
}

export async function createTicket(
  holder: KeyHolder,
  merchantId: string,
  mode: Mode,
): Promise<string> {
  const said = [holder.tenantId, merchantId, mode, holder.now().getTime() + validMs].join('.')
  return `${said}.${await signatureOf(holder, said)}`
}

/** What a ticket says; it is only true once `requireTicket` has found its signature good. */
export function readTicket(ticket: string): Ticket & { readonly until: number } {
  const [tenantId = '', merchantId = '', mode = '', until = ''] = ticket.split('.')
  const isForm = /^[\da-f-]{36}$/.test(tenantId) && /^[\da-f-]{36}$/.test(merchantId)
  if (!isForm || (mode !== '1' && mode !== '2')) throw ticketGone()
  return { tenantId, merchantId, mode: Number(mode) as Mode, until: Number(until) }
}

export async function requireTicket(holder: KeyHolder, ticket: string): Promise<void> {
  const end = ticket.lastIndexOf('.')
  const given = Buffer.from(ticket.slice(end + 1))
  const expected = Buffer.from(await signatureOf(holder, ticket.slice(0, end)))
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isOurs || readTicket(ticket).until <= holder.now().getTime()) throw ticketGone()
}

const signatureOf = (holder: KeyHolder, said: string) =>
  keyedHash(holder, 'request', `terminal ${said}`)

const ticketGone = () =>
  new Problem('virtual_terminal.ticket', 403, 'The terminal was open for too long: load it again')
