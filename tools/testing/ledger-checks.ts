// One payment as the product, the acquirer, the ledger and the rollup have it, to compare them.
import { merchantEventTypes } from '@counterfoil/features/messaging/merchant-events/merchant-events.schema.ts'
import type { PaymentFixture } from './payments.ts'

/** What is withheld for disputes that are open, and what went with those that were lost. */
export interface Claims {
  readonly open: bigint
  readonly lost: bigint
}

/** What is set aside for payouts, and what of them went to customers. */
export interface Payouts {
  readonly open: bigint
  readonly paid: bigint
}

interface Sums {
  readonly authorised: bigint
  readonly captured: bigint
  readonly voided: bigint
  readonly refunded: bigint
  readonly paidOut: bigint
}

/** By value date. */
interface ValueSums {
  readonly captured: bigint
  readonly refunded: bigint
  readonly fees: bigint
  readonly disputed: bigint
}

export interface LedgerChecks {
  readonly status: string
  readonly ours: Sums
  /** Ours without what came in or was paid back elsewhere. */
  readonly atAcquirer: Sums
  /** The records of the sandbox acquirers. */
  readonly theirs: Sums
  readonly claims: Claims
  readonly payouts: Payouts
  /** The payment's own word on its claims, which are these together. */
  readonly disputed: bigint
  /** Operations without an outcome. */
  readonly open: readonly string[]
  /** Postings that do not sum to zero. */
  readonly unbalanced: readonly string[]
  readonly ledger: Readonly<Record<string, bigint>>
  readonly expectedLedger: Readonly<Record<string, bigint>>
  readonly rollup: readonly unknown[]
  readonly expectedRollup: readonly unknown[]
  readonly values: ValueSums
  readonly expectedValues: ValueSums
  /** The merchant's accounts whose kept balance is not what their entries come to. */
  readonly brokenBalances: readonly string[]
  /** Events that do not begin where the one before ended, or whose type merchants cannot ask for. */
  readonly brokenEvents: readonly string[]
  /** What is pending and in reserve, as the ledger has it and as it becomes due. */
  readonly maturities: readonly { account: string; posted: string; due: string }[]
  /** What was charged as the list of fees has it, and as the ledger has it. */
  readonly fees: { readonly listed: bigint; readonly posted: bigint; readonly ofCaptures: bigint }
}

export async function ledgerChecksOf(
  fixture: PaymentFixture,
  paymentId: string,
): Promise<LedgerChecks> {
  const payment = await fixture.loader
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const payouts = await payoutsOn(fixture, paymentId)
  const ours: Sums = {
    authorised: payment.authorised_minor,
    captured: payment.captured_minor,
    voided: payment.voided_minor,
    refunded: payment.refunded_minor,
    paidOut: payouts.paid,
  }
  const postings = await rows<{ id: string; sum: bigint }>(
    fixture,
    `select posting_id as id, sum(amount_minor)::bigint as sum from app.ledger_entry where payment_id = $1 group by 1`,
    paymentId,
  )
  const open = await rows<{ id: string }>(
    fixture,
    `select id from app.payment_operation where payment_id = $1 and state in ('requested', 'unknown', 'waiting')`,
    paymentId,
  )
  const claims = await claimsOn(fixture, paymentId)
  const fees = await feesOn(fixture, paymentId)
  const byHand = await handledOn(fixture, paymentId)
  const { bankIn, bankOut, cashOut, merchantOut } = byHand
  const atAcquirer = {
    ...ours,
    captured: ours.captured - bankIn,
    refunded: ours.refunded - bankOut - cashOut - merchantOut - byHand.acquirerOut,
  }
  return {
    status: payment.status,
    ours,
    atAcquirer,
    claims,
    payouts,
    disputed: payment.disputed_minor,
    theirs: await sumsOfAcquirers(fixture, paymentId),
    open: open.map((one) => one.id),
    unbalanced: postings.filter((one) => BigInt(one.sum) !== 0n).map((one) => one.id),
    ledger: await balances(fixture, paymentId),
    expectedLedger: withoutZeros({
      acquirer_receivable:
        atAcquirer.captured - atAcquirer.refunded - byHand.acquirerOut - claims.lost - payouts.paid,
      bank: byHand.bankIn - byHand.bankOut,
      cash: -byHand.cashOut,
      payouts_in_transit: -payouts.open,
      disputed_funds: -claims.open,
      authorised: ours.authorised - ours.captured - ours.voided,
      authorised_contra: -(ours.authorised - ours.captured - ours.voided),
    }),
    rollup: await rollup(fixture, payment),
    expectedRollup: [
      {
        status: payment.status,
        channel: payment.channel,
        reason: payment.decline_reason,
        code: payment.decline_code,
        payments: 1n,
        captured: ours.captured,
        refunded: ours.refunded,
        ...(await attemptsOn(fixture, payment)),
      },
    ],
    values: await valuesOf(fixture, payment),
    expectedValues: {
      ...{ captured: ours.captured, refunded: ours.refunded },
      ...{ fees: fees.listed, disputed: claims.open + claims.lost },
    },
    brokenBalances: await brokenBalances(fixture, payment),
    brokenEvents: await brokenEvents(fixture, paymentId, payment.status),
    fees,
    maturities: await maturitiesOn(fixture, paymentId),
  }
}

