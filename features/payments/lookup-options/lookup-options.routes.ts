import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/route.ts'
import {
  listAllCountries,
  listAllCurrencies,
  listAllTenants,
  listChannels,
  listChannelsOf,
  listMerchantChannels,
  listWebsites,
  listWebsitesOf,
  methodCalls,
  providerCalls,
} from './lookup-options.contract.ts'
import {
  isMerchantVisible,
  listAllChannels,
  listCountries,
  listCurrencies,
  listInUse,
  listTenantNames,
  listWebsiteNames,
} from './lookup-options.queries.ts'

export const routes: Route[] = [
  ...methodCalls.map((call) =>
    route(call, (_input, { database }) => listInUse(database.shared, 'payment_method')),
  ),
  ...providerCalls.map((call) =>
    route(call, (_input, { database }) => listInUse(database.shared, 'service_provider')),
  ),
  route(listChannels, (_input, { database }) => listInUse(database.shared, 'payment_channel')),
  route(listChannelsOf, async ({ query: { organizationId } }, { db, database }) => {
    if (organizationId !== undefined && !(await isMerchantVisible(db, organizationId))) {
      throw notFound('The merchant')
    }
    return listAllChannels(database.shared)
  }),
  route(listMerchantChannels, (_input, { database }) => listAllChannels(database.shared)),
  route(listAllTenants, (_input, { database }) => listTenantNames(database.shared)),
  route(listAllCurrencies, (_input, { database }) => listCurrencies(database.shared)),
  route(listWebsites, (_input, { db }) => listWebsiteNames(db)),
  route(listWebsitesOf, async ({ params }, { db }) => {
    if (!(await isMerchantVisible(db, params.id))) throw notFound('The merchant')
    return listWebsiteNames(db, params.id)
  }),
  route(listAllCountries, (_input, { database }) => listCountries(database.shared)),
]
