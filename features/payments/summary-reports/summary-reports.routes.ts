import { Readable } from 'node:stream'
import { paymentFields } from '@counterfoil/features/payments/lookup/report-fields.public.ts'
import { filterWords } from '@counterfoil/features/payments/reports/export.public.ts'
import {
  type Dimension,
  dimensions,
  maxDimensions,
} from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import type { ReadWatch } from '@counterfoil/features/reporting/figures/figures.public.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { scopeKey, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { csvOf } from '@counterfoil/kit/server/codecs/csv.ts'
import {
  declareExport,
  type ExportReader,
  type OpenExport,
} from '@counterfoil/kit/server/exports/export-source.ts'
import { answeredOnce } from '@counterfoil/kit/server/reports/answered-once.ts'
import {
  declareReport,
  type FormField,
  type ReportColumn,
  readReportRules,
  readRulesAmong,
} from '@counterfoil/kit/server/reports/report.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { v7 } from 'uuid'
import type { z } from 'zod'
import { findRead, readSpeed, updateRead, upsertRead } from './reads.queries.ts'
import { readChartRules, withoutHiddenFigures } from './report-basis.ts'
import { reportCsv, reportSums } from './report-csv.rules.ts'
import { faceOf, merchantDimensions, reportsOfCall } from './report-faces.rules.ts'
import { dimensionLabels } from './report-keys.rules.ts'
import { reportName, reportNames } from './report-names.rules.ts'
import { merchantReports, operatorReports } from './report-pages.schema.ts'
import {
  type ChartQuery,
  type FiguresReport,
  type ReportQuery,
  reportExportQuery,
  type SummaryReport,
} from './summary-report.schema.ts'
import { charts, readCost, summaryReports } from './summary-reports.contract.ts'
import {
  checkReportDays,
  type ReportSubject,
  readReport,
  readReportCost,
} from './summary-reports.public.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({ groupBy: 'Group by', maxGroups: 'At most three groups' })

/** The most days of any payment report. */
const maxDays = 4_000

const columns: readonly ReportColumn[] = [
  // without the count a report says nothing
  ...(Object.keys(measures) as Measure[])
    .filter((one) => one !== 'count')
    .map((id) => ({ id, title: measures[id].label })),
  { id: 'share', title: msg('Share') },
]

const dimensionsOf = ({ userType }: Pick<UserCaller, 'userType'>): readonly Dimension[] =>
  userType === 'merchant' ? merchantDimensions : dimensions

/** By what a report is grouped; throws for what its reader does not see of a payment either. */
function groupsOf(
  groupBy: readonly Dimension[] | undefined,
  usual: readonly Dimension[],
  caller: UserCaller,
): readonly Dimension[] {
  const unseen = groupBy?.find((one) => !dimensionsOf(caller).includes(one))
  if (unseen === undefined) return groupBy ?? usual
  const message = `Merchants do not group by ${unseen}`
  throw new Problem('report.group_of_operators', 400, message, {
    errors: [{ message, path: 'groupBy' }],
    params: { groupBy: unseen },
  })
}

async function fieldsOf(context: Context<UserCaller>): Promise<FormField[]> {
  const { userType } = context.caller
  const all = dimensionsOf(context.caller)
  return [
    {
      ...{ name: 'groupBy', label: texts.groupBy, type: 'levels' },
      options: all
        .filter((one) => one !== 'tenant' || userType === 'platform')
        .map((value) => ({ value, label: dimensionLabels[value] })),
      validations: [{ name: 'max', value: maxDimensions, message: texts.maxGroups }],
    },
    ...(await paymentFields(context)),
  ]
}

for (const page of [...Object.values(operatorReports), ...Object.values(merchantReports)]) {
  declareReport({ ...page, columns, maxDays, fields: fieldsOf })
}

