import { collectNotices } from '@counterfoil/features/payments/acquirer-notices/acquirer-notices.jobs.ts'
import { sumRollup } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import type { Consideration } from '@counterfoil/features/routing/mids/routing.rules.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import {
  cardScenarios,
  transferScenarios,
} from '@counterfoil/providers/acquirers/sandbox/scenarios.ts'
import { ledgerChecksOf } from '@counterfoil/tools/testing/ledger-checks.ts'
import { order, paymentFixture, testCard } from '@counterfoil/tools/testing/payments.ts'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { type ActionResult, authorisePayment } from './payments.public.ts'
import { recoverOperations } from './recovery.jobs.ts'

// as every change of a setting does
const settingsChanged = 'update tenant set settings_version = settings_version + 1'

let clock = new Date()
// less than the slow card takes
const fixture = await paymentFixture({ acquirerTimeoutMs: 1_500, now: () => clock })
const { engine, providers, jobContext } = fixture

beforeEach(() => {
  clock = new Date()
})

async function pass(seconds: number): Promise<void> {
  clock = new Date(clock.getTime() + seconds * 1000)
  await recoverOperations(providers, jobContext)
}

const take = (number: string, some = {}) =>
  authorisePayment(engine, order(fixture, { method: testCard(number), ...some }))

async function reread({ payment }: ActionResult) {
  return fixture.loader
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow()
}

/** How a payment with each published card stands at once, and how it ends. */
const cards: Record<string, [atOnce: string, atLast: string]> = {
  '4242424242424242': ['captured', 'captured'],
  '5555555555554444': ['captured', 'captured'],
  '378282246310005': ['captured', 'captured'],
  '9792030000000000': ['captured', 'captured'],
  '4000000000000002': ['declined', 'declined'],
  '4000000000009995': ['declined', 'declined'],
  '4000000000009987': ['declined', 'declined'],
  '4000000000009979': ['declined', 'declined'],
  '4000000000000069': ['declined', 'declined'],
  '4000000000000127': ['declined', 'declined'],
  '4100000000000019': ['declined', 'declined'],
  '4000000000000119': ['declined', 'declined'],
  '4000000000000010': ['declined', 'declined'],
  '4000000000000432': ['declined', 'declined'],
  '4000000000000440': ['declined', 'declined'],
  '4000000000000457': ['declined', 'declined'],
  '4000000000000028': ['captured', 'captured'],
  '4000000000003220': ['pending', 'declined'],
  '4000000000000499': ['captured', 'captured'],
  '4000000000000507': ['captured', 'captured'],
  '4000000000000515': ['declined', 'declined'],
  '4000000000000523': ['declined', 'declined'],
  '4000000000000531': ['captured', 'captured'],
  '5200000000000015': ['captured', 'captured'],
  '4000000000000036': ['pending', 'failed'],
  '4000000000000044': ['declined', 'declined'],
  '4000000000000051': ['pending', 'failed'],
  '4000000000000077': ['pending', 'captured'],
  '4000000000000085': ['failed', 'failed'],
  '4000000000000093': ['captured', 'captured'],
  '4000000000000101': ['captured', 'captured'],
  '4000000000000135': ['captured', 'captured'],
  '4000000000000143': ['captured', 'captured'],
  '4000000000000150': ['captured', 'captured'],
  '4000000000000259': ['captured', 'captured'],
  '4000000000000267': ['captured', 'captured'],
  '4000000000000275': ['captured', 'captured'],
  '4000000000000283': ['captured', 'captured'],
  '4000000000000291': ['captured', 'captured'],
  '4000000000000309': ['captured', 'captured'],
  '4000000000000317': ['captured', 'captured'],
  '4000000000000325': ['captured', 'captured'],
  '4000000000000333': ['captured', 'captured'],
  '4000000000000341': ['captured', 'captured'],
  '4000000000000358': ['captured', 'captured'],
  '4000000000000366': ['captured', 'captured'],
  '4000000000000374': ['captured', 'captured'],
  '4000000000000382': ['captured', 'captured'],
  '4000000000000390': ['captured', 'captured'],
  '4000000000000408': ['captured', 'captured'],
  '4000000000000416': ['captured', 'captured'],
  '4000000000000424': ['captured', 'captured'],
  '4000000000000465': ['captured', 'captured'],
  '4000000000000473': ['captured', 'captured'],
  '4000000000000481': ['captured', 'captured'],
}

