import { registerAuditGuard } from '@counterfoil/features/access/audit/audit.public.ts'
import { forbidden, notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { readPlatformTenantId } from '@counterfoil/kit/database/tenants.ts'
import { declaredReports, type ReportDeclaration } from '@counterfoil/kit/server/reports/report.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { staleRow } from '@counterfoil/kit/server/resources/resource-checks.ts'
import {
  changeReportSetting,
  giveReport,
  givingPermission,
  type ReportSetting,
  type RoleSetting,
  readGivenReports,
  readReportSettings,
  settingsPermission,
} from './report-settings.contract.ts'
import {
  listRoles,
  listSettings,
  listTenantsWithKept,
  lockSetting,
  replaceRoleSettings,
  type StoredSettings,
  upsertSetting,
} from './report-settings.queries.ts'

type Asked = Context<UserCaller>

const recordType = 'report_setting'
registerAuditGuard(recordType, async (_db, _id, { merchantIds }) => merchantIds === null, [
  settingsPermission,
  givingPermission,
])

export const routes: Route[] = [
  route(readReportSettings, ({ query }, context) => read(query.tenantId, context)),
  route(changeReportSetting, async ({ params, query, body }, context) => {
    const { caller, now } = context
    // a user who is limited to merchants cannot change what all users of the tenant see
    if (caller.merchantIds !== null) throw forbidden()
    const tenantId = tenantAsked(query.tenantId, context)
    const report = await readReport(params.report, tenantId, context)
    const { version, roles, ...setting } = body
    refuseUnknown(report, body)
    await context.transaction(async (db) => {
      await requireRoles(db, tenantId, roles)
      const before = await lockSetting(db, report.id)
      if (before?.is_available === false) throw keptBack()
      if ((before?.version ?? 0) !== version) throw staleRow()
      const former = await listSettings(db, tenantId)
      const isStored = await upsertSetting(
        db,
        report.id,
        {
          ...{ is_on: setting.isOn, own_name: setting.ownName },
          ...{ hidden_columns: setting.hiddenColumns, most_days: setting.maxDays },
        },
        { at: now, version },
      )
      if (!isStored) throw staleRow()
      await replaceRoleSettings(db, report.id, roles.filter(isOtherwise))
      await context.audit(db, {
        ...{ type: recordType, id: report.id },
        before: changeableOf(settingOf(report, former)),
        after: { ...setting, roles },
      })
    }, query.tenantId)
    const { reports } = await read(query.tenantId, context)
    return reports.find(({ id }) => id === report.id) as ReportSetting
  }),
  route(readGivenReports, async (_, context) => {
    requirePlatform(context)
    return {
      reports: ofTenants().map((report) => ({
        ...{ id: report.id, name: report.title, path: report.path },
        audience: [...report.audience],
      })),
      tenants: await listTenantsWithKept(context.db),
    }
  }),
  route(giveReport, async ({ params, body: { isAvailable } }, context) => {
    requirePlatform(context)
    const { tenantId } = params
    const report = ofTenants().find(({ id }) => id === params.report)
    const tenants = await listTenantsWithKept(context.db)
    if (report === undefined) throw notFound('The report')
    if (!tenants.some((one) => one.tenantId === tenantId)) throw notFound('The tenant')
    await context.transaction(async (db) => {
      const before = await lockSetting(db, report.id)
      await upsertSetting(db, report.id, { is_available: isAvailable }, { at: context.now })
      await context.audit(db, {
        ...{ type: recordType, id: report.id },
        before: { isAvailable: before?.is_available ?? true },
        after: { isAvailable },
      })
    }, tenantId)
    const changed = await listTenantsWithKept(context.db)
    return changed.find((one) => one.tenantId === tenantId) as (typeof changed)[number]
  }),
]

/** Only platform staff give reports to tenants, whatever other users' roles contain: to them the path is not found. */
function requirePlatform({ caller }: Asked): void {
  if (caller.userType !== 'platform') throw notFound('The report')
}

/** Those of operators before those of merchants. */
function byName(a: ReportDeclaration, b: ReportDeclaration): number {
  const [first, other] = [a, b].map(({ audience }) => Number(audience.includes('merchant')))
  return (first ?? 0) - (other ?? 0) || a.title.en.localeCompare(b.title.en)
}

const ofTenants = () =>
  [...declaredReports().values()]
    .filter(({ audience }) => audience.some((one) => one !== 'platform'))
    .sort(byName)

function tenantAsked(asked: string | undefined, { caller }: Asked): string {
  if (asked === undefined || asked === caller.tenantId) return caller.tenantId
  if (caller.userType !== 'platform') throw notFound('The tenant')
  return asked
}

/** The reports that the users of a tenant can have: of the platform's own those of its staff. */
async function reportsOf(tenantId: string, { database }: Asked): Promise<ReportDeclaration[]> {
  const isPlatform = (await readPlatformTenantId(database.shared)) === tenantId
  return [...declaredReports().values()]
    .map((report) => ({
      ...report,
      audience: report.audience.filter((one) => (one === 'platform') === isPlatform),
    }))
    .filter(({ audience }) => audience.length > 0)
    .sort(byName)
}

async function readReport(id: string, tenantId: string, context: Asked) {
  const report = (await reportsOf(tenantId, context)).find((one) => one.id === id)
  if (report === undefined) throw notFound('The report')
  return report
}

async function read(asked: string | undefined, context: Asked) {
  const tenantId = tenantAsked(asked, context)
  // roles for every merchant have no merchant that a caller could be limited to
  const db = context.db
  const [reports, stored, roles] = await Promise.all([
    reportsOf(tenantId, context),
    listSettings(db, tenantId),
    listRoles(db, tenantId, context.caller.merchantIds),
  ])
  return {
    reports: reports.map((one) => settingOf(one, stored)),
    roles: roles.map(({ id, name, merchant, user_type: userType, permissions }) => ({
      ...{ id, name: merchant === null ? name : `${merchant} · ${name}` },
      reports: reports
        .filter(
          ({ audience, permission }) =>
            audience.some((each) => each === userType) &&
            permission.some((each) => permissions.includes(each)),
        )
        .map((one) => one.id),
    })),
  }
}

function settingOf(report: ReportDeclaration, stored: StoredSettings): ReportSetting {
  const own = stored.reports.find((one) => one.report === report.id)
  return {
    id: report.id,
    name: report.title,
    path: report.path,
    audience: [...report.audience],
    isAvailable: own?.is_available ?? true,
    isOn: own?.is_on ?? true,
    ownName: own?.own_name ?? null,
    hiddenColumns: own?.hidden_columns ?? [],
    maxDays: own?.most_days ?? null,
    columns: (report.columns ?? []).map(({ id, title }) => ({ id, title })),
    longest: report.maxDays ?? null,
    roles: stored.roles.filter((one) => one.report === report.id).map(roleSettingOf),
    version: own?.version ?? 0,
  }
}

const roleSettingOf = (row: StoredSettings['roles'][number]): RoleSetting => ({
  roleId: row.role_id,
  isOn: row.is_on,
  hiddenColumns: row.hidden_columns,
  maxDays: row.most_days,
})

const changeableOf = ({ isOn, ownName, hiddenColumns, maxDays, roles }: ReportSetting) => ({
  ...{ isOn, ownName, hiddenColumns, maxDays, roles },
})

/** A role that has the report as the tenant has it needs no setting of its own. */
const isOtherwise = ({ isOn, hiddenColumns, maxDays }: RoleSetting) =>
  !isOn || hiddenColumns.length > 0 || maxDays !== null

interface Limited {
  readonly hiddenColumns: readonly string[]
  readonly maxDays: number | null
}

/** Throws for a column that the report does not have, and for more days than it covers. */
function refuseUnknown(
  report: ReportDeclaration,
  body: Limited & { readonly roles: readonly Limited[] },
): void {
  const known = new Set((report.columns ?? []).map(({ id }) => id))
  for (const [at, { hiddenColumns, maxDays }] of [body, ...body.roles].entries()) {
    const prefix = at === 0 ? '' : `roles.${at - 1}.`
    if (hiddenColumns.some((id) => !known.has(id))) {
      const text = 'The report has no such column that can be hidden'
      throw new Problem('report_setting.column', 422, text, { path: `${prefix}hiddenColumns` })
    }
    if (maxDays !== null && maxDays > (report.maxDays ?? 0)) {
      const text =
        report.maxDays === undefined
          ? 'The report has no days that could be limited'
          : `The report covers at most ${report.maxDays} days`
      throw new Problem('report_setting.days', 422, text, {
        path: `${prefix}maxDays`,
        params: { days: report.maxDays ?? 0 },
      })
    }
  }
}

async function requireRoles(db: Db, tenantId: string, roles: readonly RoleSetting[]) {
  const known = new Set((await listRoles(db, tenantId, null)).map(({ id }) => id))
  const ids = roles.map(({ roleId }) => roleId)
  if (ids.every((id) => known.has(id)) && new Set(ids).size === ids.length) return
  throw new Problem('report_setting.role', 422, 'A role is unknown, or stands twice', {
    path: 'roles',
  })
}

const keptBack = () =>
  new Problem('report_setting.kept', 409, 'The platform does not give this report to the tenant')
