import type { FiguresReport } from '@counterfoil/features/payments/summary-reports/summary-report.schema.ts'
import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { readBusinessZone } from '@counterfoil/features/reporting/figures/figures.public.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { localeOf, textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { inEachLanguage, type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { dataTexts as texts } from './data-texts.rules.ts'
import { movementColumnsOf } from './endpoint-columns.rules.ts'
import { largestPart, movementsOf, pairRows } from './movement.rules.ts'
import {
  keyTexts,
  linksOf,
  numberOf,
  type PaymentQuestion,
  readWidgetReport,
  shareText,
  type WholeData,
} from './payment-data.ts'
import { comparedSpans } from './periods.rules.ts'
import type { WidgetRow } from './widget.schema.ts'

/** The period's payments against the same days before, until the same time of the day. */
export async function answerMovement(
  question: PaymentQuestion,
  context: Context<UserCaller>,
): Promise<WholeData> {
  const { by, filters } = question
  const timeZone = await readBusinessZone(context)
  const { now: at } = context
  const spans = comparedSpans(filters, { now: at, today: localDay(at, timeZone), timeZone })
  const [now, before] = await Promise.all(
    [spans.now, spans.before].map((span) =>
      readWidgetReport({ ...question, filters: { ...filters, ...span } }, context),
    ),
  )
  const reports = { now: now as FiguresReport, before: before as FiguresReport }
  const data = rowsOf(question, reports, context)
  const { all } = reports.now
  return {
    asOf: reports.now.asOf,
    from: reports.now.from,
    to: reports.now.to,
    columns: movementColumnsOf(by),
    data,
    totalCount: data.length,
    totalPayments: all.count,
    totalSuccessRate: all.approvalRate,
    totalLink: linksOf(reports.now, question, context)({ keys: {} }) ?? null,
    totalVolume: reports.now.totals.map(({ currency, volume }) => ({
      baseCurrency: currency,
      volume,
    })),
    summary: summaryOf(reports, { by, data, when: whenText(spans) }),
    alertViewModels: [],
  }
}

interface Reports {
  readonly now: FiguresReport
  readonly before: FiguresReport
}

function rowsOf(
  question: PaymentQuestion,
  { now, before }: Reports,
  context: Context<UserCaller>,
): WidgetRow[] {
  const { by } = question
  const pairs = pairRows(now.rows, before.rows)
  const names = { names: mergeNames(now.names, before.names) }
  const nameText = keyTexts(names, context.caller)
  const linkNow = linksOf(now, question, context)
  const linkBefore = linksOf(before, question, context)
  const rows = [...movementsOf(pairs)].map(([id, { contribution }]): WidgetRow => {
    const pair = pairs.get(id) as {
      now?: FiguresReport['rows'][number]
      before?: FiguresReport['rows'][number]
    }
    const { keys, currency } = (pair.now ?? pair.before) as FiguresReport['rows'][number]
    const [ofNow, ofBefore] = [
      pair.now && linkNow({ keys, currency }),
      pair.before && linkBefore({ keys, currency }),
    ]
    const links = [
      ['count', ofNow],
      ['approvalRate', ofNow],
      ['before', ofBefore],
      ['rateBefore', ofBefore],
    ].filter((one): one is [string, string] => one[1] !== undefined)
    return {
      cells: {
        ...Object.fromEntries(by.map((one) => [one, nameText(one, keys[one] ?? null)])),
        currency,
        count: pair.now?.count ?? 0,
        before: pair.before?.count ?? 0,
        change: (pair.now?.count ?? 0) - (pair.before?.count ?? 0),
        approvalRate: pair.now?.approvalRate ?? null,
        rateBefore: pair.before?.approvalRate ?? null,
        contribution,
      },
      links: Object.fromEntries(links),
      keys: { ...keys, currency },
      baseCurrency: currency,
      count: pair.now?.count ?? 0,
      volume: pair.now?.volume ?? 0,
      successRate: pair.now?.approvalRate ?? null,
      isPartial: false,
    }
  })
  return rows.sort(biggestFirst(by))
}

const sizeOf = ({ cells }: WidgetRow, column: string) => Math.abs(numberOf(cells[column]))

/** Merchants and tenants by how many payments more or fewer they have; of anything else first what moved the approval rate. */
function biggestFirst(by: readonly Dimension[]) {
  const isOfPeople = by.length === 0 || by.includes('merchant') || by.includes('tenant')
  const columns = isOfPeople ? ['change'] : ['contribution', 'change']
  return (a: WidgetRow, b: WidgetRow) =>
    columns.map((one) => sizeOf(b, one) - sizeOf(a, one)).find((one) => one !== 0) ?? 0
}

const mergeNames = (now: FiguresReport['names'], before: FiguresReport['names']) =>
  Object.fromEntries(
    Object.keys({ ...before, ...now }).map((one) => [
      one,
      { ...before[one as Dimension], ...now[one as Dimension] },
    ]),
  ) as FiguresReport['names']

const whenText = ({ weeks, isSoFar }: ReturnType<typeof comparedSpans>): Text =>
  textWith(isSoFar ? texts.earlierSoFar : texts.earlier, { weeks })

function summaryOf(
  { now, before }: Reports,
  { by, data, when }: { by: readonly Dimension[]; data: readonly WidgetRow[]; when: Text },
): Text {
  if (now.all.count === 0 && before.all.count === 0) return texts.noPayments
  const rates = {
    rate: shareText(now.all.approvalRate),
    rateBefore: shareText(before.all.approvalRate),
  }
  const [first] = by
  const top = first === undefined ? undefined : mostOfMovement(data, first)
  if (top === undefined) {
    return textWith(texts.movement, {
      ...{ count: now.all.count, before: before.all.count, when },
      ...rates,
    })
  }
  return textWith(texts.movementBy, {
    ...{ ...rates, name: top.key.cells[first as Dimension] as string },
    points: pointsText(top.part),
  })
}

/** Of all currencies of a group together: what moved the approval rate most. */
function mostOfMovement(data: readonly WidgetRow[], by: Dimension) {
  const groups = Map.groupBy(data, ({ keys }) => keys[by] ?? null)
  const parts = new Map(
    [...groups.values()].map((rows) => [
      rows[0] as WidgetRow,
      rows.reduce((total, { cells }) => total + numberOf(cells.contribution), 0),
    ]),
  )
  return largestPart(parts)
}

/** Percentage points with their sign. */
const pointsText = (share: number): Text =>
  inEachLanguage((language) =>
    (share * 100).toLocaleString(localeOf[textLanguage(language)], {
      maximumFractionDigits: 1,
      signDisplay: 'exceptZero',
    }),
  )