/** What moved outside of the acquirer, as people and bank statements say. */
async function handledOn(fixture: PaymentFixture, paymentId: string) {
  const found = await rows<{ kind: string; place: string; sum: string }>(
    fixture,
    `select kind, money_place as place, sum(amount_minor)::bigint as sum from app.payment_operation
     where payment_id = $1 and state = 'succeeded' and money_place is not null group by 1, 2`,
    paymentId,
  )
  const of = (kind: string, place: string) =>
    BigInt(found.find((one) => one.kind === kind && one.place === place)?.sum ?? 0)
  return {
    bankIn: of('authorise', 'bank'),
    bankOut: of('refund', 'bank'),
    cashOut: of('refund', 'cash'),
    // made in the acquirer's own portal, which the sandboxes do not have
    acquirerOut: of('refund', 'acquirer'),
    merchantOut: of('refund', 'merchant'),
  }
}

/** What matured is posted for the merchant, not for the payment. */
function maturitiesOn(fixture: PaymentFixture, paymentId: string) {
  return rows<{ account: string; posted: string; due: string }>(
    fixture,
    `select account, coalesce(e.posted, 0)::bigint as posted, coalesce(m.due, 0)::bigint as due
     from (values ('merchant_pending'), ('merchant_reserve')) as a (account)
     left join (select account, -sum(amount_minor) as posted from app.ledger_entry
       where payment_id = $1 group by account) as e using (account)
     left join (select account, sum(amount_minor) as due from app.maturity
       where payment_id = $1 group by account) as m using (account)`,
    paymentId,
  )
}

async function feesOn(fixture: PaymentFixture, paymentId: string): Promise<LedgerChecks['fees']> {
  const [sums] = await rows<Record<keyof LedgerChecks['fees'], string>>(
    fixture,
    `select listed, "ofCaptures", posted
     from (select coalesce(sum(amount_minor), 0)::bigint as listed,
         coalesce(sum(amount_minor) filter (where fee_type = 'capture'), 0)::bigint as "ofCaptures"
       from app.payment_fee where payment_id = $1) as fees
     cross join (select coalesce(-sum(amount_minor), 0)::bigint as posted from app.ledger_entry
       where payment_id = $1 and account = 'fee_income') as entries`,
    paymentId,
  )
  const of = (name: keyof LedgerChecks['fees']) => BigInt(sums?.[name] ?? 0)
  return { listed: of('listed'), posted: of('posted'), ofCaptures: of('ofCaptures') }
}

