// What the default dashboards of tests are of: payments, and records of each kind that their widgets count.

import { insertRollupDeltas } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makePayment } from '@counterfoil/kit/testing/makers.ts'
import type { PaymentFixture } from './payments.ts'

export interface DashboardRecords {
  readonly fixture: PaymentFixture
  readonly now: Date
  /** The merchants that the records are of, beside the fixture's own. */
  readonly otherId: string
  readonly operatorId: string
  readonly limitedId: string
  readonly approverId: string
}

export async function makeDashboardRecords(of: DashboardRecords): Promise<void> {
  await makePayments(of)
  await makeRecords(of)
  await makeMessages(of)
  await makeBalance(of)
  await makeOpportunities(of)
}

/** Payments of today, of a week and two weeks ago, of all kinds. */
async function makePayments({ fixture, now, otherId }: DashboardRecords): Promise<void> {
  const { database, tenantId, merchantId } = fixture
  const statuses = ['captured', 'captured', 'refunded', 'declined', 'waiting_for_approval']
  const some: Awaited<ReturnType<typeof makePayment>>[] = []
  for (let n = 0; n < 60; n += 1) {
    const created_at = new Date(now.getTime() - ((n % 15) * 24 + (n % 11)) * hourMs)
    const status = statuses[n % 5] as string
    const amount_minor = BigInt(1000 + n)
    const isTaken = status === 'captured' || status === 'refunded'
    some.push(
      await makePayment(fixture, {
        id: newId(created_at),
        tenant_id: tenantId,
        merchant_id: n % 3 === 0 ? otherId : merchantId,
        mode: 2,
        status,
        method: n % 4 === 0 ? 'bank_transfer' : 'card',
        currency: n % 7 === 0 ? 'TRY' : 'GBP',
        amount_minor,
        authorised_minor: status === 'declined' ? 0n : amount_minor,
        captured_minor: isTaken ? amount_minor : 0n,
        refunded_minor: status === 'refunded' ? amount_minor : 0n,
        provider: n % 2 === 0 ? 'sandbox_alpha' : 'sandbox_beta',
        card_brand: n % 2 === 0 ? 'visa' : 'mastercard',
        customer_country: n % 3 === 0 ? 'GB' : 'TR',
        decline_reason: status === 'declined' ? 'Insufficient funds' : null,
        business_day: created_at.toLocaleDateString('en-CA', { timeZone: 'Europe/London' }),
        created_at,
        updated_at: created_at,
      }),
    )
  }
  await database.transaction(tenantScope(tenantId), (db) =>
    insertRollupDeltas(
      db,
      some.map((one) => ({
        payments: 1,
        day: one.business_day,
        createdAt: one.created_at,
        merchantId: one.merchant_id,
        mode: 2,
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
      })),
    ),
  )
}

/** Disputes, tickets, tasks and requests: late ones, such as are due soon, and such as wait for others. */
async function makeRecords(of: DashboardRecords): Promise<void> {
  const { fixture, now, operatorId, limitedId, approverId } = of
  const { loader, tenantId, merchantId } = fixture
  const at = { tenant_id: tenantId, created_at: now, updated_at: now }
  const hours = (count: number) => new Date(now.getTime() + count * hourMs)
  const captured = await loader
    .selectFrom('payment')
    .select(['id', 'merchant_id', 'currency'])
    .where('status', '=', 'captured')
    .orderBy('id')
    .limit(3)
    .execute()
  for (const [n, { id, merchant_id, currency }] of captured.entries()) {
    const state = n === 2 ? 'won' : 'opened'
    const dispute = { id: newId(now), payment_id: id, merchant_id, currency, state }
    await loader
      .insertInto('dispute')
      .values({
        ...{
          tenant_id: tenantId,
          amount_minor: 100n,
          reason_code: '10.4',
          reason: 'Charged more than once',
        },
        ...{ ...dispute, opened_at: now, respond_by: hours(n === 0 ? -2 : 48) },
      })
      .execute()
    await loader.updateTable('payment').set({ dispute_state: state }).where('id', '=', id).execute()
  }
  for (const [n, due] of [-1, 1, 40].entries()) {
    for (const assignee_id of [null, operatorId, limitedId]) {
      await loader
        .insertInto('support_ticket')
        .values({
          ...{ ...at, id: newId(now), merchant_id: merchantId, channel: 'CustomerToTenant' },
          ...{ state: 'Opened', category: 'Other', priority: 'High', subject: 's' },
          ...{ code: `T-${n}-${assignee_id}`, due_at: hours(due), assignee_id },
          ...{ description: 'd', requester_name: 'r', contact_email: '', waiting_on: 'agent' },
        })
        .execute()
    }
  }
  // one request of the operator's own and one of a colleague's, which alone waits for the operator
  for (const [n, id] of [operatorId, approverId].entries()) {
    const { id: payment_id, merchant_id, currency } = captured[n] as (typeof captured)[number]
    const about = { tenant_id: tenantId, payment_id, merchant_id, currency, amount_minor: 100n }
    await loader
      .insertInto('payment_operation')
      .values({
        ...{ ...about, id: newId(now), kind: 'payout', state: 'held', created_at: now },
        ...{ actor_type: 'user', actor_id: id },
      })
      .execute()
    await loader
      .insertInto('waiting_action')
      .values({
        ...{ ...about, id: newId(now), mode: 2, payment_version: 1, action: 'refund' },
        ...{ maker_id: id, maker_name: 'Somebody', maker_keys: [id], maker_type: 'user' },
        ...{ side: 'operator', state: 'waiting', requirements: '[]' },
        ...{ expires_at: hours(24), created_at: now },
      })
      .execute()
  }
  for (const due_on of ['2020-01-01', '2999-01-01']) {
    for (const assignee_id of [operatorId, limitedId]) {
      await loader
        .insertInto('sales_task')
        .values({
          ...{ ...at, id: newId(now), kind: 'call', name: 'Call', notes: '' },
          ...{ assignee_id, due_on },
        })
        .execute()
    }
  }
}