test('every published card is told of here', () => {
  expect(Object.keys(cards).toSorted()).toEqual(Object.keys(cardScenarios).toSorted())
})

test.each(Object.entries(cards))('card %s', async (number, [atOnce, atLast]) => {
  const securityCode = number.startsWith('37') ? '1234' : '123'
  const result = await take(number, { method: { ...testCard(number), securityCode } })
  expect(result.payment.status).toBe(atOnce)
  await pass(1)
  await pass(1000)
  expect((await reread(result)).status).toBe(atLast)
  const checks = await ledgerChecksOf(fixture, result.payment.id)
  expect(checks.theirs).toEqual(checks.ours)
  expect(checks.ledger).toEqual(checks.expectedLedger)
  expect(checks.open).toEqual([])
})

const transfers: Record<string, [amount: bigint, atOnce: string, atLast: string]> = {
  other: [1000n, 'captured', 'captured'],
  '01': [1001n, 'pending', 'captured'],
  '02': [1002n, 'pending', 'declined'],
  '03': [1003n, 'declined', 'declined'],
  '04': [1004n, 'pending', 'failed'],
  '05': [1005n, 'pending', 'captured'],
  '06': [1006n, 'pending', 'pending'],
  '07': [1007n, 'captured', 'captured'],
  '08': [1008n, 'captured', 'captured'],
  '09': [1009n, 'captured', 'captured'],
}

test('every published transfer is told of here', () => {
  const published = ['other', ...Object.keys(transferScenarios)]
  expect(Object.keys(transfers).toSorted()).toEqual(published.toSorted())
})

test.each(Object.entries(transfers))(
  'transfer of …%s',
  async (_, [amountMinor, atOnce, atLast]) => {
    const result = await authorisePayment(
      engine,
      order(fixture, { method: { type: 'bank_transfer' }, amountMinor, capture: false }),
    )
    expect(result.payment.status).toBe(atOnce)
    await pass(5)
    await pass(60)
    expect((await reread(result)).status).toBe(atLast)
  },
)

test('what a tenant began before it was suspended is finished', async () => {
  const result = await take('4000000000000077')
  expect(result.payment.status).toBe('pending')
  const setActive = (isActive: boolean) =>
    fixture.owner.query('update tenant set is_active = $2 where id = $1', [
      fixture.tenantId,
      isActive,
    ])
  await setActive(false)
  try {
    await pass(1)
    await pass(1000)
    expect((await reread(result)).status).toBe('captured')
  } finally {
    await setActive(true)
  }
})

describe('routing', () => {
  test('a soft decline goes on to the next MID, and the log says so', async () => {
    const { payment } = await take('4000000000000028')
    expect(payment).toMatchObject({ status: 'captured', provider: 'sandbox_beta' })
    const attempts = await fixture.loader
      .selectFrom('payment_attempt')
      .select(['provider', 'state', 'is_soft_decline'])
      .where('payment_id', '=', payment.id)
      .orderBy('sequence')
      .execute()
    expect(attempts).toEqual([
      { provider: 'sandbox_alpha', state: 'declined', is_soft_decline: true },
      { provider: 'sandbox_beta', state: 'approved', is_soft_decline: null },
    ])
    expect(payment).toMatchObject({ firstTry: 'declined', answerMs: expect.any(Number) })
    const reader = fixture.database.reader(tenantScope(fixture.tenantId))
    const sums = await sumRollup(reader, { statuses: ['captured'], providers: ['sandbox_beta'] })
    const rescued = sums.reduce((sum, { firstDeclined }) => sum + firstDeclined, 0n)
    expect(rescued).toBeGreaterThan(0n)
    const { routing } = await fixture.loader
      .selectFrom('payment_operation')
      .select('routing')
      .where('payment_id', '=', payment.id)
      .executeTakeFirstOrThrow()
    const log = routing as unknown as Consideration[]
    expect(log.filter((one) => one.isEligible).map((one) => one.provider)).toEqual([
      'sandbox_alpha',
      'sandbox_beta',
    ])
    expect(log.filter((one) => !one.isEligible).map((one) => one.reason)).toEqual([
      'For Live mode',
      'For Live mode',
    ])
  })

  test('a hard decline does not', async () => {
    const { payment } = await take('4000000000009995')
    expect(payment).toMatchObject({
      provider: 'sandbox_alpha',
      declineCode: 'insufficient_funds',
      declineReason: 'Insufficient funds',
    })
  })

  test('where no MID fits, the payment fails and says so', async () => {
    await fixture.owner.query(`update mid set is_active = false; ${settingsChanged}`)
    const { payment } = await take('4242424242424242')
    await fixture.owner.query(`update mid set is_active = true; ${settingsChanged}`)
    expect(payment).toMatchObject({ status: 'failed', declineCode: 'routing.no_mid' })
  })
})

