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

/** The payments of a tenant, a day and a currency, with their amounts in the base currency. */
interface DayInBase {
  readonly facts: readonly Fact[]
  readonly currency: string
  readonly day: string
  readonly volume: bigint
  readonly captured: bigint
  readonly refunded: bigint
}

/** Facts by tenant and day in a base currency. Each sum of a tenant, a day and a currency is rounded once. */
export function convertFacts(
  facts: readonly Fact[],
  rates: readonly Rate[],
  { baseCurrency, by, decimalPlacesOf }: InBase,
): Converted {
  const find = rateFinder(rates)
  const used = new Set<Rate>()
  const without: Fact[] = []
  // facts are by status or by outcome: rounded one by one, a sum would depend on where it was read from
  const days = Map.groupBy(facts, ({ keys, currency }) =>
    JSON.stringify([keys.tenant, keys.day, currency]),
  )
  const converted = [...days.values()].map((of): DayInBase => {
    const [{ currency, keys }] = of as [Fact, ...Fact[]]
    const day = keys.day ?? ''
    const sum = (amountOf: (fact: Fact) => bigint) =>
      of.reduce((total, fact) => total + amountOf(fact), 0n)
    const inBase = (convert: (minor: bigint) => bigint): DayInBase => ({
      ...{ facts: of, currency, day },
      volume: convert(sum((fact) => fact.amountMinor)),
      captured: convert(sum((fact) => fact.capturedMinor)),
      refunded: convert(sum((fact) => fact.refundedMinor)),
    })
    if (currency === baseCurrency) return inBase((minor) => minor)
    const rate = find(keys.tenant ?? '', currency, day)
    if (rate === undefined) {
      without.push(...of)
      return inBase(() => 0n)
    }
    used.add(rate)
    const decimals = { from: decimalPlacesOf(currency), to: decimalPlacesOf(baseCurrency) }
    return inBase((minor) => convertMinor(minor, rate.rate, decimals))
  })
  const groups = Map.groupBy(converted, (one) => one[by])
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

function sumsOf(days: readonly DayInBase[], baseCurrency: string) {
  const { count, approvalRate } = countsOf(days.flatMap(({ facts }) => facts))
  const sum = (name: 'volume' | 'captured' | 'refunded') =>
    Number(days.reduce((total, one) => total + one[name], 0n))
  const [captured, refunded] = [sum('captured'), sum('refunded')]
  return {
    ...{ count, successRate: approvalRate, volume: sum('volume') },
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
