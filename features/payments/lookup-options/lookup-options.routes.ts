import { type Route, route } from '@counterfoil/kit/server/route.ts'
import {
  listAllCountries,
  listAllCurrencies,
  listAllTenants,
  methodCalls,
  providerCalls,
} from './lookup-options.contract.ts'
import {
  listCountries,
  listCurrencies,
  listInUse,
  listTenantNames,
} from './lookup-options.queries.ts'

export const routes: Route[] = [
  ...methodCalls.map((call) =>
    route(call, (_input, { database }) => listInUse(database.shared, 'payment_method')),
  ),
  ...providerCalls.map((call) =>
    route(call, (_input, { database }) => listInUse(database.shared, 'service_provider')),
  ),
  route(listAllTenants, (_input, { database }) => listTenantNames(database.shared)),
  route(listAllCurrencies, (_input, { database }) => listCurrencies(database.shared)),
  route(listAllCountries, (_input, { database }) => listCountries(database.shared)),
]
