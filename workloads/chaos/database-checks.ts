// What must not be in the database afterwards: each statement answers the faults of its kind.

export interface DatabaseCheck {
  readonly what: string
  /** `$1` matches the external ids and the keys of this run; statements without it read everything. */
  readonly sql: string
}

const ours = `with ours as (select * from app.payment where external_id like $1)`

const payments: readonly DatabaseCheck[] = [
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
      join ours p on p.tenant_id = o.tenant_id and p.id = o.payment_id where o.finished_at is null
        or o.state in ('requested', 'unknown', 'waiting')`,
  },
  {
    what: 'attempts that are not finished',
    sql: `${ours} select a.id, a.state from app.payment_attempt a
      join ours p on p.tenant_id = a.tenant_id and p.id = a.payment_id
      where a.state in ('sent', 'unknown', 'challenge', 'pending')`,
  },
  {
    what: 'keys without an answer',
    sql: `select key, state from app.idempotency_key where key like $1 and (state <> 'finished' or response is null)`,
  },
  {
    what: 'payments whose amounts are not those of their captures and refunds',
    sql: `${ours}, moved as (
        select o.tenant_id, o.payment_id,
          sum(o.amount_minor) filter (where o.kind = 'capture') as captured,
          sum(o.amount_minor) filter (where o.kind = 'refund') as refunded,
          sum(o.amount_minor) filter (where o.kind = 'void') as voided
        from app.payment_operation o where o.state = 'succeeded' group by 1, 2)
      select p.id, p.captured_minor, p.refunded_minor, p.voided_minor, m.* from ours p
      left join moved m on (m.tenant_id, m.payment_id) = (p.tenant_id, p.id)
      where (p.captured_minor, p.refunded_minor, p.voided_minor) <> (
        coalesce(m.captured, 0) + case when p.auto_capture then p.authorised_minor else 0 end,
        coalesce(m.refunded, 0), coalesce(m.voided, 0))`,
  },
]

const acquirers: readonly DatabaseCheck[] = [
  {
    what: 'payments for which the acquirers moved another amount',
    sql: `${ours} select p.id, p.authorised_minor, p.captured_minor, p.voided_minor, p.refunded_minor, r.*
      from ours p left join lateral (
        select coalesce(sum(r.granted_minor), 0) as granted, coalesce(sum(r.captured_minor), 0) as captured,
          coalesce(sum(r.voided_minor), 0) as voided, coalesce(sum(r.refunded_minor), 0) as refunded
        from app.payment_attempt a join sandbox.acquirer_record r on r.reference = a.id and r.kind = 'authorise'
        where a.tenant_id = p.tenant_id and a.payment_id = p.id) r on true
      where (r.granted, r.captured, r.voided, r.refunded)
        is distinct from (p.authorised_minor, p.captured_minor, p.voided_minor, p.refunded_minor)`,
  },
  {
    what: 'requests at the acquirers that we know nothing of',
    sql: `select r.provider, r.reference, r.kind, r.amount_minor from sandbox.acquirer_record r
      left join app.payment_attempt a on a.id = r.reference where a.id is null`,
  },
]

const sums: readonly DatabaseCheck[] = [
  {
    what: 'postings that do not sum to zero',
    sql: `select tenant_id, posting_id, sum(amount_minor) from app.ledger_entry
      group by tenant_id, posting_id having sum(amount_minor) <> 0`,
  },
  {
    what: 'ledgers that do not sum to zero, by tenant, mode and currency',
    sql: `select tenant_id, mode, currency, sum(amount_minor) from app.ledger_entry
      group by tenant_id, mode, currency having sum(amount_minor) <> 0`,
  },
  {
    what: 'merchants’ balances that are not the sum of their entries',
    sql: `with kept as (
        select tenant_id, merchant_id, mode, currency, account, sum(amount_minor) as amount from (
          select tenant_id, merchant_id, mode, currency, account, amount_minor from app.merchant_balance
          union all
          select tenant_id, merchant_id, mode, currency, account, amount_minor from app.merchant_balance_delta) as parts
        group by 1, 2, 3, 4, 5
      ), posted as (
        select tenant_id, merchant_id, mode, currency, account, sum(amount_minor) as amount from app.ledger_entry
        where merchant_id is not null and app.is_merchant_account(account) group by 1, 2, 3, 4, 5)
      select * from kept full join posted using (tenant_id, merchant_id, mode, currency, account)
      where coalesce(kept.amount, 0) <> coalesce(posted.amount, 0)`,
  },
  {
    what: 'payments whose ledger has another amount',
    sql: `${ours} select p.id, p.authorised_minor, p.captured_minor, p.refunded_minor, p.voided_minor, l.* from ours p
      left join lateral (
        select coalesce(sum(e.amount_minor) filter (where account = 'acquirer_receivable'), 0) as net,
          coalesce(sum(e.amount_minor) filter (where account = 'authorised'), 0) as held
        from app.ledger_entry e where e.tenant_id = p.tenant_id and e.payment_id = p.id) l on true
      where (l.net, l.held) is distinct from
        (p.captured_minor - p.refunded_minor, p.authorised_minor - p.captured_minor - p.voided_minor)`,
  },
  {
    what: 'sums of the rollups that are not those of the payments',
    sql: `${ours}, days as (select distinct tenant_id, business_day as day from ours),
      kept as (
        select tenant_id, merchant_id, day, mode, method, provider, currency, status, sum(payments) as payments,
          sum(amount_minor) as amount, sum(captured_minor) as captured, sum(refunded_minor) as refunded
        from (
          select tenant_id, merchant_id, day, mode, method, provider, currency, status, payments, amount_minor,
            captured_minor, refunded_minor
          from app.payment_rollup where grain = 'day' and merchant_id <> '00000000-0000-0000-0000-000000000000'
          union all select tenant_id, merchant_id, day, mode, method, provider, currency, status, payments, amount_minor,
            captured_minor, refunded_minor from app.payment_rollup_delta) as both_parts
        where (tenant_id, day) in (select tenant_id, day from days)
        group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(payments) <> 0 or sum(amount_minor) <> 0),
      counted as (
        select tenant_id, merchant_id, business_day as day, mode, method, coalesce(provider, '') as provider, currency,
          status, count(*) as payments, sum(amount_minor) as amount, sum(captured_minor) as captured,
          sum(refunded_minor) as refunded
        from app.payment where (tenant_id, business_day) in (select tenant_id, day from days)
        group by 1, 2, 3, 4, 5, 6, 7, 8)
      select coalesce(k.merchant_id, p.merchant_id) as merchant, coalesce(k.status, p.status) as status,
        k.payments as kept, p.payments, k.captured as kept_captured, p.captured
      from kept k full join counted p using (tenant_id, merchant_id, day, mode, method, provider, currency, status)
      where (k.payments, k.amount, k.captured, k.refunded)
        is distinct from (p.payments, p.amount, p.captured, p.refunded)`,
  },
]

const webhooks: readonly DatabaseCheck[] = [
  {
    what: 'outcomes without a webhook',
    sql: `${ours} select e.id, e.type from app.payment_event e
      join ours p on p.tenant_id = e.tenant_id and p.id = e.payment_id
      where e.type in ('payment.reserved', 'payment.captured', 'payment.voided', 'payment.refunded', 'payment.declined',
        'payment.failed', 'payment.pending', 'capture.failed', 'capture.declined', 'refund.failed', 'refund.declined')
        and not exists (
          select from app.webhook_delivery d where d.tenant_id = e.tenant_id and d.event_id = e.id)`,
  },
  {
    what: 'payments without a webhook',
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

export const databaseChecks: readonly DatabaseCheck[] = [
  ...payments,
  ...acquirers,
  ...sums,
  ...webhooks,
]
