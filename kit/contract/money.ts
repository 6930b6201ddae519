import { decimalText } from './decimal-text.ts'
import { type LanguageCode, localeOf } from './languages.ts'
import { once } from './once.ts'
import { inEachLanguage, type Text } from './texts.ts'

/**
 * ISO 4217's decimals where they are not two. Never from Intl, whose digits differ for several of them.
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

/** The currencies of ISO 4217 with so many decimals, where these are not two. */
export const currenciesWith = (places: number): string[] =>
  Object.keys(otherThanTwo).filter((currency) => otherThanTwo[currency] === places)

/** The decimals of a currency: what the platform's own list says, else ISO 4217. */
export function decimalPlacesOf(
  currency: string,
  known?: ReadonlyMap<string, { readonly decimalPlaces: number }>,
): number {
  return known?.get(currency)?.decimalPlaces ?? otherThanTwo[currency] ?? 2
}

/** Grouped by the locale, with the currency's own decimals. */
export function formatAmount(
  amountMinor: number | bigint,
  decimalPlaces: number,
  locale: string,
): string {
  // A decimal text is formatted exactly, however large; a number would be rounded.
  const text = decimalText(amountMinor, decimalPlaces) as `${number}`
  return withDecimals(locale, decimalPlaces).format(text)
}

const withDecimals = once(
  (locale: string, places: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places }),
)

/** `12.50 GBP` as each language writes it: a refusal names amounts as money, never as minor units. */
export const moneyText = (amountMinor: number | bigint, currency: string): Text =>
  inEachLanguage((language) => {
    const locale = localeOf[language as LanguageCode]
    return `${formatAmount(amountMinor, decimalPlacesOf(currency), locale)} ${currency}`
  })
