import { type Expression, type Kysely, sql } from 'kysely'
import type { Db } from './database.ts'

interface Tables {
  report_setting: {
    tenant_id: string
    report: string
    is_available: boolean
    is_on: boolean
    own_name: string | null
    hidden_columns: string[]
    most_days: number | null
  }
  report_role_setting: {
    tenant_id: string
    report: string
    role_id: string
    is_on: boolean
    hidden_columns: string[]
    most_days: number | null
  }
}

/** The reports that are switched off for a role of a tenant, for a query that reads something else of it. */
export const reportsOff = (tenantId: Expression<string>, roleId: Expression<string>) => sql<
  string[]
>`array(
  select s.report from report_setting as s
  where s.tenant_id = ${tenantId} and not (s.is_available and s.is_on)
  union select r.report from report_role_setting as r
  where r.tenant_id = ${tenantId} and r.role_id = ${roleId} and not r.is_on)`

/** What a tenant calls its reports, where it calls them otherwise than the product does. */
export function listReportNames(db: Db, tenantId: string) {
  return (db as unknown as Kysely<Tables>)
    .selectFrom('report_setting')
    .select(['report', 'own_name'])
    .where('tenant_id', '=', tenantId)
    .where('own_name', 'is not', null)
    .$narrowType<{ own_name: string }>()
    .execute()
}

/** The settings of one report for a role: the tenant's, and the role's besides. */
export async function findReportSettings(
  db: Db,
  of: { readonly tenantId: string; readonly roleId: string; readonly report: string },
) {
  const tables = db as unknown as Kysely<Tables>
  const [whole, role] = await Promise.all([
    tables
      .selectFrom('report_setting')
      .select(['own_name', 'hidden_columns', 'most_days'])
      .where('tenant_id', '=', of.tenantId)
      .where('report', '=', of.report)
      .executeTakeFirst(),
    tables
      .selectFrom('report_role_setting')
      .select(['hidden_columns', 'most_days'])
      .where('tenant_id', '=', of.tenantId)
      .where('report', '=', of.report)
      .where('role_id', '=', of.roleId)
      .executeTakeFirst(),
  ])
  return { whole, role }
}
