import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  id,
  idParams,
  listOf,
  option,
  pageQueryOf,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { preferences } from './preferences.contract.ts'

export const themeSettings = z.object({
  layoutName: z.string(),
  buttonsLinkColor: z.string(),
  buttonsLinkColorRGB: z.string(),
  headerBackgroundColor: z.string(),
  mainBackgroundColor: z.string(),
  sidebarBackgroundColor: z.string(),
  primaryColor: z.string(),
  textColor: z.string(),
})

/** One currency as pickers and amounts need it; `decimalPlaces` is ISO 4217's. */
const currencyOption = z.object({ id: z.string(), name: z.string(), decimalPlaces: z.int() })

const userMerchant = z.object({
  merchantId: id,
  legalBusinessName: z.string(),
  boardingStage: z.string(),
  merchantStatus: z.string(),
  reviewStatus: z.string(),
  processingStatus: z.enum(['NoProcessing', 'SandboxEnabled', 'FullProcessing']),
  activationDate: timestamp.nullable(),
  /** Colleagues in use, by name; their addresses are for who manages users. */
  users: z.array(z.object({ id, firstName: z.string(), lastName: z.string() })),
  merchantNotes: z.string(),
  description: z.string(),
  visibility: z.string(),
  merchantType: z.string(),
  homeCurrency: z.string(),
  logo: z.string().nullable(),
})

export const appUser = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isActive: z.boolean(),
  isPlatform: z.boolean(),
  lastLoginTime: timestamp.nullable(),
  /** IANA name. */
  configureTimeZone: z.string(),
  /** BCP 47 language of the user, or the tenant's. */
  locale: z.string(),
  checkoutLogoSource: z.string().nullable(),
  favIconSource: z.string().nullable(),
  permissions: z.array(z.string()),
  systemRoleId: id,
  systemRoleName: z.string(),
  isAdministrator: z.boolean(),
  tenant: z.object({ id, name: z.string(), isDefaultTenant: z.boolean() }),
  tenantId: id,
  /** Tenants that the user may see, id to name; only platform staff have more than their own. */
  tenants: z.record(z.string(), z.string()),
  /** Customer 0, Tenant 1, Platform 2. */
  userType: z.int().min(0).max(2),
  /** Platform staff are `Crm` too. */
  userTypeName: z.enum(['Crm', 'merchant']),
  loginTemplate: z.string(),
  tenantSupportEmail: z.string(),
  themeSettings,
  /** The user's own settings, the same on every device. */
  preferences,
  /** What the tenant calls some of its screens, by their paths. */
  screenNames: z.record(z.string(), z.string()),
  /** The user sees only payments of some methods or providers, so may not grant access to all payments. */
  isLimitedToPayments: z.boolean(),
  /** The user sees only some merchants, or belongs to one, so may not change what applies to all. */
  isLimitedToMerchants: z.boolean(),
  merchantId: id.nullable(),
  merchant: userMerchant.nullable(),
})

export const readUserContext = endpoint({
  id: 'context.user',
  method: 'GET',
  path: '/api/users',
  summary: 'Who is signed in, with the lists that every screen needs',
  permission: [],
  answer: z.object({
    user: appUser,
    /** Merchant id to name; empty for merchant users. */
    activeCustomers: z.record(z.string(), z.string()),
    activeServiceProviders: z.array(option),
    activeCountries: z.array(option),
    activePaymentMethods: z.array(option),
    activeCurrencies: z.array(currencyOption),
    activeLanguages: z.array(option),
    /** Of an administrator who looks through this user's eyes: who that is, and until when. */
    viewAs: z.object({ id, administratorName: z.string(), endsAt: timestamp }).nullable(),
  }),
})

const lookup = (lookupId: string, path: string, summary: string) =>
  endpoint({ id: lookupId, method: 'GET', path, summary, permission: [], answer: z.array(option) })

export const listActiveCountries = lookup(
  'context.countries',
  '/api/lookup/active-countries',
  'Countries in use',
)
export const listActiveCountriesForMerchants = lookup(
  'context.countries-merchant',
  '/api/crm/lookup/active-countries',
  'Countries in use, for merchants',
)

const currencies = (lookupId: string, path: string) =>
  endpoint({
    id: lookupId,
    method: 'GET',
    path,
    summary: 'Currencies in use, with their decimals',
    permission: [],
    answer: z.array(currencyOption),
  })

export const listActiveCurrencyOptions = currencies(
  'context.currencies',
  '/api/lookup/active-currencies',
)
export const listActiveCurrencyOptionsForMerchants = currencies(
  'context.currencies-merchant',
  '/api/crm/lookup/active-currencies',
)

export const tenantDetails = z.object({
  tenantId: id,
  tenantName: z.string(),
  supportEmail: z.string(),
  timeZone: z.string(),
  locale: z.string(),
  homeCurrency: z.string(),
  isActive: z.boolean(),
  themeSettings,
  logo: z.string().nullable(),
})

export const readMyTenant = endpoint({
  id: 'context.my-tenant',
  method: 'GET',
  path: '/api/tenants/mydetails',
  summary: 'The tenant of the signed-in user',
  permission: [],
  answer: tenantDetails,
})

const tenantSearchPermissions = [
  'Platform.Tenants.View',
  'Platform.Transaction.Lookup',
  'Platform.Support.Lookup',
]

export const searchTenants = endpoint({
  id: 'context.tenants',
  method: 'GET',
  path: '/api/tenants',
  summary: 'Finds tenants by name',
  permission: tenantSearchPermissions,
  query: pageQueryOf('tenants').extend({ searchKey: z.string().max(255).optional() }),
  answer: listOf(z.object({ tenantId: id, tenantName: z.string() })),
})

export const readTenantDetails = endpoint({
  id: 'context.tenant',
  method: 'GET',
  path: '/api/tenants/:id/details',
  summary: 'One tenant',
  permission: tenantSearchPermissions,
  params: idParams,
  answer: tenantDetails,
})

export const readClientConfiguration = endpoint({
  id: 'context.client-configuration',
  method: 'GET',
  path: '/api/_configuration/:clientId',
  summary: 'What the browser needs to start a sign-in',
  public: true,
  params: z.object({ clientId: z.string().max(100) }),
  answer: z.object({
    authority: z.string(),
    client_id: z.string(),
    redirect_uri: z.string(),
    post_logout_redirect_uri: z.string(),
    silent_redirect_uri: z.string(),
    popup_redirect_uri: z.string(),
    response_type: z.literal('code'),
    scope: z.string(),
    resource: z.string().optional(),
    /** The claim that names the user type. */
    profile_claim: z.string(),
    /** Whether sign-in tries a popup window before it leaves the page. */
    sign_in_popup: z.boolean(),
    /** Pages of the identity provider; null where it has none. */
    register_url: z.string().nullable(),
    account_url: z.string().nullable(),
    /** The pages of the demo say that it is one. */
    isDemo: z.boolean(),
  }),
})
