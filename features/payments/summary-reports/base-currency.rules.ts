import {
  convertMinor,
  type Rate,
  rateFinder,
} from '@counterfoil/features/reporting/exchange-rates/conversion.rules.ts'
import type { Fact } from '@counterfoil/features/reporting/figures/figures.rules.ts'
import { countsOf } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import type { BaseCurrencyReport, ConvertedFigures } from './base-currency.contract.ts'

interface InBase {
  readonly baseCurrency: string
  readonly by: 'currency' | 'day'
  decimalPlacesOf(currency: string): number
}

interface Converted extends Pick<BaseCurrencyReport, 'rates' | 'missing'> {
  readonly rows: (ConvertedFigures & { readonly key: string })[]
  readonly total: ConvertedFigures
}

/** Facts by tenant and day in a base currency. Each sum of a day and a currency is rounded once. */
export function convertFacts(
  facts: readonly Fact[],
  rates: readonly Rate[],
  { baseCurrency, by, decimalPlacesOf }: InBase,
): Converted {
  const find = rateFinder(rates)
  const used = new Set<Rate>()
  const without: Fact[] = []
  const converted = facts.map((fact): Fact => {
    const { currency, keys } = fact
    if (currency === baseCurrency) return fact
    const rate = find(keys.tenant ?? '', currency, keys.day ?? '')
    if (rate === undefined) {
      without.push(fact)
      const none = { amountMinor: 0n, capturedMinor: 0n, refundedMinor: 0n }
      return { ...fact, ...none, firstDeclinedMinor: 0n }
    }
    used.add(rate)
    const decimals = { from: decimalPlacesOf(currency), to: decimalPlacesOf(baseCurrency) }
    const inBase = (minor: bigint) => convertMinor(minor, rate.rate, decimals)
    return {
      ...fact,
      amountMinor: inBase(fact.amountMinor),
      capturedMinor: inBase(fact.capturedMinor),
      refundedMinor: inBase(fact.refundedMinor),
      firstDeclinedMinor: inBase(fact.firstDeclinedMinor),
    }
  })
  const groups = Map.groupBy(converted, ({ currency, keys }) =>
    by === 'currency' ? currency : (keys.day ?? ''),
  )
  const rows = [...groups]
    .map(([key, of]) => ({ key, ...sumsOf(of, baseCurrency) }))
    .sort((a, b) => (by === 'day' ? (a.key < b.key ? -1 : 1) : b.count - a.count))
  return {
    rows,
    total: sumsOf(converted, baseCurrency),
    rates: [...used].sort((a, b) => (`${a.currency}${a.day}` < `${b.currency}${b.day}` ? -1 : 1)),
    missing: missingOf(without),
  }
}

function sumsOf(facts: readonly Fact[], baseCurrency: string) {
  const { count, approvalRate } = countsOf(facts)
  const sum = (of: (fact: Fact) => bigint) =>
    Number(facts.reduce((total, fact) => total + of(fact), 0n))
  const captured = sum((fact) => fact.capturedMinor)
  const refunded = sum((fact) => fact.refundedMinor)
  return {
    ...{ count, successRate: approvalRate, volume: sum((fact) => fact.amountMinor) },
    ...{ captured, refunded, net: captured - refunded, baseCurrency },
  }
}

/** The same without the figures that are hidden, by the report's names for them. */
export function withoutHidden(
  { rows, total, rates, missing }: Converted,
  hidden: ReadonlySet<string>,
): Pick<BaseCurrencyReport, 'rows' | 'total' | 'rates' | 'missing'> {
  const isShown = ([name]: [string, unknown]) =>
    !hidden.has(name === 'successRate' ? 'approvalRate' : name)
  const shownOf = <Of extends object>(of: Of): Of =>
    Object.fromEntries(Object.entries(of).filter(isShown)) as Of
  return { rows: rows.map(shownOf), total: shownOf(total), rates, missing: missing.map(shownOf) }
}

/** What has no rate, by currency: how much it is in its own, and from which day to which. */
function missingOf(facts: readonly Fact[]): BaseCurrencyReport['missing'] {
  const groups = [...Map.groupBy(facts, ({ currency }) => currency)]
  return groups
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, of]) => {
      const days = of.map(({ keys }) => keys.day ?? '').toSorted()
      return {
        currency,
        count: Number(of.reduce((sum, fact) => sum + fact.payments, 0n)),
        volume: Number(of.reduce((sum, fact) => sum + fact.amountMinor, 0n)),
        firstDay: days[0] ?? '',
        lastDay: days.at(-1) ?? '',
      }
    })
}
