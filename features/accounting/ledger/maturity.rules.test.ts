import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entriesOf, type Posting } from './ledger.rules.ts'
import { type Maturity, planPostings, settlementBy } from './maturity.rules.ts'

const terms = {
  ...{ merchantId: null, currency: null, minimumPayoutMinor: null },
  ...{ settlementDays: 2, reserveBasisPoints: 1_000, reserveDays: 90 },
}
const settlement = { terms, today: '2026-03-13' }

const heldOf = (id: string, account: Maturity['account'], amountMinor: bigint): Maturity => ({
  ...{ id, account, amountMinor, disputedMinor: 0n, lostMinor: 0n },
  dueOn: account === 'merchant_pending' ? '2026-03-17' : '2026-06-11',
})

test('a capture is pending, a part of it in reserve, and pays its fee', () => {
  const { postings, added } = planPostings(
    [
      { kind: 'capture', amountMinor: 1000n },
      { kind: 'fee', amountMinor: 35n },
    ],
    [],
    settlement,
  )
  expect(postings).toEqual([
    { kind: 'capture', amountMinor: 1000n, isPending: true },
    { kind: 'reserve', amountMinor: 100n },
    { kind: 'fee', amountMinor: 35n, isPending: true },
  ])
  expect(added).toEqual([
    { account: 'merchant_pending', amountMinor: 865n, dueOn: '2026-03-17' },
    { account: 'merchant_reserve', amountMinor: 100n, dueOn: '2026-06-11' },
  ])
})

test('without terms, and without days and reserve, it is available at once', () => {
  const capture: Posting[] = [{ kind: 'capture', amountMinor: 1000n }]
  const atOnce = { ...terms, settlementDays: 0, reserveBasisPoints: 0 }
  for (const none of [undefined, atOnce]) {
    const plan = planPostings(
      capture,
      [],
      settlementBy(none, () => '2026-03-13'),
    )
    expect(plan).toEqual({ postings: capture, changed: [], added: [] })
  }
})

test('what is given back is taken from pending, then from reserve, then from what is available', () => {
  const held: Maturity[] = [
    heldOf('p', 'merchant_pending', 300n),
    heldOf('r', 'merchant_reserve', 100n),
  ]
  const plan = planPostings(
    [{ kind: 'refund', amountMinor: 500n, place: 'bank' }],
    held,
    settlement,
  )
  expect(plan.postings).toEqual([
    { kind: 'refund', amountMinor: 300n, place: 'bank', isPending: true },
    { kind: 'reserve_release', amountMinor: 100n },
    { kind: 'refund', amountMinor: 200n, place: 'bank' },
  ])
  expect(plan.changed.map(({ amountMinor }) => amountMinor)).toEqual([0n, 0n])
  const fee = planPostings([{ kind: 'fee', amountMinor: 310n }], held, settlement)
  expect(fee.postings).toEqual([
    { kind: 'fee', amountMinor: 300n, isPending: true },
    { kind: 'fee', amountMinor: 10n },
  ])
})

test('a won dispute gives back where it took, and what is due by then becomes available', () => {
  const held = [
    heldOf('p', 'merchant_pending', 300n),
    { ...heldOf('later', 'merchant_pending', 200n), dueOn: '2026-03-24' },
    heldOf('r', 'merchant_reserve', 100n),
  ]
  const opened = planPostings([{ kind: 'dispute', amountMinor: 650n }], held, undefined)
  expect(opened.changed.map(({ disputedMinor }) => disputedMinor)).toEqual([300n, 200n, 100n])
  const after = held.map((one, at) => ({ ...one, ...opened.changed[at] }))
  const inPart = planPostings([{ kind: 'dispute_won', amountMinor: 350n }], after, undefined)
  expect(inPart.postings).toEqual([
    { kind: 'dispute_won', amountMinor: 350n, isPending: true },
    { kind: 'reserve', amountMinor: 100n },
  ])
  expect(inPart.added).toEqual([
    { account: 'merchant_reserve', amountMinor: 100n, dueOn: '2026-06-11' },
    { account: 'merchant_pending', amountMinor: 200n, dueOn: '2026-03-24' },
    { account: 'merchant_pending', amountMinor: 50n, dueOn: '2026-03-17' },
  ])
  const reserveAlone = after.filter(({ id }) => id === 'r')
  const later = planPostings([{ kind: 'dispute_won', amountMinor: 650n }], reserveAlone, undefined)
  expect(later.postings).toEqual([
    { kind: 'dispute_won', amountMinor: 100n, isPending: true },
    { kind: 'reserve', amountMinor: 100n },
    { kind: 'dispute_won', amountMinor: 550n },
  ])
})

