import { themeSettings } from '@counterfoil/features/access/sign-in-context/context.contract.ts'
import { editPermissionOf } from '@counterfoil/kit/contract/edit-permission.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { featureNames } from '@counterfoil/kit/contract/features.ts'
import {
  currencyCode,
  emailAddress,
  id,
  idParams,
  listOf,
  pageQueryOf,
  recordVersion,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { languageCodes } from '@counterfoil/kit/contract/languages.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

const viewPermissions = 'Platform.Tenants.View'
const base = '/api/crm/tenant-management/tenants'
const refreshes = ['tenants.*', 'context.*']

export const tenantLocales = languageCodes

const managedTenant = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  supportEmail: z.string(),
  timeZone: z.string(),
  locale: z.string(),
  /** The languages that the tenant has switched on. */
  languages: z.array(z.string()),
  homeCurrency: z.string(),
  isActive: z.boolean(),
  merchantCount: z.int(),
  userCount: z.int(),
  createdAt: timestamp,
  version: z.int(),
})
export type ManagedTenant = z.infer<typeof managedTenant>

const tenantPage = managedTenant.extend({
  /** None for those who may not see them. */
  features: z.array(z.object({ name: z.enum(featureNames), isOn: z.boolean() })),
  themeSettings,
  logo: z.string().nullable(),
})

export const listManagedTenants = endpoint({
  id: 'tenants.list',
  method: 'GET',
  path: base,
  summary: 'The tenants, with how many merchants and operators they have',
  permission: viewPermissions,
  query: pageQueryOf('tenants').extend({
    searchKey: z.string().max(255).optional(),
    isActive: z.enum(['true', 'false']).optional(),
  }),
  answer: listOf(managedTenant),
})

export const readManagedTenant = endpoint({
  id: 'tenants.read',
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One tenant with its features and colours',
  permission: viewPermissions,
  params: idParams,
  answer: tenantPage,
})

const personName = oneLine(z.string().trim()).min(1).max(100)

/** The fields that can also be changed later. */
export const tenantDetails = z.strictObject({
  name: oneLine(z.string().trim()).min(1).max(100),
  supportEmail: emailAddress,
  timeZone: z.string().min(1).max(64),
  locale: z.enum(tenantLocales),
})

export const newTenant = tenantDetails.extend({
  homeCurrency: currencyCode,
  administratorEmail: emailAddress,
  administratorFirstName: personName,
  administratorLastName: personName,
})
export type NewTenant = z.infer<typeof newTenant>

const details = {
  name: 'Meridian Payments',
  supportEmail: 'support@meridian.example',
  timeZone: 'Europe/London',
  locale: 'en' as const,
}

export const createTenant = endpoint({
  id: 'tenants.create',
  method: 'POST',
  path: base,
  summary: 'Makes a tenant with its first roles, and invites its first administrator by e-mail',
  permission: editPermissionOf(viewPermissions),
  body: newTenant.meta({
    examples: [
      {
        ...details,
        homeCurrency: 'GBP',
        administratorEmail: 'first@meridian.example',
        administratorFirstName: 'Mara',
        administratorLastName: 'Deniz',
      },
    ],
  }),
  answer: tenantPage,
  status: 201,
  refreshes,
})

export const updateTenant = endpoint({
  id: 'tenants.update',
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Changes a tenant, unless somebody else did since its version was read',
  permission: editPermissionOf(viewPermissions),
  params: idParams,
  body: tenantDetails
    .extend({ version: recordVersion })
    .meta({ examples: [{ ...details, version: 1 }] }),
  answer: tenantPage,
  refreshes,
})

/** The users of a suspended tenant cannot sign in and its API keys are refused; running payments are finished. */
export const setTenantActive = endpoint({
  id: 'tenants.set-active',
  method: 'PUT',
  path: `${base}/:id/activation`,
  summary: 'Suspends a tenant or lets it work again',
  permission: editPermissionOf(viewPermissions),
  params: idParams,
  body: z.strictObject({ isActive: z.boolean() }),
  answer: tenantPage,
  refreshes,
})

export const switchTenantFeature = endpoint({
  id: 'tenants.set-features',
  method: 'PUT',
  path: `${base}/:id/features`,
  summary: 'Gives a tenant a feature, or takes it away',
  permission: 'Platform.Tenants.Features.Edit',
  params: idParams,
  body: z.strictObject({ name: z.enum(featureNames), isOn: z.boolean() }),
  answer: tenantPage,
  refreshes,
})
