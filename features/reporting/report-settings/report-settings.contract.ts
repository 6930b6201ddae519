import { audiences } from '@counterfoil/kit/contract/audience.ts'
import { editPermissionOf } from '@counterfoil/kit/contract/edit-permission.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, text } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { reportName } from '@counterfoil/kit/contract/reports.contract.ts'
import { z } from 'zod'

export const settingsPermission = 'CRM.Settings.Report.View'
/** The platform's own: which tenant has which reports. */
export const givingPermission = 'Platform.ReportV2.Settings'

const columnIds = z.array(z.string().max(64)).max(50)
const maxDays = z.int().min(1).max(4_000).nullable()

/** What one role has of a report, besides what holds for the tenant. */
const roleSetting = z.strictObject({
  roleId: id,
  isOn: z.boolean().default(true),
  hiddenColumns: columnIds.default([]),
  maxDays: maxDays.default(null),
})
export type RoleSetting = z.output<typeof roleSetting>

/** What a tenant can change of a report. */
const changeable = {
  isOn: z.boolean(),
  /** Null: as the product calls it. */
  ownName: oneLine(z.string().trim()).min(1).max(60).nullable(),
  hiddenColumns: columnIds,
  /** Null: as many as the report covers. */
  maxDays,
  /** The roles that have it otherwise than the tenant. */
  roles: z.array(roleSetting).max(200),
}

const reportSetting = z.object({
  ...changeable,
  id: z.string(),
  /** As the product calls it. */
  name: text,
  path: z.string(),
  audience: z.array(z.enum(audiences)),
  /** The platform gives it to the tenant. */
  isAvailable: z.boolean(),
  /** Those that can be hidden. */
  columns: z.array(z.object({ id: z.string(), title: text })),
  /** The most days that it covers by itself; null: any, or it has no days. */
  longest: z.int().nullable(),
  /** 0: nothing was changed yet. */
  version: z.int(),
})
export type ReportSetting = z.infer<typeof reportSetting>

const reportRole = z.object({
  id,
  name: z.string(),
  /** The reports that its permissions open. */
  reports: z.array(z.string()),
})
export type ReportRole = z.infer<typeof reportRole>

const path = '/api/reporting/report-v2/settings'
const refreshes = ['report-settings.*', 'context.*', 'summary-reports.*']

/** For platform staff, who see every tenant; their own unless said. */
const tenantQuery = z.object({ tenantId: id.optional() })

export const readReportSettings = endpoint({
  id: 'report-settings.read',
  method: 'GET',
  path,
  summary:
    'The reports of a tenant with their names, columns and limits, and the roles that open them',
  permission: settingsPermission,
  query: tenantQuery,
  answer: z.object({ reports: z.array(reportSetting), roles: z.array(reportRole) }),
})

export const changeReportSetting = endpoint({
  id: 'report-settings.update',
  method: 'PUT',
  path: `${path}/:report`,
  summary:
    'Changes what a tenant and its roles have of a report, unless somebody else did since it was read',
  permission: editPermissionOf(settingsPermission),
  params: z.object({ report: reportName }),
  query: tenantQuery,
  body: z.strictObject({ ...changeable, version: z.int().min(0).max(2_147_483_647) }).meta({
    examples: [
      {
        ...{ isOn: true, ownName: 'Sales by day', hiddenColumns: ['refunded'], maxDays: 31 },
        ...{ roles: [], version: 0 },
      },
    ],
  }),
  answer: reportSetting,
  refreshes,
})

const givenReports = z.object({
  tenantId: id,
  name: z.string(),
  /** The reports that the platform keeps from it. */
  kept: z.array(z.string()),
})

export const readGivenReports = endpoint({
  id: 'report-settings.given',
  method: 'GET',
  path: '/api/reporting/report-v2/tenants',
  summary: 'Which reports the platform gives to which tenant',
  permission: givingPermission,
  answer: z.object({
    reports: z.array(reportSetting.pick({ id: true, name: true, path: true, audience: true })),
    tenants: z.array(givenReports),
  }),
})

export const giveReport = endpoint({
  id: 'report-settings.set-available',
  method: 'PUT',
  path: '/api/reporting/report-v2/tenants/:tenantId/:report',
  summary: 'Gives a report to a tenant, or keeps it from it',
  permission: givingPermission,
  params: z.object({ tenantId: id, report: reportName }),
  body: z.strictObject({ isAvailable: z.boolean() }).meta({ examples: [{ isAvailable: false }] }),
  answer: givenReports,
  refreshes,
})