async function claimsOn(fixture: PaymentFixture, paymentId: string): Promise<Claims> {
  const [sums] = await rows<Record<keyof Claims, string>>(
    fixture,
    `select coalesce(sum(amount_minor) filter (where state in ('opened', 'answered', 'under_review')), 0)::bigint as open,
       coalesce(sum(lost_minor) filter (where state in ('won', 'lost', 'accepted')), 0)::bigint as lost
     from app.dispute where payment_id = $1`,
    paymentId,
  )
  return { open: BigInt(sums?.open ?? 0), lost: BigInt(sums?.lost ?? 0) }
}

async function payoutsOn(fixture: PaymentFixture, paymentId: string): Promise<Payouts> {
  const [sums] = await rows<Record<keyof Payouts, string>>(
    fixture,
    `select coalesce(sum(amount_minor + coalesce(fee_minor, 0))
         filter (where state in ('held', 'requested', 'unknown', 'waiting')), 0)::bigint as open,
       coalesce(sum(amount_minor) filter (where state = 'succeeded'), 0)::bigint as paid
     from app.payment_operation where kind = 'payout' and payment_id = $1`,
    paymentId,
  )
  return { open: BigInt(sums?.open ?? 0), paid: BigInt(sums?.paid ?? 0) }
}

async function rows<Row extends object>(
  { owner }: PaymentFixture,
  sql: string,
  ...values: unknown[]
): Promise<Row[]> {
  const found = await owner.query<Row>(sql, values)
  return found.rows
}

async function sumsOfAcquirers(fixture: PaymentFixture, paymentId: string): Promise<Sums> {
  const [sums] = await rows<Record<keyof Sums, string>>(
    fixture,
    `select coalesce(sum(granted_minor) filter (where kind = 'authorise'), 0)::bigint as authorised,
       coalesce(sum(captured_minor) filter (where kind = 'authorise'), 0)::bigint as captured,
       coalesce(sum(voided_minor) filter (where kind = 'authorise'), 0)::bigint as voided,
       coalesce(sum(refunded_minor) filter (where kind = 'authorise'), 0)::bigint as refunded,
       coalesce(sum(amount_minor) filter (where kind = 'payout' and answer->>'result' = 'approved'), 0)::bigint as "paidOut"
     from sandbox.acquirer_record where metadata->>'paymentId' = $1`,
    paymentId,
  )
  const of = (name: keyof Sums) => BigInt(sums?.[name] ?? 0)
  return {
    authorised: of('authorised'),
    captured: of('captured'),
    voided: of('voided'),
    refunded: of('refunded'),
    paidOut: of('paidOut'),
  }
}

/** By account; what the merchant owns and pays in fees is left out, because fees depend on the schedule. */
async function balances(fixture: PaymentFixture, paymentId: string) {
  const found = await rows<{ account: string; sum: string }>(
    fixture,
    `select account, sum(amount_minor)::bigint as sum from app.ledger_entry
     where payment_id = $1 and account not in ('merchant_pending', 'merchant_available', 'merchant_reserve', 'fee_income')
     group by 1`,
    paymentId,
  )
  return withoutZeros(Object.fromEntries(found.map((one) => [one.account, BigInt(one.sum)])))
}

const withoutZeros = (sums: Record<string, bigint>) =>
  Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n))

/** The merchant's sums as they change with this payment: only one payment is counted at a time. */
async function rollup(fixture: PaymentFixture, payment: { merchant_id: string; id: string }) {
  const found = await rows<Record<string, string | null>>(
    fixture,
    `select status, channel, decline_reason as reason, decline_code as code, sum(payments)::bigint as payments, sum(captured_minor)::bigint as captured,
       sum(refunded_minor)::bigint as refunded, coalesce(sum(first_approved), 0)::bigint as "firstApproved",
       coalesce(sum(first_declined), 0)::bigint as "firstDeclined", coalesce(sum(answered), 0)::bigint as answered,
       coalesce(sum(answer_ms), 0)::bigint as "answerMs"
     from app.payment_rollup_delta where merchant_id = $1 group by 1, 2, 3, 4 having sum(payments) <> 0
       or sum(captured_minor) <> 0 or sum(refunded_minor) <> 0`,
    payment.merchant_id,
  )
  return found.map((one) => ({
    ...{ status: one.status, channel: one.channel, reason: one.reason, code: one.code },
    payments: BigInt(one.payments ?? 0),
    captured: BigInt(one.captured ?? 0),
    refunded: BigInt(one.refunded ?? 0),
    firstApproved: BigInt(one.firstApproved ?? 0),
    firstDeclined: BigInt(one.firstDeclined ?? 0),
    answered: BigInt(one.answered ?? 0),
    answerMs: BigInt(one.answerMs ?? 0),
  }))
}