test('disputes one after the other leave the money where what they lost alone would have', () => {
  const held = [
    heldOf('p', 'merchant_pending', 300n),
    { ...heldOf('later', 'merchant_pending', 200n), dueOn: '2026-03-24' },
    heldOf('r', 'merchant_reserve', 100n),
  ]
  // how it ends each time: what is lost, in percent; an acquirer may take it up again
  const disputeOf = (maxEnds: number) =>
    fc.record({
      amountMinor: fc.bigInt(1n, 400n),
      ends: fc.array(fc.bigInt(0n, 100n), { minLength: 1, maxLength: maxEnds }),
    })
  // what of a loss was taken from what is available is not kept: only the first, which held money covers, is reopened
  const disputesInTurn = fc
    .tuple(disputeOf(3), fc.array(disputeOf(1), { maxLength: 3 }))
    .map(([first, others]) => [first, ...others])
  const sums = (some: readonly Maturity[]) =>
    (['merchant_pending', 'merchant_reserve'] as const).map((account) =>
      some.reduce((sum, one) => (one.account === account ? sum + one.amountMinor : sum), 0n),
    )
  const after = (before: readonly Maturity[], postings: readonly Posting[]): Maturity[] => {
    const { changed, added } = planPostings(postings, before, undefined)
    return [
      ...before.map((one) => ({ ...one, ...changed.find(({ id }) => id === one.id) })),
      ...added.map((one, n) => ({ ...heldOf(`${before.length} ${n}`, one.account, 0n), ...one })),
    ].toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
  }
  fc.assert(
    fc.property(disputesInTurn, (disputes) => {
      let now: Maturity[] = held
      let lostInAll = 0n
      for (const { amountMinor, ends } of disputes) {
        let lost = 0n
        for (const [at, percent] of ends.entries()) {
          const reopened: Posting[] = [
            { kind: 'dispute', amountMinor: amountMinor - lost },
            { kind: 'dispute_reopened', amountMinor: at === 0 ? 0n : lost },
          ]
          now = after(
            now,
            reopened.filter((one) => one.amountMinor > 0n),
          )
          lost = (amountMinor * percent) / 100n
          const ended: Posting[] = [
            { kind: 'dispute_lost', amountMinor: lost },
            { kind: 'dispute_won', amountMinor: amountMinor - lost },
          ]
          now = after(
            now,
            ended.filter((one) => one.amountMinor > 0n),
          )
        }
        lostInAll += lost
      }
      const alone =
        lostInAll === 0n ? held : after(held, [{ kind: 'dispute', amountMinor: lostInAll }])
      expect(sums(now)).toEqual(sums(alone))
    }),
  )
})

const step = fc.array(
  fc.record({
    kind: fc.constantFrom('capture', 'refund', 'fee', 'dispute', 'dispute_won', 'fee_return'),
    amountMinor: fc.bigInt(1n, 2_000n),
  }),
  { minLength: 1, maxLength: 3 },
)

test('whatever happens, the accounts hold what is due, and the merchant is owed the same in all', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let held: Maturity[] = []
      const balances = new Map<string, bigint>()
      const owed = { plain: 0n, split: 0n }
      for (const [at, postings] of steps.entries()) {
        const plan = planPostings(postings as Posting[], held, settlement)
        const post = (posting: Posting, of: 'plain' | 'split') => {
          for (const { account, amountMinor } of entriesOf(posting)) {
            if (account.startsWith('merchant_')) owed[of] -= amountMinor
            if (of === 'plain') continue
            balances.set(account, (balances.get(account) ?? 0n) - amountMinor)
          }
        }
        for (const one of postings as Posting[]) post(one, 'plain')
        for (const one of plan.postings) post(one, 'split')
        held = held.map((one) => ({ ...one, ...plan.changed.find(({ id }) => id === one.id) }))
        held.push(
          ...plan.added.map((one, n) => ({
            ...one,
            ...{ id: `${at} ${n}`, disputedMinor: 0n, lostMinor: 0n },
          })),
        )
        for (const account of ['merchant_pending', 'merchant_reserve'] as const) {
          const due = held.filter((one) => one.account === account)
          expect(due.every(({ amountMinor }) => amountMinor >= 0n)).toBe(true)
          const sum = due.reduce((total, { amountMinor }) => total + amountMinor, 0n)
          expect(balances.get(account) ?? 0n).toBe(sum)
        }
      }
      expect(owed.split).toBe(owed.plain)
    }),
  )
})
