import { dayMs } from '@counterfoil/kit/contract/durations.ts'
/** What one unit of a currency was worth in the base currency. */
export interface Rate {
  readonly tenantId: string
  readonly currency: string
  /** From when on it holds. */
  readonly day: string
  /** Decimal, like 1.1735. */
  readonly rate: string
  readonly source: string
}

/** On days without a rate of their own (weekends, holidays) the last one of so many days before holds. */
export const rateHoldsDays = 7

/**
 * An amount of minor units in another currency, rounded half away from zero. Whole numbers alone: a rate is a decimal,
 * which a binary fraction would miss.
 */
export function convertMinor(
  amountMinor: bigint,
  rate: string,
  decimals: { readonly from: number; readonly to: number },
): bigint {
  const [whole = '0', fraction = ''] = rate.split('.')
  const numerator = amountMinor * BigInt(whole + fraction) * 10n ** BigInt(decimals.to)
  const denominator = 10n ** BigInt(fraction.length + decimals.from)
  const half = denominator / 2n
  return (numerator >= 0n ? numerator + half : numerator - half) / denominator
}

/** Finds the rate of a tenant's currency on a day: that day's, or the last one of the days before. */
export function rateFinder(rates: readonly Rate[]) {
  const byCurrency = Map.groupBy(rates, ({ tenantId, currency }) => `${tenantId} ${currency}`)
  for (const of of byCurrency.values()) of.sort((a, b) => (a.day < b.day ? 1 : -1))
  return (tenantId: string, currency: string, day: string): Rate | undefined => {
    const found = byCurrency.get(`${tenantId} ${currency}`)?.find((rate) => rate.day <= day)
    if (found === undefined) return undefined
    const age = (Date.parse(day) - Date.parse(found.day)) / dayMs
    return age <= rateHoldsDays ? found : undefined
  }
}
