import { decimalText } from '@counterfoil/kit/contract/decimal-text.ts'
import { decimalPlacesOf, formatAmount } from '@counterfoil/kit/contract/money.ts'
import { once } from '@counterfoil/kit/contract/once.ts'
import { useCurrencies } from '../session/user.tsx'
import { useLanguage } from '../texts/i18n.tsx'
import classes from './money.module.css'

interface Marks {
  readonly group: string
  readonly decimal: string
}

/** How a locale writes numbers; Intl is asked, as some group with a space or an apostrophe. */
const marksOf = once((locale: string): Marks => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(12345.6)
  const markOf = (type: 'group' | 'decimal', usual: string) =>
    parts.find((part) => part.type === type)?.value ?? usual
  return { group: markOf('group', ','), decimal: markOf('decimal', '.') }
})

/**
 * A typed number in the reader's format (`1,250.00`, in Turkish `1.250,00`) as its digits before and after the decimal mark;
 * undefined when it is none, or more than one. Where the other mark cannot stand for thousands, as in `12,5`, it is a decimal
 * mark too.
 */
function digitsIn(text: string, locale: string): { whole: string; fraction: string } | undefined {
  const { group, decimal } = marksOf(locale)
  const typed = text.trim().replace(/[\s\u00a0\u202f]+/g, ' ')
  const mark = /\s/.test(group) ? ' ' : group
  const grouped = typed.split(decimal)[0]?.split(mark) ?? []
  const isGrouped =
    grouped.length > 1 &&
    // no thousands begin with a zero: 0.500 is a half
    /^[1-9]\d{0,2}$/.test(grouped[0] ?? '') &&
    grouped.slice(1).every((digits) => /^\d{3}$/.test(digits))
  const plain = isGrouped ? typed.replaceAll(mark, '') : typed
  const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d*))?$/.exec(plain) ?? []
  return whole === undefined ? undefined : { whole, fraction }
}

/**
 * A typed amount in the reader's format as minor units; undefined when it is none, or finer than the currency, or more than
 * a number holds exactly.
 */
export function parseAmount(
  text: string,
  decimalPlaces: number,
  locale: string,
): number | undefined {
  const minor = minorIn(text, decimalPlaces, locale)
  return Number.isSafeInteger(minor) ? minor : undefined
}

/** Whether the text is an amount that is more than a number holds exactly. */
export const isBeyondNumbers = (text: string, decimalPlaces: number, locale: string): boolean =>
  (minorIn(text, decimalPlaces, locale) ?? 0) > Number.MAX_SAFE_INTEGER

function minorIn(text: string, decimalPlaces: number, locale: string): number | undefined {
  const digits = digitsIn(text, locale)
  if (digits === undefined || digits.fraction.length > decimalPlaces) return undefined
  return Number(`${digits.whole}${digits.fraction.padEnd(decimalPlaces, '0')}`)
}

/** Whether the locale writes a point between the whole and its decimals, as plain numbers are written. */
export const hasDecimalPoint = (locale: string): boolean => marksOf(locale).decimal === '.'

/** A typed number of any sign in the reader's format; undefined when it is none, or can be read in two ways. */
export function parseNumber(text: string, locale: string): number | undefined {
  const [, minus = '', rest = ''] = /^\s*(-?)(.*)$/s.exec(text) ?? []
  const digits = digitsIn(rest, locale)
  return digits && Number(`${minus}${digits.whole}.${digits.fraction || '0'}`)
}

/** A number as it stands in a field: with the reader's decimal mark, without groups, ready to be changed. */
export const typedNumber = (value: number, locale: string): string =>
  String(value).replace('.', marksOf(locale).decimal)

/** An amount as it stands in a field: with the reader's decimal mark, without groups, ready to be changed. */
export const typedAmount = (amountMinor: number, decimalPlaces: number, locale: string): string =>
  decimalText(amountMinor, decimalPlaces).replace('.', marksOf(locale).decimal)

/** The same number in a currency with more or fewer decimals; undefined where it has none like it. */
export function withOtherDecimals(amountMinor: number, added: number): number | undefined {
  const other = added > 0 ? amountMinor * 10 ** added : amountMinor / 10 ** -added
  return Number.isSafeInteger(other) ? other : undefined
}

/** For texts: `useMoney()(1250, 'GBP')` is `12.50 GBP`. */
export function useMoney(): (amountMinor: number | bigint, currency: string) => string {
  const currencies = useCurrencies()
  const { locale } = useLanguage()
  return (amountMinor, currency) =>
    `${formatAmount(amountMinor, decimalPlacesOf(currency, currencies), locale)} ${currency}`
}

/** For buttons, by the currency's own sign: `£12.50`. */
export function useMoneySign(): (amountMinor: number, currency: string) => string {
  const currencies = useCurrencies()
  const { locale } = useLanguage()
  return (amountMinor, currency) => {
    const places = decimalPlacesOf(currency, currencies)
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: places,
      maximumFractionDigits: places,
    })
    return format.format(decimalText(amountMinor, places) as `${number}`)
  }
}

interface Sum {
  readonly currency: string
  readonly amount: number
}

/** Sums of amounts by their currency: currencies are never added up. */
export function sumByCurrency(amounts: readonly Sum[]): Sum[] {
  const sums = new Map<string, number>()
  for (const { currency, amount } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}

/** For buttons that move several amounts: `£12.50 + €7.00`. */
export function useMoneySums(): (amounts: readonly Sum[]) => string {
  const sign = useMoneySign()
  return (amounts) =>
    sumByCurrency(amounts)
      .map(({ amount, currency }) => sign(amount, currency))
      .join(' + ')
}

/** An amount of minor units with its currency; a dash when there is none. */
export function Money(props: { amount: number | bigint | null | undefined; currency: string }) {
  const currencies = useCurrencies()
  const { locale } = useLanguage()
  if (props.amount === null || props.amount === undefined) return <span>–</span>
  const places = decimalPlacesOf(props.currency, currencies)
  return (
    <span className={classes.money}>
      {formatAmount(props.amount, places, locale)}{' '}
      <span className={classes.currency}>{props.currency}</span>
    </span>
  )
}
