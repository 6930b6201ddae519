import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnalysedMid, analyse, compareSets, hasErrors } from './analysis.rules.ts'
import { explainRoute } from './choose-route.rules.ts'
import type { Condition, RoutedFacts, Rule, RuleSet } from './rule-sets.schema.ts'

const a = '0199f000-0000-7000-8000-00000000000a'
const b = '0199f000-0000-7000-8000-00000000000b'
const takesAll: AnalysedMid = {
  ...{ id: a, midCode: 'a', methods: [], brands: [], currencies: [] },
  ...{ capCurrency: null, maxAmountMinor: null, dead: null, hasCost: true },
}
const mids: AnalysedMid[] = [takesAll, { ...takesAll, id: b, midCode: 'b' }]
const rule = (
  id: string,
  conditions: Condition[],
  to: Rule['to'] = { way: 'order', midIds: [a] },
) => ({ id, name: id, conditions, to, goesOn: false }) satisfies Rule
const set = (...rules: Rule[]): RuleSet => ({ rules, otherwise: { way: 'priority' }, explore: 0 })
const listed = (
  fact: 'currency' | 'method' | 'brand' | 'customerCountry' | 'risk',
  ...values: string[]
) => ({ fact, values, isNot: false }) satisfies Condition
const found = (of: RuleSet, some: readonly AnalysedMid[] = mids) =>
  analyse(of, some).map(({ code, path }) => `${code} ${path}`)

describe('what is found in a rule set', () => {
  test('conditions that no payment meets, alone or together', () => {
    const upsideDown: Condition = { fact: 'amount', currency: 'GBP', min: 900, max: 100 }
    expect(found(set(rule('x', [upsideDown])))).toEqual(['never rules.0.conditions.0'])
    const two = rule('x', [
      { fact: 'amount', currency: 'GBP', min: 100, max: null },
      listed('currency', 'EUR', 'TRY'),
    ])
    expect(found(set(two))).toEqual(['never rules.0.conditions'])
    // a transfer has no brand
    const transfer = rule('x', [listed('method', 'bank_transfer'), listed('brand', 'visa')])
    expect(found(set(transfer))).toEqual(['never rules.0.conditions'])
    const iin: Condition = { fact: 'iin', from: '500000', to: '400000' }
    expect(found(set(rule('x', [iin])))).toEqual(['never rules.0.conditions.0'])
  })

  test('a rule that the rules above it leave nothing, also when they do so together', () => {
    const low: Condition = { fact: 'amount', currency: 'GBP', min: null, max: 500 }
    const high: Condition = { fact: 'amount', currency: 'GBP', min: 501, max: null }
    const covered = set(
      rule('low', [low]),
      rule('high', [high]),
      rule('pounds', [listed('currency', 'GBP')]),
    )
    expect(analyse(covered, mids)).toMatchObject([
      { code: 'unreachable', path: 'rules.2', values: { rules: '“low”, “high”' } },
    ])
    const open = set(
      rule('low', [low]),
      rule('high', [{ ...high, min: 502 }]),
      covered.rules[2] as Rule,
    )
    expect(found(open)).toEqual([])
  })

  test('payments that nobody takes, with one of them', () => {
    const [gap] = analyse(
      { ...set(rule('x', [listed('currency', 'GBP')])), otherwise: { way: 'none' as const } },
      mids,
    )
    expect(gap).toMatchObject({ severity: 'error', code: 'gap', path: 'otherwise' })
    expect(gap?.example?.currency).not.toBe('GBP')
    const whole = { ...set(rule('x', [])), otherwise: { way: 'none' as const } }
    expect(found(whole)).toEqual([])
  })

  test('MIDs that are dead, do not suit, or are named twice', () => {
    const dead = { ...takesAll, dead: 'off' } as const
    expect(found(set(rule('x', [])), [dead])).toContain('mid_dead rules.0.to.midIds.0')
    expect(found(set(rule('x', [])), [])).toContain('mid_dead rules.0.to.midIds.0')
    const pounds = { ...takesAll, currencies: ['GBP'] }
    const lira = set(rule('x', [listed('currency', 'TRY')]))
    expect(analyse(lira, [pounds])).toMatchObject([
      { code: 'mid_unsuitable', values: { mid: 'a', part: 'currencies' } },
      { severity: 'warning', code: 'no_mid', path: 'otherwise' },
    ])
    const small = { ...takesAll, capCurrency: 'GBP', maxAmountMinor: 1000n }
    const large: Condition = { fact: 'amount', currency: 'GBP', min: 1001, max: null }
    expect(analyse(set(rule('x', [large])), [small])[0]).toMatchObject({
      code: 'mid_unsuitable',
      values: { part: 'amount' },
    })
    // some of its payments only
    expect(found(set(rule('x', [listed('currency', 'GBP', 'TRY')])), [pounds])).toContain(
      'no_mid rules.0.to',
    )
    const twice = rule('x', [], { way: 'order', midIds: [a, a] })
    expect(found(set(twice))).toContain('twice rules.0.to.midIds.1')
  })

  test('shares that are not the whole', () => {
    const parts = (...shares: number[]) =>
      set(
        rule('x', [], {
          way: 'split',
          parts: shares.map((basisPoints, at) => ({ midId: at === 0 ? a : b, basisPoints })),
        }),
      )
    expect(analyse(parts(9_999), mids)[0]).toMatchObject({
      code: 'split_sum',
      path: 'rules.0.to.parts',
      values: { sum: '99.99' },
    })
    expect(hasErrors(analyse(parts(3_333, 6_667), mids))).toBe(false)
  })

  test('rules that some payments meet too, and that stand above', () => {
    const overlapping = set(
      rule('pounds', [listed('currency', 'GBP')]),
      rule('visa', [listed('brand', 'visa')], { way: 'order', midIds: [b] }),
    )
    const [overlap] = analyse(overlapping, mids)
    expect(overlap).toMatchObject({ severity: 'note', code: 'overlap', path: 'rules.1' })
    expect(overlap?.example).toMatchObject({ currency: 'GBP', brand: 'visa' })
  })

  test('how two versions differ', () => {
    const before = set(rule('one', []), rule('two', []), rule('three', []))
    const after = set(rule('two', []), rule('one', [listed('risk', 'flag')]), rule('four', []))
    expect(compareSets(before, after).map(({ ruleId, change }) => `${ruleId} ${change}`)).toEqual([
      ...['two moved', 'one changed', 'four added', 'three removed'],
    ])
    // what all other payments do is a change like that of a rule
    const elsewhere = { ...before, otherwise: { way: 'none' as const }, explore: 100 }
    expect(compareSets(before, elsewhere)).toMatchObject([
      { ruleId: 'otherwise', name: '', change: 'changed' },
      { ruleId: 'explore', name: '', change: 'changed' },
    ])
  })
})

