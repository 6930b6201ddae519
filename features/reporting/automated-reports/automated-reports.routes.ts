import { listUsableTargets } from '@counterfoil/features/reporting/delivery-targets/delivery-targets.public.ts'
import {
  checkedQuery,
  readableSource,
  readerOf,
  refusePrinting,
  refuseTooMany,
} from '@counterfoil/features/reporting/exports/exports.public.ts'
import { listKeyNames } from '@counterfoil/features/reporting/figures/figures.public.ts'
import type { ExportedQuery, ExportFormat } from '@counterfoil/kit/contract/exports.ts'
import { modeNameOf, modeOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem, type ProblemParams } from '@counterfoil/kit/contract/problem.ts'
import { isTimeZone } from '@counterfoil/kit/contract/time-zones.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { lockUntilCommit } from '@counterfoil/kit/database/named-locks.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { exportSources, modeOfExport } from '@counterfoil/kit/server/exports/export-source.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { staleRow } from '@counterfoil/kit/server/resources/resource-checks.ts'
import {
  type AutomatedReport,
  activateConfiguration,
  changeConfiguration,
  createConfiguration,
  deactivateConfiguration,
  listAutomatedReports,
  listReportRuns,
  listReportSources,
  listReportTargets,
  maxReports,
  nameFilters,
  type ReportConfiguration,
  readConfigurations,
  runAutomatedReport,
} from './automated-reports.contract.ts'
import {
  columnsOf,
  countOwnReports,
  countRuns,
  findOwnReport,
  insertReport,
  listLastRuns,
  listOwnReports,
  listReportsOfCustomer,
  listRuns,
  type ReportRow,
  seesMerchant,
  updateReport,
} from './automated-reports.queries.ts'
import { longestDaysOf, nextRunAt } from './next-run.rules.ts'
import { startRun, timesOf } from './start-run.ts'

type Called = Context<UserCaller>

const ofCaller = ({ caller }: Called) => ({ tenantId: caller.tenantId, userId: caller.id })

/** Rows are their owner's, whatever merchants the owner may see. */
const ownScope = ({ caller }: Called) => tenantScope(caller.tenantId)

