// Payments for tests of reports: of every kind, with attempts of their own, so that figures can be worked out without reports.

import { foldTenant } from '@counterfoil/features/reporting/rollups/rollups.jobs.ts'
import { insertRollupDeltas } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makePayment } from '@counterfoil/kit/testing/makers.ts'
import type { PaymentFixture } from './payments.ts'

export type Payment = Awaited<ReturnType<typeof makePayment>>

// on 25 October the clocks of London, the tenant's zone, are put back: an hour comes twice
export const [firstDay, lastDay] = ['2026-10-23', '2026-11-02'] as const
// on 29 March they are put forward: an hour does not come; so many days after the first one
const springDay = -208

interface Ground {
  readonly fixture: PaymentFixture
  readonly mids: readonly { readonly id: string }[]
}

/** What attempts came to, as the attempts themselves have it. */
export async function readAttempts(fixture: PaymentFixture) {
  const { rows } = await fixture.owner.query<{
    payment: string
    first: string | null
    answerMs: number | null
  }>(`select o.payment_id as payment,
      case f.state when 'approved' then 'approved' when 'declined' then 'declined' when 'failed' then 'declined' end as first,
      case when l.state in ('approved', 'declined') then round(extract(epoch from l.finished_at - l.started_at) * 1000)::int end
        as "answerMs"
    from app.payment_operation o
    join app.payment_attempt f on (f.tenant_id, f.operation_id) = (o.tenant_id, o.id) and f.sequence = 1
    join (select distinct on (tenant_id, operation_id) * from app.payment_attempt
      order by tenant_id, operation_id, sequence desc) as l on (l.tenant_id, l.operation_id) = (o.tenant_id, o.id)
    where o.kind = 'authorise'`)
  return new Map(rows.map(({ payment, ...came }) => [payment, came]))
}

/** An authorisation of a payment with its attempts. */
async function makeAttempts(
  { fixture, mids }: Ground,
  { tenant_id, id: payment_id, merchant_id, amount_minor, currency, created_at }: Payment,
  states: readonly string[],
  answerMs: number,
): Promise<void> {
  const of = { tenant_id, payment_id, merchant_id }
  const operation_id = newId(created_at)
  await fixture.loader
    .insertInto('payment_operation')
    .values({
      ...{ ...of, id: operation_id, kind: 'authorise', state: 'succeeded', amount_minor, currency },
      ...{ actor_type: 'api_key', created_at },
    })
    .execute()
  const [mid] = mids
  for (const [at, state] of states.entries()) {
    const started_at = new Date(created_at.getTime() + at * 60_000)
    await fixture.loader
      .insertInto('payment_attempt')
      .values({
        ...{ ...of, id: newId(started_at), operation_id, sequence: at + 1, state, started_at },
        ...{ mid_id: mid?.id ?? '', provider: 'sandbox_alpha' },
        finished_at: state === 'sent' ? null : new Date(started_at.getTime() + answerMs + at),
      })
      .execute()
  }
}

/** Payments of both merchants with their attempts, over the days of a clock change, half of them folded into rollups. */
export async function makeReportPayments(
  fixture: PaymentFixture,
  other: { readonly id: string },
  count: number,
): Promise<Payment[]> {
  const { tenantId, merchantId, database } = fixture
  const mids = await fixture.loader.selectFrom('mid').select('id').execute()
  const some: Payment[] = []
  let seed = 7
  const pick = <T>(from: readonly T[]): T => {
    seed = (seed * 48_271) % 2_147_483_647
    return from[seed % from.length] as T
  }
  for (let n = 0; n < count; n += 1) {
    const minutes = pick(Array.from({ length: 1_440 }, (_, at) => at))
    const created_at = new Date(
      Date.parse(`${firstDay}T00:00:00Z`) +
        pick([0, 1, 2, 2, 3, 9, springDay]) * dayMs +
        minutes * 60_000,
    )
    const status = pick(['captured', 'refunded', 'declined', 'failed', 'pending', 'voided'])
    const amount_minor = BigInt(pick([100, 250, 999, 12_345]))
    const isCaptured = status === 'captured' || status === 'refunded'
    const isDeclined = status === 'declined' || status === 'failed'
    const states = isCaptured
      ? pick([['approved'], ['approved'], ['declined', 'approved'], ['failed', 'approved']])
      : isDeclined
        ? pick([['declined'], ['failed'], ['declined', 'declined'], []])
        : pick([['sent'], []])
    const answerMs = pick([120, 340, 1_250])
    const last = states.at(-1)
    const payment = await makePayment(fixture, {
      id: newId(created_at),
      tenant_id: tenantId,
      ...{ merchant_id: pick([merchantId, other.id]), mode: pick([2, 2, 2, 1]) },
      status,
      method: pick(['card', 'card', 'bank_transfer']),
      currency: pick(['GBP', 'GBP', 'TRY', 'JPY']),
      amount_minor,
      authorised_minor: isDeclined ? 0n : amount_minor,
      captured_minor: isCaptured ? amount_minor : 0n,
      refunded_minor: status === 'refunded' ? amount_minor : 0n,
      provider: pick(['sandbox_alpha', 'sandbox_beta', null]),
      mid_id: pick([...mids.map(({ id }) => id), null]),
      card_brand: pick(['visa', 'mastercard', null]),
      ...{ channel: pick(['api', 'payment_link']), customer_country: pick(['GB', 'TR', null]) },
      ...{ card_issuer_country: pick(['GB', 'DE', null]), card_type: pick(['credit', null]) },
      decline_code: isDeclined ? pick(['51', '05']) : null,
      decline_reason: isDeclined ? pick(['Insufficient funds', 'Do not honour, call', null]) : null,
      first_try: [null, 'approved', 'declined', 'declined'][
        ['sent', 'approved', 'declined', 'failed'].indexOf(states[0] ?? 'sent')
      ],
      answer_ms: last === 'approved' || last === 'declined' ? answerMs + states.length - 1 : null,
      business_day: londonDay(created_at),
      created_at,
      updated_at: created_at,
    })
    if (states.length > 0) await makeAttempts({ fixture, mids }, payment, states, answerMs)
    some.push(payment)
  }
  const write = (of: readonly Payment[]) =>
    database.transaction(tenantScope(tenantId), (db) =>
      insertRollupDeltas(
        db,
        of.map((one) => ({
          payments: 1,
          day: one.business_day,
          createdAt: one.created_at,
          merchantId: one.merchant_id,
          mode: one.mode as 1 | 2,
          method: one.method,
          provider: one.provider,
          currency: one.currency,
          status: one.status,
          channel: one.channel,
          declineReason: one.decline_reason,
          declineCode: one.decline_code,
          amountMinor: one.amount_minor,
          capturedMinor: one.captured_minor,
          refundedMinor: one.refunded_minor,
          firstTry: one.first_try as 'approved' | 'declined' | null,
          answerMs: one.answer_ms,
        })),
      ),
    )
  // a half of them is folded, the other half waits
  await write(some.slice(0, count / 2))
  await foldTenant(database, tenantId)
  await write(some.slice(count / 2))
  return some
}

// a format is expensive to make, and a test asks for some hundred thousand days
const inLondon = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** The business day of an instant. */
export const londonDay = (at: Date): string => inLondon.format(at)
