import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { measureNames } from '@counterfoil/features/reporting/figures/measure-names.schema.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { localeOf } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { decimalPlacesOf, formatAmount } from '@counterfoil/kit/contract/money.ts'
import { inEachLanguage, type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { StoredAlert } from './alerts.queries.ts'

const msg = messagesOf(import.meta.url)

const words = msg({
  above: '{name}: {figure} {value}, above {bound}',
  below: '{name}: {figure} {value}, below {bound}',
  more: '{name}: {figure} {value}, more than in past weeks: at most {bound} was expected',
  less: '{name}: {figure} {value}, less than in past weeks: at least {bound} was expected',
})

/** What an alert says; `nameAs`: the rule's name, escaped where the text is HTML. */
export function alertMessage(alert: StoredAlert, nameAs = alert.name): Text {
  const measure = alert.measure as Measure
  const [value, low, high] = [alert.value, alert.low, alert.high].map((one) =>
    one === null ? null : Number(one),
  ) as [number, number | null, number | null]
  const isAbove = high !== null && value > high
  const template =
    alert.kind === 'anomaly'
      ? isAbove
        ? words.more
        : words.less
      : isAbove
        ? words.above
        : words.below
  const said = (of: number | null) => figureText(measure, of ?? 0, alert.currency)
  return textWith(template, {
    name: nameAs,
    figure: measureNames[measure],
    value: said(value),
    bound: said(isAbove ? high : low),
  })
}

function figureText(measure: Measure, value: number, currency: string | null): Text {
  const { unit } = measures[measure]
  return inEachLanguage((language) => {
    const locale = (localeOf as Readonly<Record<string, string>>)[language] ?? localeOf.en
    if (unit === 'share') {
      return value.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 2 })
    }
    if (unit === 'count' || unit === 'milliseconds' || currency === null)
      return Math.round(value).toLocaleString(locale)
    return `${formatAmount(Math.round(value), decimalPlacesOf(currency), locale)} ${currency}`
  })
}
