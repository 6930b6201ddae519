import { labelName } from '@counterfoil/features/support/labels/label-names.rules.ts'
import { ticketLabel } from '@counterfoil/features/support/tickets/ticket-labels.rules.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Text, textIn } from '@counterfoil/kit/contract/texts.ts'
import type {
  Analytics,
  AnalyticsGroup,
  AnalyticsRow,
  TicketFigures,
} from './analytics.contract.ts'

const msg = messagesOf(import.meta.url)

export const groupLabels: Readonly<Record<AnalyticsGroup, Text>> = msg({
  day: 'Day',
  month: 'Month',
  category: 'Category',
  priority: 'Priority',
  label: 'Label',
  agent: 'Agent',
  merchant: 'Merchant',
})

export const figureLabels: Readonly<Record<keyof TicketFigures, Text>> = msg({
  created: 'Created',
  closed: 'Closed',
  answered: 'Answered',
  answerMedian: 'First answer, median (min)',
  answerP90: 'First answer, 90 in 100 (min)',
  resolutionMedian: 'Resolution, median (min)',
  resolutionP90: 'Resolution, 90 in 100 (min)',
  answerBreaches: 'Late answers',
  resolutionBreaches: 'Late resolutions',
})

const none: Readonly<Partial<Record<AnalyticsGroup, Text>>> = msg({
  label: 'No label',
  agent: 'Unassigned',
  merchant: 'No merchant',
})

/** A group as it is shown and exported. */
export function groupName(
  by: AnalyticsGroup,
  { key, name }: Pick<AnalyticsRow, 'key' | 'name'>,
  language: string,
): string {
  if (key === null) {
    const text = none[by]
    return text === undefined ? '' : textIn(text, language)
  }
  if (by === 'category' || by === 'priority') return ticketLabel(by, key, language)
  if (by === 'day') return key.split('-').reverse().join('/')
  if (by === 'label' && name !== null) return labelName(name, language)
  return name ?? key
}

/** All groups with their figures, minutes as whole numbers. */
export function analyticsCsv(
  report: Analytics,
  by: AnalyticsGroup,
  language: string,
  hidden: readonly string[],
) {
  const shown = (Object.keys(figureLabels) as (keyof TicketFigures)[]).filter(
    (one) => !hidden.includes(one),
  )
  const columns = [groupLabels[by], ...shown.map((one) => figureLabels[one])].map((text) =>
    textIn(text, language),
  )
  const rows = report.rows.map((row) => [
    groupName(by, row, language),
    ...shown.map((one) => {
      const value = row[one]
      return value === null ? '' : String(Math.round(value))
    }),
  ])
  return { columns, rows }
}
