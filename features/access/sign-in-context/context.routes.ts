import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { publicRoute, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  listActiveCountries,
  listActiveCountriesForMerchants,
  listActiveCurrencyOptions,
  listActiveCurrencyOptionsForMerchants,
  listActiveCustomers,
  listMerchantsOfTenant,
  readClientConfiguration,
  readMyTenant,
  readTenantDetails,
  readUserContext,
  searchMerchants,
  searchTenants,
} from './context.contract.ts'
import {
  countMerchants,
  countTenants,
  listActive,
  listActiveCurrencies,
  listMerchants,
  listTenants,
  type MerchantSearch,
} from './context.queries.ts'
import { readAppUser, readTenantDetailsOf } from './context.views.ts'

/** How many merchants the context carries; pickers search on the server beyond that (READINGS decision 15). */
const contextMerchants = 1000

type Called = Context<UserCaller>

/** Tenants switch for themselves; platform staff see what the platform has on. */
const ownTenant = ({ caller }: Called) => (caller.userType === 'platform' ? null : caller.tenantId)

const currencyOptions = async (context: Called) =>
  (await listActiveCurrencies(context.db, ownTenant(context))).map((one) => ({
    id: one.code,
    name: one.name,
    decimalPlaces: one.decimal_places,
  }))

const options = async (context: Called, list: Parameters<typeof listActive>[1]) =>
  (await listActive(context.db, list, ownTenant(context))).map(({ code, name }) => ({
    id: code,
    name,
  }))

async function merchantPage(db: Db, search: MerchantSearch) {
  const [rows, count] = await Promise.all([listMerchants(db, search), countMerchants(db, search)])
  const data = rows.map((row) => ({
    merchantId: row.id,
    legalBusinessName: row.legal_business_name,
    merchantStatus: row.merchant_status,
    processingStatus: row.processing_status,
    tenantId: row.tenant_id,
  }))
  return { data, count }
}

async function activeCustomers(db: Db): Promise<Record<string, string>> {
  const rows = await listMerchants(db, {
    merchantStatus: 'Active',
    limit: contextMerchants,
    offset: 0,
  })
  return Object.fromEntries(rows.map((row) => [row.id, row.legal_business_name]))
}

export const routes: Route[] = [
  route(readUserContext, async (_input, context) => {
    const { caller, db, database } = context
    const { shared } = database
    const own = database.reader(tenantScope(caller.tenantId))
    const [user, customers, providers, countries, methods, currencies, languages] =
      await Promise.all([
        readAppUser(own, shared, caller),
        caller.userType === 'merchant' ? {} : activeCustomers(db),
        options(context, 'service_provider'),
        options(context, 'country'),
        options(context, 'payment_method'),
        currencyOptions(context),
        options(context, 'language'),
      ])
    return {
      user,
      activeCustomers: customers,
      activeServiceProviders: providers,
      activeCountries: countries,
      activePaymentMethods: methods,
      activeCurrencies: currencies,
      activeLanguages: languages,
    }
  }),
  route(listActiveCountries, (_input, context) => options(context, 'country')),
  route(listActiveCountriesForMerchants, (_input, context) => options(context, 'country')),
  route(listActiveCurrencyOptions, (_input, context) => currencyOptions(context)),
  route(listActiveCurrencyOptionsForMerchants, (_input, context) => currencyOptions(context)),
  route(listActiveCustomers, (_input, { db }) => activeCustomers(db)),
  route(searchMerchants, ({ query }, { db }) =>
    merchantPage(db, {
      searchKey: query.searchKey,
      merchantStatus: query.merchantStatus,
      ids: query.merchantId,
      limit: query.pageSize,
      offset: query.pageIndex * query.pageSize,
    }),
  ),
  route(listMerchantsOfTenant, async ({ params, query }, { db, caller }) => {
    if (caller.userType !== 'platform' && params.tenantId !== caller.tenantId)
      throw notFound('The tenant')
    return merchantPage(db, {
      tenantId: params.tenantId,
      searchKey: query.searchKey,
      limit: query.pageSize,
      offset: query.pageIndex * query.pageSize,
    })
  }),
  route(readMyTenant, (_input, { caller, database }) =>
    readTenantDetailsOf(database.shared, caller.tenantId),
  ),
  route(searchTenants, async ({ query }, { database }) => {
    const { shared } = database
    const [rows, count] = await Promise.all([
      listTenants(shared, query.searchKey, query.pageSize, query.pageIndex * query.pageSize),
      countTenants(shared, query.searchKey),
    ])
    return { data: rows.map((row) => ({ tenantId: row.id, tenantName: row.name })), count }
  }),
  route(readTenantDetails, async ({ params }, { database, caller }) => {
    if (caller.userType !== 'platform' && params.id !== caller.tenantId)
      throw notFound('The tenant')
    return readTenantDetailsOf(database.shared, params.id)
  }),
  publicRoute(readClientConfiguration, async ({ params }, { settings }) => {
    const { oidc, publicUrl } = settings
    if (params.clientId !== oidc.clientId && params.clientId !== 'counterfoil-portal')
      throw notFound('The client')
    return {
      authority: oidc.issuer,
      client_id: oidc.clientId,
      redirect_uri: `${publicUrl}/login-callback`,
      post_logout_redirect_uri: `${publicUrl}/assets/logout-callback.html`,
      silent_redirect_uri: `${publicUrl}/assets/silent-redirect.html`,
      popup_redirect_uri: `${publicUrl}/assets/silent-redirect.html`,
      response_type: 'code' as const,
      scope: oidc.scopes,
      resource: oidc.resource,
      profile_claim: oidc.claims.profile,
      sign_in_popup: oidc.usesPopup,
      register_url: oidc.registerUrl ?? null,
      account_url: oidc.accountUrl ?? null,
      isDemo: settings.isDemo,
    }
  }),
]