/** Messages to an endpoint of each merchant, so many of each state, and one of a week ago. */
async function makeMessages({ fixture, now, otherId }: DashboardRecords): Promise<void> {
  const { loader, tenantId, merchantId } = fixture
  const weekAgo = new Date(now.getTime() - 7 * dayMs)
  const messages = [
    ...['delivered', 'delivered', 'delivered', 'failing', 'waiting', 'given_up'].map((state) => ({
      ...{ state, at: now },
    })),
    { state: 'failing', at: weekAgo },
  ]
  for (const merchant_id of [merchantId, otherId]) {
    const endpoint_id = newId(now)
    const of = { tenant_id: tenantId, merchant_id }
    await loader
      .insertInto('webhook_endpoint')
      .values({
        ...{ ...of, id: endpoint_id, mode: 2, url: `https://${merchant_id}.example/` },
        ...{ event_types: [], secret: 'sealed', created_at: now },
      })
      .execute()
    for (const { state, at } of messages) {
      const body = { event_type: 'payment.captured', payload: '{}' }
      await loader
        .insertInto('webhook_delivery')
        .values({ ...of, ...body, id: newId(at), endpoint_id, state, created_at: at })
        .execute()
    }
  }
}

/** What the merchant is owed in one currency: some of it is on its way, some becomes available tomorrow. */
async function makeBalance({ fixture, now }: DashboardRecords): Promise<void> {
  const { loader, tenantId, merchantId } = fixture
  const of = { tenant_id: tenantId, merchant_id: merchantId, mode: 2, currency: 'GBP' }
  const owed = { merchant_available: 50_000n, payouts_in_transit: 700n, merchant_pending: 300n }
  for (const [account, amount] of Object.entries(owed)) {
    await loader
      .insertInto('merchant_balance_delta')
      .values({ ...of, id: newId(now), account, amount_minor: -amount })
      .execute()
  }
  await loader
    .insertInto('payout_order')
    .values({
      ...{ ...of, id: newId(now), payee_name: 'Ada Lovelace', payee_kind: 'person' },
      ...{ payee_country: 'GB', payee_sort_code: '200000', payee_account_number: '55779911' },
      ...{ amount_minor: 690n, fee_minor: 10n, rail: 'faster_payments', reference: 'Invoice 7' },
      ...{ end_to_end_id: 'e2e-1', state: 'waiting_for_approval', send_at: now, side: 'merchant' },
      ...{ maker_type: 'api_key', maker_id: merchantId, maker_name: 'Key', maker_keys: [] },
      ...{ requirements: '[]', created_at: now, updated_at: now },
    })
    .execute()
  const { id: payment_id } = await loader
    .selectFrom('payment')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .limit(1)
    .executeTakeFirstOrThrow()
  for (const [days, amount_minor] of [
    [1, 100n],
    [1, 150n],
    [3, 50n],
  ] as const) {
    await loader
      .insertInto('maturity')
      .values({
        ...{ ...of, id: newId(now), payment_id, account: 'merchant_pending', amount_minor },
        due_on: new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10),
        created_at: now,
      })
      .execute()
  }
}

/** Opportunities in two open stages, in two currencies, one that is won, and one that is put away. */
async function makeOpportunities({ fixture, now }: DashboardRecords): Promise<void> {
  const { loader, tenantId } = fixture
  const at = { tenant_id: tenantId, created_at: now, updated_at: now }
  const pipeline_id = newId(now)
  await loader
    .insertInto('pipeline')
    .values({
      ...{ ...at, id: pipeline_id, name: 'Sales', name_tr: 'Satış' },
      ...{ is_for_opportunities: true, is_for_projects: false },
    })
    .execute()
  for (const [place, [kind, items]] of (
    [
      ['open', ['GBP', 'GBP', 'EUR', 'away']],
      ['open', ['GBP']],
      ['won', ['GBP']],
    ] as const
  ).entries()) {
    const stage_id = newId(now)
    const name = `Stage ${place}`
    await loader
      .insertInto('pipeline_stage')
      .values({
        ...{ ...at, id: stage_id, pipeline_id, name, name_tr: name, kind, colour: 'neutral' },
        ...{ probability: 0, is_default: place === 0, sort_order: place + 1 },
      })
      .execute()
    for (const [n, currency] of items.entries()) {
      const isAway = currency === 'away'
      await loader
        .insertInto('pipeline_item')
        .values({
          ...{ ...at, id: newId(now), kind: 'opportunity', name: `${name}, ${n}`, pipeline_id },
          ...{ stage_id, visit: 1, stage_since: now, amount_minor: 1000n },
          ...{ currency: isAway ? 'GBP' : currency, is_active: !isAway, description: '' },
        })
        .execute()
    }
  }
}
