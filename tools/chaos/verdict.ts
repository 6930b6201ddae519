// Afterwards: is everything that was acknowledged there exactly once, and does everything agree?
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Intent, Load } from './load.ts'

export interface Fault {
  readonly what: string
  readonly count: number
  readonly example: unknown
}

const ours = `with ours as (select * from app.payment where external_id like $1)`

/** Each finds what must not be, of the payments whose external id begins with the prefix. */
const questions: readonly { readonly what: string; readonly sql: string }[] = [
  {
    what: 'two payments of one intent',
    sql: `${ours} select external_id, count(*)::int from ours group by external_id having count(*) > 1`,
  },
  {
    what: 'payments whose outcome is still open',
    sql: `${ours} select id, status from ours where status in ('pending', 'created', 'validated')`,
  },
  {
    what: 'operations that are not finished',
    sql: `${ours} select o.id, o.kind, o.state from app.payment_operation o
      join ours p on p.tenant_id = o.tenant_id and p.id = o.payment_id where o.state in ('requested', 'unknown')`,
  },
  {
    what: 'keys without an answer',
    sql: `select key from app.idempotency_key where key like $1 and (state <> 'finished' or response is null)`,
  },
  {
    what: 'postings that do not sum to zero',
    sql: `${ours} select posting_id, sum(e.amount_minor) from app.ledger_entry e
      join ours p on p.tenant_id = e.tenant_id and p.id = e.payment_id group by posting_id having sum(e.amount_minor) <> 0`,
  },
  {
    what: 'payments whose ledger says another amount than they do',
    sql: `${ours} select p.id, p.captured_minor, p.refunded_minor, l.net from ours p left join lateral (
        select coalesce(sum(e.amount_minor), 0) as net from app.ledger_entry e
        where e.tenant_id = p.tenant_id and e.payment_id = p.id and account = 'acquirer_receivable') l on true
      where l.net <> p.captured_minor - p.refunded_minor`,
  },
  {
    what: 'payments for which the acquirers moved another amount',
    sql: `${ours} select p.id, p.captured_minor, r.captured, p.refunded_minor, r.refunded from ours p left join lateral (
        select coalesce(sum(r.captured_minor), 0) as captured, coalesce(sum(r.refunded_minor), 0) as refunded
        from app.payment_attempt a join sandbox.acquirer_record r on r.reference = a.id and r.kind = 'authorise'
        where a.tenant_id = p.tenant_id and a.payment_id = p.id) r on true
      where (r.captured, r.refunded) is distinct from (p.captured_minor, p.refunded_minor)`,
  },
  {
    what: 'payments of which the rollups know another number',
    sql: `${ours}, counted as (
        select day, merchant_id, mode, status, sum(payments) as payments from (
          select day, merchant_id, mode, status, payments from app.payment_rollup
          union all select day, merchant_id, mode, status, payments from app.payment_rollup_delta) as both_parts
        group by day, merchant_id, mode, status)
      select p.business_day, p.merchant_id, p.mode, p.status, count(*)::int, max(c.payments)::int from app.payment p
      left join counted c on (c.day, c.merchant_id, c.mode, c.status) = (p.business_day, p.merchant_id, p.mode, p.status)
      where (p.merchant_id, p.business_day) in (select merchant_id, business_day from ours)
      group by p.business_day, p.merchant_id, p.mode, p.status having count(*) is distinct from max(c.payments)`,
  },
  {
    what: 'payments that their merchant was told nothing of',
    sql: `${ours} select id from ours p where not exists (
      select from app.webhook_delivery d where d.tenant_id = p.tenant_id and d.payment_id = p.id)`,
  },
  {
    what: 'webhooks that are not delivered',
    sql: `${ours} select d.id, d.state, d.attempts, d.next_attempt_at from app.webhook_delivery d
      join ours p on p.tenant_id = d.tenant_id and p.id = d.payment_id where d.state <> 'delivered'`,
  },
  {
    what: 'webhooks that the receiver does not have',
    sql: `${ours} select d.id from app.webhook_delivery d
      join ours p on p.tenant_id = d.tenant_id and p.id = d.payment_id
      left join sandbox.received_webhook r on r.endpoint_id = d.endpoint_id and r.webhook_id = d.id::text
      where r.webhook_id is null`,
  },
]

/** Asks until nothing is wrong any more, or the time is up; returns what still is. */
export async function judge(
  owner: () => Promise<ClientBase & { end(): Promise<void> }>,
  load: Load,
  prefix: string,
  withinMs: number,
): Promise<Fault[]> {
  const until = performance.now() + withinMs
  for (;;) {
    const faults = await faultsNow(owner, prefix)
    if (faults.length === 0 || performance.now() > until) {
      return [...faults, ...(await faultsOfAnswers(owner, load))]
    }
    await sleep(1000)
  }
}

async function faultsNow(
  owner: () => Promise<ClientBase & { end(): Promise<void> }>,
  prefix: string,
): Promise<Fault[]> {
  const client = await owner()
  try {
    const faults: Fault[] = []
    for (const { what, sql } of questions) {
      const { rows } = await client.query(sql, [`${prefix}-%`])
      if (rows.length > 0) faults.push({ what, count: rows.length, example: rows[0] })
    }
    return faults
  } finally {
    await client.end()
  }
}

const repeated = 60

/** What was answered is what is there, and what is answered again. */
async function faultsOfAnswers(
  owner: () => Promise<ClientBase & { end(): Promise<void> }>,
  load: Load,
): Promise<Fault[]> {
  const unanswered = load.intents.filter((one) => one.answer === undefined)
  const payments = load.intents.filter(
    (one) => one.path === '/v1/payments' && one.answer?.status === 201,
  )
  const refused = load.intents.filter((one) => (one.answer?.status ?? 0) >= 400 && !isFair(one))
  const client = await owner()
  try {
    const { rows } = await client.query<{ id: string }>(
      'select id from app.payment where id = any ($1)',
      [payments.map((one) => one.answer?.body.id)],
    )
    const there = new Set(rows.map((row) => row.id))
    const lost = payments.filter((one) => !there.has(one.answer?.body.id ?? ''))
    const changed: Intent[] = []
    const again = load.intents.filter((one) => one.answer?.status === 201).slice(-repeated)
    for (const intent of again) {
      const answer = await load.repeat(intent)
      if (answer.body.id !== intent.answer?.body.id) changed.push(intent)
    }
    return [
      { what: 'intents without an answer', of: unanswered },
      { what: 'acknowledged payments that are not there', of: lost },
      { what: 'intents that are answered otherwise when repeated', of: changed },
      { what: 'intents refused for no good reason', of: refused },
    ].flatMap(({ what, of }) => (of.length > 0 ? [{ what, count: of.length, example: of[0] }] : []))
  } finally {
    await client.end()
  }
}

/** More than is left, or a payment that meanwhile is not where the client thought: the machine says no. */
const isFair = ({ answer }: Intent): boolean => answer?.status === 409
