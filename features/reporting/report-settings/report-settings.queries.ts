import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { ofMerchants, within } from '@counterfoil/kit/database/within.ts'
import type { RoleSetting } from './report-settings.contract.ts'

/** What a tenant has changed of its reports. */
export async function listSettings(db: Db, tenantId: string) {
  const [reports, roles] = await Promise.all([
    db
      .selectFrom('report_setting')
      .selectAll()
      .where(within(db, 'report_setting', null))
      .where('tenant_id', '=', tenantId)
      .execute(),
    db
      .selectFrom('report_role_setting')
      .selectAll()
      .where(within(db, 'report_role_setting', null))
      .where('tenant_id', '=', tenantId)
      .orderBy('role_id')
      .execute(),
  ])
  return { reports, roles }
}
export type StoredSettings = Awaited<ReturnType<typeof listSettings>>

/** The roles of a tenant, operators' before those of merchants. `merchantIds`: of merchants those of these alone. */
export function listRoles(db: Db, tenantId: string, merchantIds: readonly string[] | null) {
  return db
    .selectFrom('role as r')
    .leftJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'r.tenant_id').onRef('m.id', '=', 'r.merchant_id'),
    )
    .select(['r.id', 'r.name', 'r.user_type', 'r.permissions', 'm.legal_business_name as merchant'])
    .where(within(db, 'r', null))
    .where('r.tenant_id', '=', tenantId)
    .where(ofMerchants('r', merchantIds))
    .orderBy('r.user_type', 'desc')
    .orderBy('m.legal_business_name')
    .orderBy('r.name')
    .execute()
}

/** The tenants, without the platform's own. */
export async function listTenantsWithKept(db: Db) {
  const [tenants, kept] = await Promise.all([
    db
      .selectFrom('tenant')
      .select(['id', 'name'])
      .where('is_platform', '=', false)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('report_setting')
      .select(['tenant_id', 'report'])
      .where(within(db, 'report_setting', null))
      .where('is_available', '=', false)
      .orderBy('report')
      .execute(),
  ])
  return tenants.map(({ id, name }) => ({
    ...{ tenantId: id, name },
    kept: kept.filter((one) => one.tenant_id === id).map(({ report }) => report),
  }))
}

export function lockSetting(db: Db, report: string) {
  return db
    .selectFrom('report_setting')
    .selectAll()
    .where(within(db, 'report_setting', null))
    .where('report', '=', report)
    .forUpdate()
    .executeTakeFirst()
}

interface SettingChange {
  readonly is_available?: boolean
  readonly is_on?: boolean
  readonly own_name?: string | null
  readonly hidden_columns?: string[]
  readonly most_days?: number | null
}

/** False: it was changed since this version (0: it was not there). */
export async function upsertSetting(
  db: Db,
  report: string,
  change: SettingChange,
  { at, version }: { readonly at: Date; readonly version?: number },
): Promise<boolean> {
  const stored = await db
    .insertInto('report_setting')
    .values({ tenant_id: tenantOf(db), report, ...change, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'report'])
        .doUpdateSet((row) => ({
          ...change,
          version: row('report_setting.version', '+', 1),
          updated_at: at,
        }))
        .where((row) =>
          version === undefined ? row.lit(true) : row('report_setting.version', '=', version),
        ),
    )
    .returning('version')
    .executeTakeFirst()
  return stored !== undefined
}

/** What the roles have of a report besides the tenant's own setting, in the place of what they had. */
export async function replaceRoleSettings(
  db: Db,
  report: string,
  roles: readonly RoleSetting[],
): Promise<void> {
  await db
    .deleteFrom('report_role_setting')
    .where(within(db, 'report_role_setting', null))
    .where('report', '=', report)
    .execute()
  if (roles.length === 0) return
  const tenantId = tenantOf(db)
  await db
    .insertInto('report_role_setting')
    .values(
      roles.map((one) => ({
        ...{ tenant_id: tenantId, report, role_id: one.roleId, is_on: one.isOn },
        ...{ hidden_columns: one.hiddenColumns, most_days: one.maxDays },
      })),
    )
    .execute()
}
