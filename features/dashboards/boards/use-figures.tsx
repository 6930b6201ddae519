import type {
  Cell,
  Unit,
  WidgetData,
  WidgetRow,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { once } from '@counterfoil/kit/contract/once.ts'
import { statusName } from '@counterfoil/kit/contract/status-names.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { formatDate, formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { boardTexts } from './boards.messages.ts'

type Column = WidgetData['columns'][number]

// each of a dashboard's cells asks for them
const formatsIn = once((locale: string) => ({
  percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
  signed: new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
  plain: new Intl.NumberFormat(locale),
}))

/** Cells as people read them. */
export function useFigures() {
  const t = useTexts(boardTexts)
  const money = useMoney()
  const { locale } = useLanguage()
  const translate = useTranslate()
  const timeZone = useTimeZone()
  const { percent, signed, plain } = formatsIn(locale)

  function numberText(value: number, unit: Unit, currency: string | null): string {
    if (unit === 'money') return money(value, currency ?? '')
    if (unit === 'share') return percent.format(value)
    if (unit === 'points') return t.points({ points: signed.format(value * 100) })
    return unit === 'difference' ? signed.format(value) : plain.format(value)
  }

  function cellText(cell: Cell | undefined, unit: Unit, currency: string | null): string {
    if (cell === null || cell === undefined) return '–'
    if (typeof cell === 'number') return numberText(cell, unit, currency)
    if (typeof cell !== 'string') return translate(cell as Text)
    if (unit === 'day') return formatDate(new Date(`${cell}T12:00:00Z`), 'UTC')
    if (unit === 'time') return formatDateTime(new Date(cell), timeZone)
    return unit === 'status' ? translate(statusName(cell)) : cell
  }

  const textOf = (row: WidgetRow, column: Column) =>
    cellText(row.cells[column.id], column.unit, row.baseCurrency)
  return { numberText, cellText, textOf, translate }
}