export const routes: Route[] = [
  route(listAutomatedReports, async ({ query }, context) => {
    const db = context.database.reader(ownScope(context))
    const page = pageOf(query)
    const of = ofCaller(context)
    const [rows, count] = await Promise.all([listOwnReports(db, of, page), countOwnReports(db, of)])
    return { data: await viewsOf(rows, context), count }
  }),
  route(listReportSources, async (_, { caller }) =>
    [...exportSources().values()]
      // only what has days can be of yesterday or of last month
      .filter(
        ({ query, permissions }) =>
          'dateFrom' in ((query as { shape?: object }).shape ?? {}) &&
          permissions.some((one) => caller.permissions.has(one)),
      )
      .map(({ id, name, hasModes, isPrintable = false }) => ({ id, name, hasModes, isPrintable })),
  ),
  route(listReportTargets, async (_, context) =>
    (await usableTargets(context)).map(({ id, name }) => ({ id, name })),
  ),
  route(nameFilters, async ({ query }, { db }) => {
    const { merchantId = [], websiteId = [], midId = [] } = query
    const names = await Promise.all([
      listKeyNames(db, 'merchant', merchantId),
      listKeyNames(db, 'website', websiteId),
      listKeyNames(db, 'mid', midId),
    ])
    return Object.assign({}, ...names)
  }),
  route(readConfigurations, async ({ params }, context) => {
    const merchantId = await customerOf(params.id, context)
    const db = context.database.reader(ownScope(context))
    const rows = await listReportsOfCustomer(db, ofCaller(context), merchantId)
    return { data: await viewsOf(rows, context) }
  }),
  route(createConfiguration, async ({ params, body }, context) => {
    const { caller, database, now } = context
    const merchantId = await customerOf(params.id, context)
    await refuse(body, merchantId, context)
    const id = newId(now)
    await database.transaction(ownScope(context), async (db) => {
      await lockUntilCommit(db, `automated reports of ${caller.id}`)
      if ((await countOwnReports(db, ofCaller(context))) >= maxReports) {
        throw new Problem(
          'automated_report.too_many',
          409,
          `You have ${maxReports} automated reports, which is the most.`,
          { params: { most: maxReports } },
        )
      }
      await insertReport(db, body, {
        ...{ id, userId: caller.id, merchantId, at: now },
        nextRunAt: nextRunAt(body, now),
      })
      await context.audit(db, { type: 'automated_report', id, merchantId, after: body })
    })
    return readView(id, context)
  }),
  route(changeConfiguration, async ({ params, body }, context) => {
    const { version, ...given } = body
    const row = await readOwn(params.id, context)
    await refuse(given, row.merchant_id, context)
    await change(
      { ...row, version },
      {
        ...columnsOf(given),
        ...(row.is_active ? { next_run_at: nextRunAt(given, context.now) } : {}),
      },
      { before: configurationOf(row), after: given },
      context,
    )
    return readView(row.id, context)
  }),
  ...([true, false] as const).map((isActive) =>
    route(
      isActive ? activateConfiguration : deactivateConfiguration,
      async ({ params }, context) => {
        const row = await readOwn(params.id, context)
        if (isActive) readableSource(row.source, context.caller)
        await change(
          row,
          {
            is_active: isActive,
            paused_for: null,
            next_run_at: isActive ? nextRunAt(timesOf(row), context.now) : null,
          },
          { before: { isActive: row.is_active }, after: { isActive } },
          context,
        )
        return readView(row.id, context)
      },
    ),
  ),
  route(runAutomatedReport, async ({ params }, context) => {
    const row = await readOwn(params.id, context)
    await context.requireCode(readableSource(row.source, context.caller).permissions)
    const { database, now } = context
    const runId = await database.transaction(ownScope(context), async (db) => {
      await refuseTooMany(db, context.caller)
      await context.audit(db, {
        ...{ type: 'automated_report', id: row.id, merchantId: row.merchant_id },
        after: { name: row.name },
      })
      return startRun(db, context.jobs, row, { dueAt: now, at: now, isRequested: true })
    })
    if (runId === undefined) throw notFound('The report')
    return { runId }
  }),
  route(listReportRuns, async ({ params, query }, context) => {
    const row = await readOwn(params.id, context)
    const db = context.database.reader(ownScope(context))
    const of = { tenantId: row.tenant_id, reportId: row.id }
    const page = pageOf(query)
    const [rows, count] = await Promise.all([listRuns(db, of, page), countRuns(db, of)])
    const data = rows.map((run) => ({
      id: run.id,
      dueAt: run.due_at.toISOString(),
      isRequested: run.is_requested,
      state: run.shown_state as 'running',
      exportId: run.export_id,
      rows: run.state === 'running' || run.rows_done === null ? null : Number(run.rows_done),
      failure: run.failure,
      failureMessage: run.failure_message,
      failureParams: run.failure_params as ProblemParams | null,
      targetName: run.target_name,
      sendAttempts: run.send_attempts,
      finishedAt: run.finished_at?.toISOString() ?? null,
    }))
    return { data, count }
  }),
]

/** A customer by its id: a merchant that the caller sees, or the caller's own tenant, which is none. */
async function customerOf(id: string, { caller, db }: Called): Promise<string | null> {
  if (caller.merchantId !== null) {
    if (id === caller.merchantId) return id
    throw notFound('The customer')
  }
  if (id === caller.tenantId) return null
  if (await seesMerchant(db, id)) return id
  throw notFound('The customer')
}

/** What cannot be made is refused now, with the most days that a run can have. */
async function refuse(
  given: Omit<ReportConfiguration, 'version'>,
  merchantId: string | null,
  context: Called,
): Promise<void> {
  const { caller, database, now } = context
  const source = exportSources().get(given.source)
  if (source === undefined || !source.permissions.some((one) => caller.permissions.has(one))) {
    throw fieldRefusal('automated_report.unknown_report', 'source', 'There is no such report')
  }
  await context.requireCode(source.permissions)
  refusePrinting(source, given.format as ExportFormat)
  const maxDay = { daily: 0, weekly: 7, monthly: 31, business_day: 20 }[given.frequency]
  if ((given.day ?? 0) > maxDay || (given.day === null) !== (given.frequency === 'daily')) {
    const message =
      given.frequency === 'daily' ? 'A daily report has no day' : `Say a day from 1 to ${maxDay}`
    throw fieldRefusal('automated_report.day', 'day', message)
  }
  if (!isTimeZone(given.timeZone)) {
    throw fieldRefusal('time_zone.unknown', 'timeZone', 'This time zone is not known')
  }
  await refuseTarget(given, context)
  const query = {
    ...given.query,
    ...longestDaysOf(given.days, now, given.timeZone),
    ...(merchantId === null ? {} : { merchantId }),
  }
  const reader = readerOf(database, caller, modeOf(given.mode), now)
  await checkedQuery(source, query, reader).catch((cause: unknown) => {
    throw atDays(cause)
  })
}