/** A reading of a page: its progress is stored, and it stops when whoever asked is gone. */
function watchOf(
  id: string,
  { groupBy, report: _, read: __, ...asked }: ReportQuery,
  subject: ReportSubject,
  context: Context<UserCaller>,
): ReadWatch {
  const { caller, database, now, reply } = context
  const own = tenantScope(caller.tenantId)
  const stored = <T>(work: (db: Db) => Promise<T>) => database.transaction(own, work)
  let all = 0
  return {
    async begun(days) {
      all = days
      const of = { ...subject, by: groupsOf(groupBy, subject.by, caller) }
      const { payments } = await readReportCost(asked, of, context)
      if (payments > maxPaymentsRead) throw await tooManyPayments(payments, context)
      await stored((db) => upsertRead(db, { id, userId: caller.id, days, payments, at: now }))
    },
    async read(daysRead) {
      const finishedAt = daysRead < all ? null : database.now()
      await stored((db) => updateRead(db, id, { daysRead, finishedAt }))
    },
    isStopped: () => reply.raw.destroyed,
  }
}

/** The most payments that a page reads one by one. */
const maxPaymentsRead = 20_000_000

/** Payments a second, before there is a reading to go by. */
const assumedSpeed = 300_000

async function secondsFor(payments: number, { database, caller }: Context<UserCaller>) {
  const db = database.reader(tenantScope(caller.tenantId))
  return Math.ceil(payments / ((await readSpeed(db, caller.tenantId)) ?? assumedSpeed))
}

async function tooManyPayments(payments: number, context: Context<UserCaller>): Promise<Problem> {
  const seconds = await secondsFor(payments, context)
  const message = `About ${payments} payments would be read one by one, for about ${seconds} seconds. Choose fewer days or other groups, or export the report.`
  return new Problem('report.too_many_payments', 400, message, {
    path: 'dateFrom',
    params: { payments, seconds },
  })
}

/** The most rows that a page takes; the export has all of them. */
const maxRows = 2_000

type Reader = Pick<Context<UserCaller>, 'caller' | 'database' | 'db' | 'mode' | 'now'>

const once = answeredOnce<FiguresReport>()

/**
 * The figures of a report. Those who ask for the same at the same time are answered together; a reading that is watched is its
 * reader's own, and ends when that one is gone.
 */
function readFigures(
  query: ChartQuery,
  { watch, ...of }: ReportSubject,
  reader: Reader,
): Promise<FiguresReport> {
  if (watch !== undefined) return readReport(query, { ...of, watch }, reader)
  const { caller, db, mode } = reader
  const asked = Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const key = JSON.stringify([scopeKey(db.scope), mode, caller.timeZone, asked, of])
  return once(key, false, () => readReport(query, of, reader))
}

/** A report of a call as this reader may have it: within the days and without the figures that are hidden. */
async function readShown(
  { groupBy, report: face, read: _, ...asked }: ReportQuery,
  { id, by, onlyDeclined, watch }: ReportSubject & { readonly id: string },
  reader: Reader,
): Promise<SummaryReport> {
  const { database, caller } = reader
  const rules = await readRulesAmong(database, caller, reportsOfCall(id), face)
  const subject = {
    ...{ by: groupsOf(groupBy, by, caller), maxDays: rules?.maxDays, watch },
    ...(onlyDeclined === undefined ? {} : { onlyDeclined }),
  }
  return withoutHiddenFigures(await readFigures(asked, subject, reader), rules)
}

type Subject = ReportSubject & { readonly id: string }

async function readPage(query: ReportQuery, subject: Subject, context: Context<UserCaller>) {
  const watch = query.read === undefined ? undefined : watchOf(query.read, query, subject, context)
  const report = await readShown(query, { ...subject, watch }, context)
  if (report.rows.length > maxRows) {
    const message = `The report has ${report.rows.length} rows, more than a page shows. Choose fewer days or groups, or export it.`
    throw new Problem('report.too_many_rows', 400, message, {
      path: 'groupBy',
      params: { rows: report.rows.length },
    })
  }
  return report
}

async function exportReport(
  { language, ...query }: ReportQuery & { readonly language?: string | undefined },
  subject: Subject,
  context: Context<UserCaller>,
): Promise<string> {
  const { caller, mode, now, reply } = context
  const report = await readShown(query, subject, context)
  const { columns, rows } = reportCsv(report, {
    language: textLanguage(language ?? caller.locale),
    timeZone: query.timeZone ?? caller.timeZone,
    decimalPlacesOf,
  })
  const after = { ...query, groupBy: report.groupBy, mode, from: report.from, to: report.to }
  await context.transaction((db) =>
    context.audit(db, {
      type: 'payment_report_export',
      id: v7(),
      merchantId: caller.merchantId,
      after: { ...after, rows: rows.length },
    }),
  )
  const stem = ['payments', ...report.groupBy, now.toISOString().slice(0, 16).replace(/\D/g, '')]
  reply.header('content-disposition', `attachment; filename="${stem.join('-')}.csv"`)
  return csvOf(columns, rows)
}