// Small domains, each with a value that no rule names: every payment of them can be looked at.
const currencies = ['GBP', 'EUR', 'CHF']
const amounts = [1, 2, 3, 4, 5]
const brands = ['visa', 'mastercard', 'jcb']
const countries = ['GB', 'TR', null]
const iins = ['400000', '400001', '400002', '999999']
const minutes = [0, 1, 2, 6].flatMap((day) => [0, 480, 720].map((minute) => day * 1440 + minute))

const everyPayment: RoutedFacts[] = currencies.flatMap((currency) =>
  amounts.flatMap((amount) =>
    countries.flatMap((customerCountry) =>
      minutes.flatMap((weekMinute) => {
        const facts = {
          ...{ key: '', currency, amountMinor: BigInt(amount), customerCountry, weekMinute },
          ...{ issuerCountry: null, website: null, channel: 'api', orderType: null },
          ...{ risk: 'none' as const, health: {} },
        } as const
        const cards: RoutedFacts[] = brands.flatMap((brand) =>
          iins.map((iin) => ({ ...facts, method: 'card', brand, iin })),
        )
        const others: RoutedFacts[] = ['bank_transfer', 'alternative'].map((method) => ({
          ...{ ...facts, method, brand: null, iin: null },
        }))
        return [...cards, ...others]
      }),
    ),
  ),
)

const isNot = fc.boolean()
const someOf = (values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 })
const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ fact: fc.constant('currency' as const), isNot, values: someOf(['GBP', 'EUR']) }),
  fc.record({
    fact: fc.constant('method' as const),
    isNot,
    values: someOf(['card', 'alternative']),
  }),
  fc.record({ fact: fc.constant('brand' as const), isNot, values: someOf(['visa', 'mastercard']) }),
  fc.record({ fact: fc.constant('customerCountry' as const), isNot, values: someOf(['GB']) }),
  fc.record({
    fact: fc.constant('amount' as const),
    currency: fc.constantFrom('GBP', 'EUR'),
    min: fc.option(fc.integer({ min: 1, max: 5 })),
    max: fc.option(fc.integer({ min: 1, max: 4 })),
  }),
  fc.record({
    fact: fc.constant('iin' as const),
    from: fc.constantFrom('400000', '400001', '400002'),
    to: fc.constantFrom('400000', '400001', '400002'),
  }),
  fc.record({
    fact: fc.constant('time' as const),
    days: fc.uniqueArray(fc.constantFrom(1, 7), { minLength: 1 }),
    from: fc.constantFrom('00:00', '08:00', '12:00'),
    to: fc.constantFrom('08:00', '12:00', '00:00'),
  }),
)
const anySet: fc.Arbitrary<RuleSet> = fc
  .array(fc.array(anyCondition, { maxLength: 3 }), { minLength: 1, maxLength: 6 })
  .map((all) => ({
    rules: all.map((conditions, at) => rule(`r${at}`, conditions)),
    ...{ otherwise: { way: 'none' as const }, explore: 0 },
  }))

describe('the analysis agrees with looking at every payment', () => {
  // every atom of the rules has a payment in the domain but those of amounts and minutes between what it has
  test('of rules that are never met or never reached, and of gaps', () => {
    fc.assert(
      fc.property(anySet, (of) => {
        const taken = new Set<string>()
        const met = new Set<string>()
        let hasGap = false
        for (const payment of everyPayment) {
          const verdicts = explainRoute(of, payment)
          const taking = verdicts.find(({ outcome }) => outcome === 'takes')
          if (taking === undefined) hasGap = true
          else taken.add(taking.ruleId)
          for (const one of verdicts) {
            if (one.conditions.every((verdict) => verdict === 'holds')) met.add(one.ruleId)
          }
        }
        const findings = analyse(of, mids)
        const named = (code: string) =>
          new Set(findings.filter((one) => one.code === code).map(({ ruleId }) => ruleId))
        const rules = of.rules.map(({ id }) => id)
        expect(named('never')).toEqual(new Set(rules.filter((id) => !met.has(id))))
        expect(named('unreachable')).toEqual(
          new Set(rules.filter((id) => met.has(id) && !taken.has(id))),
        )
        expect(findings.some(({ code }) => code === 'gap')).toBe(hasGap)
        // an example is what it is said to be
        const gap = findings.find(({ code }) => code === 'gap')?.example
        if (gap)
          expect(explainRoute(of, gap).every(({ outcome }) => outcome === 'passes')).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
