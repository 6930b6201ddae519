import { Readable } from 'node:stream'
import { filterWords } from '@counterfoil/features/payments/reports/export.public.ts'
import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { csvOf } from '@counterfoil/kit/server/codecs/csv.ts'
import {
  declareExport,
  type ExportReader,
  type OpenExport,
} from '@counterfoil/kit/server/exports/export-source.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { v7 } from 'uuid'
import type { z } from 'zod'
import { reportCsv, reportSums } from './report-csv.rules.ts'
import { reportName, reportNames } from './report-names.rules.ts'
import { type ReportQuery, reportExportQuery } from './summary-report.schema.ts'
import { charts, summaryReports } from './summary-reports.contract.ts'
import { type ReportSubject, readReport } from './summary-reports.public.ts'

/** The most rows that a page takes; the export has all of them. */
const mostRows = 2_000

const subjectOf = (query: ReportQuery, { by, onlyDeclined }: ReportSubject): ReportSubject => ({
  by: query.groupBy ?? by,
  ...(onlyDeclined === undefined ? {} : { onlyDeclined }),
})

async function readPage(query: ReportQuery, subject: ReportSubject, context: Context<UserCaller>) {
  const { groupBy: _, ...asked } = query
  const report = await readReport(asked, subjectOf(query, subject), context)
  if (report.rows.length > mostRows) {
    const message = `The report has ${report.rows.length} rows, more than a page shows. Choose fewer days or groups, or export it.`
    throw new Problem('report.too_many_rows', 400, message, {
      errors: [{ message, path: 'groupBy' }],
      params: { rows: report.rows.length },
    })
  }
  return report
}

async function exportReport(
  { language, groupBy, ...asked }: ReportQuery & { readonly language?: string | undefined },
  subject: ReportSubject,
  context: Context<UserCaller>,
): Promise<string> {
  const { caller, mode, now, reply } = context
  const report = await readReport(asked, subjectOf({ ...asked, groupBy }, subject), context)
  const { columns, rows } = reportCsv(report, {
    language: textLanguage(language ?? caller.locale),
    timeZone: asked.timeZone ?? caller.timeZone,
    decimalPlacesOf,
  })
  const after = { ...asked, groupBy: report.groupBy, mode, from: report.from, to: report.to }
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
    open: (query, reader) => openReport(query, subject, reader),
  })
}

/** The rows of a report for an export in the background. */
async function openReport(
  query: z.output<typeof reportExportQuery>,
  subject: ReportSubject,
  { caller, database, scope, mode, now }: ExportReader,
): Promise<OpenExport> {
  const { language: named, groupBy, ...asked } = query
  const db = database.reader(scope)
  const of = { caller, db, mode, now }
  const report = await readReport(asked, subjectOf({ ...asked, groupBy }, subject), of)
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
  ...charts.map(({ call, ...subject }) =>
    route(call, ({ query }, context) => readReport(query, subject, context)),
  ),
  ...Object.values(summaryReports).flatMap(({ call, download, ...subject }) => [
    route(call, ({ query }, context) => readPage(query, subject, context)),
    route(download, ({ query }, context) => exportReport(query, subject, context) as never),
  ]),
]