for (const { call, download: _, ...subject } of Object.values(summaryReports)) {
  declareExport<z.output<typeof reportExportQuery>>({
    id: call.id,
    name: reportNames[call.id] ?? reportName,
    stem: 'payments',
    permissions: subject.permission,
    query: reportExportQuery,
    hasModes: true,
    isPrintable: true,
    check: ({ groupBy, report, ...query }, reader) =>
      checkDays(
        query,
        { ...subject, id: call.id, by: groupsOf(groupBy, subject.by, reader.caller), report },
        reader,
      ),
    open: (query, reader) => openReport(query, { ...subject, id: call.id }, reader),
  })
}

/** What is set of the report, and its days: what cannot be made is refused before it is queued, or sent by the clock. */
async function checkDays(
  query: ChartQuery,
  { id, report, ...subject }: Subject & { readonly report: string | undefined },
  { caller, database, scope, mode, now }: ExportReader,
): Promise<void> {
  const rules = await readRulesAmong(database, caller, reportsOfCall(id), report)
  const reader = { caller, mode, now, db: database.reader(scope) }
  await checkReportDays(query, { ...subject, maxDays: rules?.maxDays }, reader)
}

/** The rows of a report for an export in the background. */
async function openReport(
  query: z.output<typeof reportExportQuery>,
  subject: Subject,
  { caller, database, scope, mode, now }: ExportReader,
): Promise<OpenExport> {
  const { language: named, ...asked } = query
  const db = database.reader(scope)
  const report = await readShown(asked, subject, { caller, database, db, mode, now })
  const language = textLanguage(named ?? caller.locale)
  const timeZone = asked.timeZone ?? caller.timeZone
  const { columns, rows, kinds, currencyAt } = reportCsv(report, {
    language,
    timeZone,
    decimalPlacesOf,
  })
  return {
    columns: columns.map((name, at) => ({ name, ...(kinds[at] ?? textKind) })),
    currencyColumn: columns[currencyAt] ?? null,
    csv: Readable.from([Buffer.from(csvOf(columns, rows))]),
    rows: rows.length,
    sums: reportSums(report, { language, decimalPlacesOf }),
    filters: await filterWords(
      db,
      { ...asked, dateFrom: report.from, dateTo: report.to },
      language,
    ),
    timeZone: report.timeZone ?? timeZone,
    language,
    stop: () => undefined,
  }
}

const textKind = { kind: 'text', isSummed: false } as const

export const routes: Route[] = [
  route(readCost, async ({ params, query }, context) => {
    const { caller, database } = context
    const rules = await readReportRules(database, caller, params.report)
    await context.requireCode(rules.report.permission)
    const { groupBy, report: _, read: id, ...asked } = query
    const face = faceOf(params.report)
    if (face === undefined) throw notFound('The report')
    const subject = { by: groupsOf(groupBy, face.by, caller), maxDays: rules.maxDays }
    const cost = await readReportCost(asked, subject, context)
    const own = database.reader(tenantScope(caller.tenantId))
    const read =
      id === undefined
        ? undefined
        : await findRead(own, { tenantId: caller.tenantId, userId: caller.id, id })
    return {
      ...cost,
      seconds: await secondsFor(cost.payments, context),
      daysRead: read?.days_read ?? null,
    }
  }),
  ...charts.map(({ call, ...subject }) =>
    route(call, async ({ query: { report: asked, ...query } }, context) => {
      const rules = await readChartRules(asked, context)
      const own = { ...subject, maxDays: rules?.maxDays }
      return withoutHiddenFigures(await readFigures(query, own, context), rules)
    }),
  ),
  ...Object.values(summaryReports).flatMap(({ call, download, ...declared }) => {
    const subject = { ...declared, id: call.id }
    return [
      route(call, ({ query }, context) => readPage(query, subject, context)),
      route(download, ({ query }, context) => exportReport(query, subject, context) as never),
    ]
  }),
]
