import {
  authorisePayment,
  requestPayout,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { recoverOperations } from '@counterfoil/features/payments/processing/recovery.jobs.ts'
import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import type { AcquirerDispute } from '@counterfoil/providers/acquirers/acquirer.ts'
import { noticeBody } from '@counterfoil/providers/acquirers/sandbox/notice-body.ts'
import { ledgerChecksOf } from '@counterfoil/tools/testing/ledger-checks.ts'
import {
  order,
  paymentFixture,
  testCard,
  withAcquirer,
} from '@counterfoil/tools/testing/payments.ts'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { collectNotices } from './acquirer-notices.jobs.ts'

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })
const platform = await makeTenant(fixture, { is_platform: true })

async function taken(number?: string): Promise<string> {
  const { payment } = await authorisePayment(
    fixture.engine,
    order(fixture, { amountMinor: 1000n, method: testCard(number) }),
  )
  return payment.id
}

type Some = Partial<AcquirerDispute> & { readonly id?: string; readonly tenantId?: string }

/** A notice of a dispute, as the sandbox writes one. */
function noticeOf(paymentId: string, some: Some = {}) {
  const { id = v7(), tenantId = fixture.tenantId, ...rest } = some
  const dispute: AcquirerDispute = {
    reference: v7(),
    sequence: 1,
    stage: 'chargeback',
    state: 'opened',
    amountMinor: 1000n,
    lostMinor: 0n,
    currency: 'GBP',
    reasonCode: 'fraud',
    respondBy: null,
    ...rest,
  }
  return { id, body: noticeBody(clock, { id, metadata: { tenantId, paymentId }, dispute }) }
}

interface Notice {
  readonly id: string
  readonly body: string
}

/** The acquirer reports these, and repeats each until it is acknowledged. */
const report = (...notices: readonly Notice[]) => reportFrom('sandbox_alpha', ...notices)

async function reportFrom(acquirer: string, ...notices: readonly Notice[]): Promise<void> {
  const open = [...notices]
  const providers = withAcquirer(fixture.providers, acquirer, () => ({
    listNotices: async () => [...open],
    acknowledgeNotice: async (id) => {
      open.splice(
        open.findIndex((one) => one.id === id),
        1,
      )
    },
  }))
  await collectNotices(providers, fixture.jobContext)
  expect(open).toEqual([])
}

async function kept(reference: string, tenantId = fixture.tenantId) {
  const { rows } = await fixture.owner.query(
    `select state, cause_code as cause, repeats, payment_id as payment, body from acquirer_notice
     where reference = $1 and tenant_id = $2 order by id`,
    [reference, tenantId],
  )
  return rows
}

async function sound(paymentId: string) {
  const checks = await ledgerChecksOf(fixture, paymentId)
  expect(checks.unbalanced).toEqual([])
  expect(checks.ledger).toEqual(checks.expectedLedger)
  expect(checks.disputed).toBe(checks.claims.open + checks.claims.lost)
  return checks
}

