import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { ReportField, ReportPage } from '@counterfoil/kit/contract/reports.contract.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { findReportSettings } from '@counterfoil/kit/database/report-settings.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { refusalOf } from '../request/access.ts'
import type { Context, UserCaller } from '../request/context.ts'

export interface ReportColumn {
  readonly id: string
  readonly title: Text
  /** The field of a row that is empty where the column is hidden; unless said, the report leaves it out itself. */
  readonly field?: string
  /** What an export calls it; unless said it is not exported under a name of its own. */
  readonly exported?: string
}

interface OptionQuery {
  readonly searchKey?: string | undefined
  readonly keys?: readonly string[] | undefined
  readonly tenantId?: string | undefined
  readonly merchantId?: string | undefined
  readonly mode?: ModeName | undefined
}

/** Finds what a field can be set to. */
export type FindOptions = (
  query: OptionQuery,
  context: Context<UserCaller>,
) => Promise<readonly { readonly id: string; readonly name: string }[]>

/** A field, with what searches its options where they do not come along. */
export type FormField = Omit<ReportField, 'api'> & {
  readonly find?: FindOptions
  /** What the search needs to know of the other fields: `merchantId={merchantId}`. */
  readonly needs?: string
}

/** A report: its screen, its form, and what its tenant and its roles can be given of it. */
export interface ReportDeclaration extends ReportPage {
  /** Those that can be hidden. */
  readonly columns?: readonly ReportColumn[]
  /** The most days that it covers; absent: any. */
  readonly maxDays?: number
  /** The fields of its form as this user has them. */
  fields?(context: Context<UserCaller>): readonly FormField[] | Promise<readonly FormField[]>
}

const reports = new Map<string, ReportDeclaration>()

/** Declares a report; the feature that has it calls this in its `*.routes.ts`. */
export function declareReport(report: ReportDeclaration): void {
  if (reports.has(report.id)) throw new Error(`Two reports are called ${report.id}`)
  reports.set(report.id, report)
}

/** What is declared by the routes that were loaded; `scanRoutes` loads all. */
export const declaredReports = (): ReadonlyMap<string, ReportDeclaration> => reports

/** The permissions without effect while these reports are switched off. */
export const permissionsOfReports = (ids: readonly string[]): string[] =>
  ids.flatMap((id) => reports.get(id)?.permission ?? [])

/** What is set of a report for the caller. */
export interface ReportRules {
  readonly report: ReportDeclaration
  /** What the tenant calls it. */
  readonly name: Text
  readonly hidden: ReadonlySet<string>
  readonly maxDays: number | undefined
}

type Asker = Pick<UserCaller, 'userType' | 'permissions' | 'withheld' | 'tenantId' | 'roleId'>

/** The report if the caller may open it; throws that there is none, or the refusal of its call. */
export async function readReportRules(
  database: Database,
  caller: Asker,
  id: string,
): Promise<ReportRules> {
  const report = reports.get(id)
  if (report === undefined) throw notFound('The report')
  if (!isFor(report, caller)) throw refusalOf(report.permission, caller)
  const { tenantId, roleId } = caller
  const reader = database.reader(tenantScope(tenantId))
  const { whole, role } = await findReportSettings(reader, { tenantId, roleId, report: id })
  const limits = [report.maxDays, whole?.most_days, role?.most_days].filter((one) => one != null)
  const name = whole?.own_name
  return {
    report,
    name: name == null ? report.title : { en: name },
    hidden: new Set([...(whole?.hidden_columns ?? []), ...(role?.hidden_columns ?? [])]),
    maxDays: limits.length === 0 ? undefined : Math.min(...limits),
  }
}

const isFor = ({ audience, permission }: ReportDeclaration, caller: Asker) =>
  audience.includes(caller.userType) && permission.some((one) => caller.permissions.has(one))

/**
 * Of several reports that one call answers: the one that is asked for, else the first one that the caller may open.
 * Undefined where the call is open to the caller by something else than these.
 */
export async function readRulesAmong(
  database: Database,
  caller: Asker,
  ids: readonly string[],
  asked: string | undefined,
): Promise<ReportRules | undefined> {
  if (asked !== undefined) {
    return readReportRules(database, caller, ids.includes(asked) ? asked : '')
  }
  const open = ids.find((id) => {
    const report = reports.get(id)
    return report !== undefined && isFor(report, caller)
  })
  return open === undefined ? undefined : readReportRules(database, caller, open)
}

/** The row without what is hidden. */
export function withoutHidden<Row extends object>(row: Row, rules: ReportRules | undefined): Row {
  if (rules === undefined || rules.hidden.size === 0) return row
  const fields = (rules.report.columns ?? []).filter(({ id }) => rules.hidden.has(id))
  const empty = fields.flatMap(({ field = '' }) => (field in row ? [[field, null]] : []))
  return { ...row, ...Object.fromEntries(empty) }
}

/** The hidden columns as an export calls them. */
export const hiddenInExport = (rules: ReportRules | undefined): ReadonlySet<string> =>
  new Set(
    (rules?.report.columns ?? []).flatMap(({ id, exported }) =>
      exported !== undefined && rules?.hidden.has(id) === true ? [exported] : [],
    ),
  )
