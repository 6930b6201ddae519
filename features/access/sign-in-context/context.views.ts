import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { listReportNames } from '@counterfoil/kit/database/report-settings.ts'
import { declaredReports } from '@counterfoil/kit/server/reports/report.ts'
import { isLimitedToPayments } from '@counterfoil/kit/server/request/caller-scope.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { z } from 'zod'
import type { appUser, tenantDetails, themeSettings } from './context.contract.ts'
import {
  findTenant,
  listColleagues,
  listTenants,
  readCallerRow,
  readMerchant,
} from './context.queries.ts'
import { readPreferences } from './preferences.public.ts'

const userTypeNumbers = { merchant: 0, tenant: 1, platform: 2 } as const

/** The signed-in user for the portal. `tenantDb` reads the user's tenant, `shared` the list of tenants. */
export async function readAppUser(
  tenantDb: Db,
  shared: Db,
  caller: UserCaller,
): Promise<z.infer<typeof appUser>> {
  const [row, tenant, merchant, users, tenants, preferences, reports] = await Promise.all([
    readCallerRow(tenantDb, caller.id),
    findTenant(shared, caller.tenantId),
    caller.merchantId ? readMerchant(tenantDb, caller.merchantId) : undefined,
    caller.merchantId ? listColleagues(tenantDb, caller.merchantId) : [],
    caller.userType === 'platform' ? listTenants(shared, undefined, { limit: 100, offset: 0 }) : [],
    readPreferences(tenantDb, caller.tenantId, caller.id),
    listReportNames(tenantDb, caller.tenantId),
  ])
  if (!row || !tenant) throw notFound('The user')
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    isActive: row.is_active,
    isPlatform: row.user_type === 'platform',
    lastLoginTime: row.last_login_at?.toISOString() ?? null,
    configureTimeZone: caller.timeZone,
    locale: caller.locale,
    checkoutLogoSource: tenant.logo,
    favIconSource: tenant.logo,
    permissions: [...caller.permissions],
    systemRoleId: row.role_id,
    systemRoleName: row.role_name,
    isAdministrator: row.is_administrator,
    tenant: { id: tenant.id, name: tenant.name, isDefaultTenant: tenant.is_platform },
    tenantId: tenant.id,
    tenants: Object.fromEntries([
      [tenant.id, tenant.name],
      ...tenants.map((one) => [one.id, one.name]),
    ]),
    userType: userTypeNumbers[caller.userType],
    userTypeName: caller.userType === 'merchant' ? 'merchant' : 'Crm',
    loginTemplate: 'default',
    tenantSupportEmail: tenant.support_email,
    themeSettings: themeOf(tenant.theme),
    preferences,
    screenNames: Object.fromEntries(
      reports.flatMap(({ report, own_name }) => {
        const path = declaredReports().get(report)?.path
        return path === undefined ? [] : [[path, own_name]]
      }),
    ),
    isLimitedToMerchants: caller.merchantIds !== null,
    isLimitedToPayments: isLimitedToPayments(caller),
    merchantId: caller.merchantId,
    merchant: merchant
      ? {
          merchantId: merchant.id,
          legalBusinessName: merchant.legal_business_name,
          boardingStage: merchant.boarding_stage,
          merchantStatus: merchant.merchant_status,
          reviewStatus: merchant.review_status,
          processingStatus: merchant.processing_status as 'FullProcessing',
          activationDate: merchant.activation_date?.toISOString() ?? null,
          users: users.map((one) => ({
            id: one.id,
            firstName: one.first_name,
            lastName: one.last_name,
          })),
          // the notes of the record are its operator's, and internal
          merchantNotes: '',
          description: merchant.description,
          visibility: merchant.visibility,
          merchantType: merchant.merchant_type,
          homeCurrency: merchant.home_currency,
          logo: merchant.logo,
        }
      : null,
  }
}

/** A tenant's details, or the 404 of one that does not exist. */
export async function readTenantDetailsOf(
  shared: Db,
  tenantId: string,
): Promise<z.infer<typeof tenantDetails>> {
  const tenant = await findTenant(shared, tenantId)
  if (!tenant) throw notFound('The tenant')
  return {
    tenantId: tenant.id,
    tenantName: tenant.name,
    supportEmail: tenant.support_email,
    timeZone: tenant.time_zone,
    locale: tenant.locale,
    homeCurrency: tenant.home_currency,
    isActive: tenant.is_active,
    themeSettings: themeOf(tenant.theme),
    logo: tenant.logo,
  }
}

/** The theme of a tenant that has not chosen one. */
const defaultTheme = {
  layoutName: 'vertical-layout-1',
  buttonsLinkColor: '#2e43fe',
  buttonsLinkColorRGB: '46, 67, 254',
  headerBackgroundColor: '#ffffff',
  mainBackgroundColor: '#f5f5f5',
  sidebarBackgroundColor: '#2e43fe',
  primaryColor: '#09d0bd',
  textColor: '#404040',
}

export function themeOf(stored: unknown): z.infer<typeof themeSettings> {
  return { ...defaultTheme, ...(stored as Partial<typeof defaultTheme>) }
}