describe('a notice', () => {
  test('of more than was paid does not wait for a payout that a person has yet to approve', async () => {
    // the first one, while the merchant has a balance to pay out of
    const id = await taken()
    const command = { paymentId: id, mode: 1, reason: null, amountMinor: 100n } as const
    await requestPayout(fixture.engine, command, { toResponse: ({ payment }) => payment })
    const notice = noticeOf(id, { amountMinor: 1001n })
    await report(notice)
    expect(await kept(notice.id)).toMatchObject([{ state: 'aside', cause: 'notice.too_much' }])
  })

  test('that counts is kept as it came', async () => {
    const id = await taken()
    const notice = noticeOf(id)
    await report(notice)
    expect(await kept(notice.id)).toMatchObject([
      { state: 'taken', cause: null, repeats: 0, payment: id, body: notice.body },
    ])
    expect((await sound(id)).disputed).toBe(1000n)
  })

  test.each([
    ['in another currency', { currency: 'JPY', amountMinor: 190_000n }, 'notice.other_currency'],
    ['of nothing', { amountMinor: 0n }, 'notice.no_amount'],
    ['of more than was paid', { amountMinor: 1001n }, 'notice.too_much'],
  ] as const)('%s is put aside, and the next one is taken', async (_name, some, cause) => {
    const id = await taken()
    const [wrong, right] = [noticeOf(id, some), noticeOf(id, { amountMinor: 400n })]
    await report(wrong, right)
    expect(await kept(wrong.id)).toMatchObject([{ state: 'aside', cause }])
    expect(await kept(right.id)).toMatchObject([{ state: 'taken', cause: null }])
    expect((await sound(id)).disputed).toBe(400n)
  })

  test('of a declined payment is put aside', async () => {
    const id = await taken('4000000000000002')
    const notice = noticeOf(id)
    await report(notice)
    expect(await kept(notice.id)).toMatchObject([{ state: 'aside', cause: 'notice.too_much' }])
    expect((await sound(id)).disputed).toBe(0n)
  })

  test('of an unknown payment is put aside, and one that names no tenant is kept by the platform', async () => {
    const [stray, lost] = [noticeOf(v7()), noticeOf(v7(), { tenantId: 'nobody' })]
    const broken = { id: v7(), body: 'not { JSON' }
    await report(stray, lost, broken)
    expect(await kept(stray.id)).toMatchObject([
      { state: 'aside', cause: 'notice.unknown_payment', payment: null },
    ])
    expect(await kept(lost.id, platform.id)).toMatchObject([
      { state: 'aside', cause: 'notice.unknown_tenant' },
    ])
    expect(await kept(broken.id, platform.id)).toMatchObject([
      { state: 'aside', cause: 'notice.unreadable', body: broken.body },
    ])
  })

  test('of a payment that another acquirer made is put aside', async () => {
    const id = await taken()
    const notice = noticeOf(id)
    await reportFrom('sandbox_beta', notice)
    expect(await kept(notice.id)).toMatchObject([
      { state: 'aside', cause: 'notice.unknown_payment' },
    ])
    expect((await sound(id)).disputed).toBe(0n)
  })

  test('that comes twice counts once; another one with its id does not count', async () => {
    const id = await taken()
    const notice = noticeOf(id, { amountMinor: 300n })
    await report(notice)
    await report(notice)
    const other = noticeOf(id, { id: notice.id, amountMinor: 500n })
    await report(other)
    expect(await kept(notice.id)).toMatchObject([
      { state: 'taken', repeats: 1 },
      { state: 'aside', cause: 'notice.other_content' },
    ])
    expect((await sound(id)).disputed).toBe(300n)
  })

  test('that a later one came before says nothing new', async () => {
    const id = await taken()
    const reference = v7()
    const end = { reference, sequence: 3, state: 'lost', lostMinor: 1000n } as const
    const [ended, began] = [noticeOf(id, end), noticeOf(id, { reference, sequence: 1 })]
    await report(ended, began)
    expect(await kept(ended.id)).toMatchObject([{ state: 'taken' }])
    expect(await kept(began.id)).toMatchObject([{ state: 'repeated' }])
    expect((await sound(id)).claims.lost).toBe(1000n)
  })

  test('that comes before the money it is of waits for it', async () => {
    const started = clock
    const id = await taken('4000000000000077')
    const notice = noticeOf(id)
    await report(notice)
    expect(await kept(notice.id)).toMatchObject([{ state: 'received', cause: 'notice.too_early' }])
    clock = new Date(started.getTime() + 60_000)
    await recoverOperations(fixture.providers, fixture.jobContext)
    await report()
    expect(await kept(notice.id)).toMatchObject([{ state: 'taken', cause: null }])
    expect((await sound(id)).disputed).toBe(1000n)
  })

  test('is kept without the number of a card', async () => {
    const id = await taken()
    const notice = noticeOf(id, { reasonCode: 'card 4242 4242 4242 4242' })
    await report(notice)
    const [row] = await kept(notice.id)
    expect(row).toMatchObject({ state: 'taken' })
    expect(row.body).not.toContain('4242 4242 4242 4242')
  })

  test('that is kept cannot be rewritten or deleted by the application', async () => {
    const write = (sql: string) =>
      fixture.read((db) => db.executeQuery({ sql, parameters: [] } as never))
    await expect(write(`update acquirer_notice set body = 'x'`)).rejects.toThrow(/denied/)
    await expect(write('delete from acquirer_notice')).rejects.toThrow(/denied/)
  })
})