describe('confirmation by the customer', () => {
  test.each([
    [true, 'captured'],
    [false, 'declined'],
  ])('confirmed: %s', async (isConfirmed, status) => {
    const result = await take('4000000000003220')
    expect(result.payment).toMatchObject({ pendingOn: 'challenge' })
    const reference = result.payment.nextAction?.url.split('/').at(-1) ?? ''
    await providers.challenges.answer('sandbox_alpha', reference, isConfirmed)
    await pass(5)
    expect((await reread(result)).status).toBe(status)
    // what was decided stays
    await providers.challenges.answer('sandbox_alpha', reference, !isConfirmed)
    await pass(60)
    expect((await reread(result)).status).toBe(status)
  })
})

describe('screening', () => {
  const rule = async (some: object) => {
    await fixture.owner.query('delete from antifraud_rule')
    await fixture.loader
      .insertInto('antifraud_rule')
      .values({
        tenant_id: fixture.tenantId,
        id: v7(),
        rule: 'amount_ceiling',
        outcome: 'block',
        created_at: new Date(),
        ...some,
      })
      .execute()
    await fixture.owner.query(settingsChanged)
    return () => fixture.owner.query(`delete from antifraud_rule; ${settingsChanged}`)
  }

  test('blocks before any acquirer is asked, and tells the customer nothing', async () => {
    const lift = await rule({ amount_minor: 1000n, currency: 'GBP' })
    const { payment } = await take('4242424242424242')
    await lift()
    expect(payment).toMatchObject({ status: 'blocked', declineReason: 'Blocked by screening' })
    expect((await ledgerChecksOf(fixture, payment.id)).theirs.authorised).toBe(0n)
  })

  test('counts a card within a minute, and keeps one that was blocked from paying for a day', async () => {
    const lift = await rule({ rule: 'card_velocity', outcome: 'block', threshold: 2n })
    const number = '5555555555554444'
    const statuses: string[] = []
    clock = new Date(clock.getTime() + 3_600_000)
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await take(number)).payment.status)
    clock = new Date(clock.getTime() + 61_000)
    statuses.push((await take(number)).payment.status)
    statuses.push((await take('4242424242424242')).payment.status)
    clock = new Date(clock.getTime() + 24 * 3_600_000)
    statuses.push((await take(number)).payment.status)
    await lift()
    expect(statuses).toEqual(['captured', 'captured', 'blocked', 'blocked', 'captured', 'captured'])
  })

  test('a review makes the payment wait', async () => {
    const lift = await rule({ outcome: 'review', amount_minor: 1000n, currency: 'GBP' })
    const { payment } = await take('4242424242424242')
    await lift()
    expect(payment).toMatchObject({ status: 'waiting_for_approval', capturedMinor: 0n })
  })
})

test('a dispute that the acquirer tells of is taken down once', async () => {
  const result = await take('4000000000000259')
  clock = new Date(clock.getTime() + 10_000)
  await collectNotices(providers, jobContext)
  await collectNotices(providers, jobContext)
  const disputes = await fixture.loader
    .selectFrom('dispute')
    .select(['amount_minor', 'reason_code', 'state'])
    .where('payment_id', '=', result.payment.id)
    .execute()
  expect(disputes).toEqual([{ amount_minor: 1250n, reason_code: 'fraud', state: 'opened' }])
  expect((await reread(result)).disputed_minor).toBe(1250n)
})

test('fees: a share rounded half up, and a fixed part', async () => {
  const { payment } = await take('4242424242424242', { amountMinor: 1033n })
  const fees = await fixture.loader
    .selectFrom('payment_fee')
    .select(['fee_type', 'amount_minor'])
    .where('payment_id', '=', payment.id)
    .execute()
  // 1.5 % of 1033 is 15.495
  expect(fees).toEqual([{ fee_type: 'capture', amount_minor: 35n }])
})
