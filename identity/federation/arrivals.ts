// Which user signs in after another provider: the portal decides, because only it stores users and roles.
import { setTimeout as wait } from 'node:timers/promises'
import { audiences } from '@counterfoil/kit/contract/audience.ts'
import type { Pool } from 'pg'
import { v7 } from 'uuid'
import { z } from 'zod'
import type { Origin } from '../account-events.ts'
import type { Federation } from './federations.ts'
import type { UpstreamPerson } from './upstream.ts'

/** Why the portal lets somebody in no further (features/access/identity-providers/arrivals.rules.ts). */
const arrivalRefusals = [
  'no_email',
  'unverified_email',
  'foreign_domain',
  'unknown',
  'other_subject',
  'no_role',
  'inactive',
] as const
export type ArrivalRefusal = (typeof arrivalRefusals)[number]

const account = z.object({
  userId: z.string(),
  email: z.string(),
  userType: z.enum(audiences),
  givenName: z.string(),
  familyName: z.string(),
})
export type ArrivedAccount = z.infer<typeof account>

export type Decision =
  | { readonly kind: 'account'; readonly account: ArrivedAccount }
  | { readonly kind: 'refused'; readonly refusal: ArrivalRefusal }
  /** Nobody decided in time. */
  | { readonly kind: 'unanswered' }

/** The schedule of the portal that decides, and how it is woken (kit/jobs). */
const [jobChannel, schedule] = ['counterfoil_jobs', 'sign-in.arrivals']
const decidedWithinMs = 12_000
const askAgainMs = 60

export async function decideArrival(
  pool: Pool,
  { tenantId, providerId }: Federation,
  person: UpstreamPerson,
  { ip, requestId }: Pick<Origin, 'ip' | 'requestId'>,
): Promise<Decision> {
  const id = v7()
  await pool.query(
    `insert into app.federation_arrival (id, tenant_id, provider_id, subject, email, is_email_verified, given_name,
       family_name, groups, ip, request_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now())`,
    [
      id,
      tenantId,
      providerId,
      person.subject,
      person.email ?? null,
      person.isEmailVerified,
      person.givenName.slice(0, 100),
      person.familyName.slice(0, 100),
      [...person.groups],
      ip,
      requestId,
    ],
  )
  await pool.query('select pg_notify($1, $2)', [jobChannel, schedule])
  const until = Date.now() + decidedWithinMs
  while (Date.now() < until) {
    const { rows } = await pool.query<{ account: unknown; refusal: ArrivalRefusal | null }>(
      'select account, refusal from app.federation_arrival where id = $1 and decided_at is not null',
      [id],
    )
    const [row] = rows
    if (row !== undefined) {
      await pool.query('delete from app.federation_arrival where id = $1', [id])
      return row.account === null
        ? { kind: 'refused', refusal: row.refusal ?? 'unknown' }
        : { kind: 'account', account: account.parse(row.account) }
    }
    await wait(askAgainMs)
  }
  // nobody is made afterwards for a sign-in that was given up
  await pool.query('delete from app.federation_arrival where id = $1', [id])
  return { kind: 'unanswered' }
}
