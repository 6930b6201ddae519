import { localeOf } from '@counterfoil/kit/contract/languages.ts'

/** `£12.50`, as it is written in a language. */
export function moneyText(
  minor: number,
  currency: string,
  { digits, language }: { readonly digits: number; readonly language: keyof typeof localeOf },
): string {
  return new Intl.NumberFormat(localeOf[language], {
    ...{ style: 'currency', currency },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  }).format(minor / 10 ** digits)
}

/** In minor units; undefined when it is no amount, with a comma or a point. */
export function readAmount(text: string, digits: number): number | undefined {
  const [, whole = '', part = ''] = /^\s*(\d{1,12})(?:[.,](\d+))?\s*$/.exec(text) ?? []
  if (whole === '' || part.length > digits) return undefined
  return Number(whole + part.padEnd(digits, '0'))
}
