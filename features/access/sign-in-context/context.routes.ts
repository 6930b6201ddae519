import { readActiveCustomers } from '@counterfoil/features/access/merchant-picker/merchant-search.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { publicRoute, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  listActiveCountries,
  listActiveCountriesForMerchants,
  listActiveCurrencyOptions,
  listActiveCurrencyOptionsForMerchants,
  readClientConfiguration,
  readMyTenant,
  readTenantDetails,
  readUserContext,
  searchTenants,
} from './context.contract.ts'
import { countTenants, listActive, listActiveCurrencies, listTenants } from './context.queries.ts'
import { readAppUser, readTenantDetailsOf } from './context.views.ts'

type CallContext = Context<UserCaller>

/** Each tenant switches list entries on and off for itself; platform staff see those of the platform. */
const ownTenant = ({ caller }: CallContext) =>
  caller.userType === 'platform' ? null : caller.tenantId

const currencyOptions = async (context: CallContext) =>
  (await listActiveCurrencies(context.db, ownTenant(context))).map((one) => ({
    id: one.code,
    name: one.name,
    decimalPlaces: one.decimal_places,
  }))

const options = async (context: CallContext, list: Parameters<typeof listActive>[1]) =>
  (await listActive(context.db, list, ownTenant(context))).map(({ code, name }) => ({
    id: code,
    name,
  }))

function viewOf({ viewedBy }: UserCaller) {
  if (viewedBy === undefined) return null
  const { viewId: id, name: administratorName, endsAt } = viewedBy
  return { id, administratorName, endsAt: endsAt.toISOString() }
}

export const routes: Route[] = [
  route(readUserContext, async (_input, context) => {
    const { caller, db, database } = context
    const { shared } = database
    const tenantDb = database.reader(tenantScope(caller.tenantId))
    const [user, customers, providers, countries, methods, currencies, languages] =
      await Promise.all([
        readAppUser(tenantDb, shared, caller),
        caller.userType === 'merchant' ? {} : readActiveCustomers(db),
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
      viewAs: viewOf(caller),
    }
  }),
  route(listActiveCountries, (_input, context) => options(context, 'country')),
  route(listActiveCountriesForMerchants, (_input, context) => options(context, 'country')),
  route(listActiveCurrencyOptions, (_input, context) => currencyOptions(context)),
  route(listActiveCurrencyOptionsForMerchants, (_input, context) => currencyOptions(context)),
  route(readMyTenant, (_input, { caller, database }) =>
    readTenantDetailsOf(database.shared, caller.tenantId),
  ),
  route(searchTenants, async ({ query }, { database }) => {
    const { shared } = database
    const [rows, count] = await Promise.all([
      listTenants(shared, query.searchKey, pageOf(query)),
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