/** The merchant's sums of all value dates, as they change with this payment. */
async function valuesOf(
  fixture: PaymentFixture,
  payment: { merchant_id: string },
): Promise<ValueSums> {
  const [sums] = await rows<Record<keyof ValueSums, string>>(
    fixture,
    `select coalesce(sum(captured_minor), 0)::bigint as captured, coalesce(sum(refunded_minor), 0)::bigint as refunded,
       coalesce(sum(fees_minor), 0)::bigint as fees, coalesce(sum(disputed_minor), 0)::bigint as disputed
     from app.payment_rollup_delta where merchant_id = $1 and value_day is not null`,
    payment.merchant_id,
  )
  const of = (name: keyof ValueSums) => BigInt(sums?.[name] ?? 0)
  return {
    captured: of('captured'),
    refunded: of('refunded'),
    fees: of('fees'),
    disputed: of('disputed'),
  }
}

async function brokenBalances(fixture: PaymentFixture, payment: { merchant_id: string }) {
  const found = await rows<{ what: string }>(
    fixture,
    `select concat_ws(' ', account, mode, currency, sum(amount)) as what from (
       select account, mode, currency, amount_minor as amount from app.ledger_entry
         where merchant_id = $1 and app.is_merchant_account(account)
       union all select account, mode, currency, -amount_minor from app.merchant_balance where merchant_id = $1
       union all select account, mode, currency, -amount_minor from app.merchant_balance_delta where merchant_id = $1) as parts
     group by account, mode, currency having sum(amount) <> 0`,
    payment.merchant_id,
  )
  return found.map(({ what }) => what)
}

/** What its first attempt came to, by the attempts themselves; how long its acquirer took, by the payment. */
async function attemptsOn(
  fixture: PaymentFixture,
  payment: { readonly id: string; readonly answer_ms: number | null },
) {
  const [first] = await rows<{ isApproved: boolean }>(
    fixture,
    // what was approved and is cancelled was approved too late, or only in part
    `select a.state = 'approved' and a.cancel_state is null as "isApproved" from app.payment_attempt a
     join app.payment_operation o on o.tenant_id = a.tenant_id and o.id = a.operation_id and o.kind = 'authorise'
     where a.payment_id = $1 and a.sequence = 1 and a.state in ('approved', 'declined', 'failed')`,
    payment.id,
  )
  return {
    firstApproved: first?.isApproved === true ? 1n : 0n,
    firstDeclined: first?.isApproved === false ? 1n : 0n,
    answered: payment.answer_ms === null ? 0n : 1n,
    answerMs: BigInt(payment.answer_ms ?? 0),
  }
}

async function brokenEvents(fixture: PaymentFixture, paymentId: string, status: string) {
  const events = await rows<{ type: string; from_status: string | null; to_status: string }>(
    fixture,
    'select type, from_status, to_status from app.payment_event where payment_id = $1 order by id',
    paymentId,
  )
  let before: string | null = null
  const broken: string[] = []
  for (const event of events) {
    if (event.from_status !== before) broken.push(`${event.type} from ${event.from_status}`)
    before = event.to_status
  }
  if (before !== status) broken.push(`ends as ${before}`)
  const announced = await rows<{ type: string }>(
    fixture,
    'select distinct type from app.merchant_event where payment_id = $1',
    paymentId,
  )
  for (const { type } of announced) {
    if (!merchantEventTypes.includes(type)) broken.push(`${type} is announced, and not listed`)
  }
  return broken
}
