import { decimalText } from '@counterfoil/kit/contract/decimal-text.ts'
import { type CurrencyOption, useCurrencies } from '../session/user.tsx'
import { useLanguage } from '../texts/i18n.tsx'
import classes from './money.module.css'

/**
 * ISO 4217's decimals where they are not two, for currencies that the user's context does not list.
 * Never from Intl, whose digits differ for several of them.
 */
const otherThanTwo: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
}

export function decimalPlacesOf(
  currency: string,
  known: ReadonlyMap<string, CurrencyOption>,
): number {
  return known.get(currency)?.decimalPlaces ?? otherThanTwo[currency] ?? 2
}

/**
 * A typed amount (`12.5`, `12,50`) as minor units; undefined when it is none, or finer than the currency.
 * A comma counts as a point; so `1,250` is refused at two decimals rather than guessed at.
 */
export function parseAmount(text: string, decimalPlaces: number): number | undefined {
  const match = /^(\d+)(?:[.,](\d*))?$/.exec(text.trim())
  if (match === null) return undefined
  const fraction = match[2] ?? ''
  if (fraction.length > decimalPlaces) return undefined
  const minor = Number(`${match[1]}${fraction.padEnd(decimalPlaces, '0')}`)
  return Number.isSafeInteger(minor) ? minor : undefined
}

/** Grouped by the locale, with the currency's own decimals. */
export function formatAmount(
  amountMinor: number | bigint,
  decimalPlaces: number,
  locale: string,
): string {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimalPlaces,
    maximumFractionDigits: decimalPlaces,
  })
  // A decimal text is formatted exactly, however large; a number would be rounded.
  return format.format(decimalText(amountMinor, decimalPlaces) as `${number}`)
}

/** For texts: `useMoney()(1250, 'GBP')` is `12.50 GBP`. */
export function useMoney(): (amountMinor: number | bigint, currency: string) => string {
  const currencies = useCurrencies()
  const { locale } = useLanguage()
  return (amountMinor, currency) =>
    `${formatAmount(amountMinor, decimalPlacesOf(currency, currencies), locale)} ${currency}`
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