/** Of the days of a run, which the form has as one choice. */
function atDays(cause: unknown): unknown {
  if (!(cause instanceof Problem)) return cause
  const isOfDays = cause.errors.some(({ path }) => path === 'dateFrom' || path === 'dateTo')
  if (!isOfDays) return cause
  const { code, status, message, params } = cause
  const errors = cause.errors.map((one) => ({ ...one, path: 'days' }))
  return new Problem(code, status, message, { errors, ...(params === undefined ? {} : { params }) })
}

const usableTargets = (context: Called) =>
  listUsableTargets(
    context.database.reader(ownScope(context)),
    context.caller.tenantId,
    context.caller.merchantId,
  )

async function refuseTarget(
  { delivery, targetId }: Pick<ReportConfiguration, 'delivery' | 'targetId'>,
  context: Called,
): Promise<void> {
  if (delivery !== 'target') {
    if (targetId === null) return
    throw fieldRefusal('automated_report.no_target', 'targetId', 'Only files have a target')
  }
  const isUsable = (await usableTargets(context)).some(({ id }) => id === targetId)
  if (isUsable) return
  const message = 'Choose where the files go'
  throw fieldRefusal('automated_report.unknown_target', 'targetId', message)
}

const fieldRefusal = (code: string, path: string, message: string) =>
  new Problem(code, 400, message, { path })

async function readOwn(id: string, context: Called): Promise<ReportRow> {
  const db = context.database.reader(ownScope(context))
  const row = await findOwnReport(db, ofCaller(context), id)
  if (row === undefined) throw notFound('The automated report')
  return row
}

async function readView(id: string, context: Called): Promise<AutomatedReport> {
  const [view] = await viewsOf([await readOwn(id, context)], context)
  return view as AutomatedReport
}

async function change(
  row: ReportRow,
  changes: Readonly<Record<string, unknown>>,
  audited: { readonly before: unknown; readonly after: unknown },
  context: Called,
): Promise<void> {
  await context.database.transaction(ownScope(context), async (db) => {
    if (!(await updateReport(db, row, changes, context.now))) {
      throw staleRow()
    }
    await context.audit(db, {
      ...{ type: 'automated_report', id: row.id, merchantId: row.merchant_id },
      ...audited,
    })
  })
}

const configurationOf = (row: ReportRow) => ({
  name: row.name,
  source: row.source,
  format: row.format as AutomatedReport['format'],
  mode: modeNameOf(row.mode),
  query: row.query as ExportedQuery,
  days: row.days as AutomatedReport['days'],
  frequency: row.frequency as AutomatedReport['frequency'],
  day: row.day,
  atTime: row.at_time,
  timeZone: row.time_zone,
  delivery: row.delivery as AutomatedReport['delivery'],
  targetId: row.target_id,
  skipEmpty: row.skip_empty,
})

async function viewsOf(rows: readonly ReportRow[], context: Called): Promise<AutomatedReport[]> {
  const db = context.database.reader(ownScope(context))
  const last = await listLastRuns(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const run = last.find((one) => one.report_id === row.id)
    return {
      id: row.id,
      ...configurationOf(row),
      sourceName: exportSources().get(row.source)?.name ?? { en: row.source },
      hasModes: modeOfExport(row.source, row.mode) !== null,
      merchantId: row.merchant_id,
      isActive: row.is_active,
      pausedFor: row.paused_for as AutomatedReport['pausedFor'],
      nextRunAt: row.next_run_at?.toISOString() ?? null,
      lastRun:
        run === undefined
          ? null
          : { state: run.shown_state as 'sent', at: run.due_at.toISOString() },
      version: row.version,
    }
  })
}
