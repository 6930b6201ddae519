import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { decimalText } from '@counterfoil/kit/contract/decimal-text.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import { dimensionLabels, keyName } from './report-keys.rules.ts'
import { defaultOrder, sortRows } from './report-order.rules.ts'
import type { SummaryReport } from './summary-report.schema.ts'

const currencyLabel = messagesOf(import.meta.url)('Currency')

interface CsvOptions {
  readonly language: string
  readonly timeZone: string
  /** Of a currency, by ISO 4217. */
  decimalPlacesOf(currency: string): number
}

/** All rows of a report with names in the language; amounts as plain decimals, shares from 0 to 1, statuses as codes. */
export function reportCsv(report: SummaryReport, options: CsvOptions) {
  const { language, timeZone } = options
  const { groupBy, names } = report
  const naming = { language, timeZone, names, statusName: (status: string) => status }
  const shown = shownMeasures(report)
  const columns = [
    ...groupBy.map((one) => textIn(dimensionLabels[one], language)),
    textIn(currencyLabel, language),
    ...shown.map((one) => textIn(measures[one].label, language)),
  ]
  const keyCell = (one: Dimension, key: string | null) =>
    // as calendars and spreadsheets sort them
    one === 'day' || one === 'month' ? (key ?? '') : keyName(one, key, naming)
  const rows = sortRows(report.rows, groupBy, defaultOrder(groupBy)).map((row) => [
    ...groupBy.map((one) => keyCell(one, row.keys[one] ?? null)),
    row.currency,
    ...shown.map((one) => measureCell(row[one], one, options.decimalPlacesOf(row.currency))),
  ])
  const kinds = [
    ...groupBy.map((one) => ({
      kind: one === 'day' ? ('day' as const) : ('text' as const),
      isSummed: false,
    })),
    { kind: 'text' as const, isSummed: false },
    ...shown.map((one) => ({ kind: kindOf[measures[one].unit], isSummed: isSummed(one) })),
  ]
  return { columns, rows, kinds, currencyAt: groupBy.length }
}

/** Those that the reader's organisation does not hide. */
const shownMeasures = ({ hiddenColumns }: Pick<SummaryReport, 'hiddenColumns'>) =>
  (Object.keys(measures) as Measure[]).filter((one) => !hiddenColumns.includes(one))

const kindOf = {
  count: 'number',
  money: 'amount',
  share: 'share',
  milliseconds: 'number',
} as const

/** Sums add up over the rows; ratios and averages do not. */
const isSummed = (one: Measure) => measures[one].kind === 'sum' && measures[one].unit === 'money'

/** The amounts of all rows by currency and by the column that they are in, in decimals. */
export function reportSums(
  { totals, hiddenColumns }: Pick<SummaryReport, 'totals' | 'hiddenColumns'>,
  { language, decimalPlacesOf }: Pick<CsvOptions, 'language' | 'decimalPlacesOf'>,
): Record<string, Record<string, string>> {
  const summed = shownMeasures({ hiddenColumns }).filter(isSummed)
  return Object.fromEntries(
    totals.map(({ currency, ...figures }) => [
      currency,
      Object.fromEntries(
        summed.map((one) => [
          textIn(measures[one].label, language),
          measureCell(figures[one], one, decimalPlacesOf(currency)),
        ]),
      ),
    ]),
  )
}

function measureCell(
  value: number | null | undefined,
  measure: Measure,
  decimalPlaces: number,
): string {
  if (value == null) return ''
  const { unit } = measures[measure]
  if (unit === 'money') return decimalText(value, decimalPlaces)
  return unit === 'share' ? value.toFixed(4) : String(value)
}
