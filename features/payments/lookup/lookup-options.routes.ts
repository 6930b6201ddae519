import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { listTenantNames } from '@counterfoil/kit/database/tenants.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  listAllCountries,
  listAllCurrencies,
  listAllTenants,
  listChannels,
  listChannelsOf,
  listMerchantChannels,
  listMidOptions,
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
  listWebsiteNames,
} from './lookup-options.queries.ts'
import { listMidsBy } from './report-fields.public.ts'

/** Tenants have their own settings; platform staff see the platform's. */
const switchesOf = ({ userType, tenantId }: UserCaller) =>
  userType === 'platform' ? null : tenantId

export const routes: Route[] = [
  ...methodCalls.map((call) =>
    route(call, (_input, { db, caller }) => listInUse(db, 'payment_method', switchesOf(caller))),
  ),
  ...providerCalls.map((call) =>
    route(call, (_input, { db, caller }) => listInUse(db, 'service_provider', switchesOf(caller))),
  ),
  route(listChannels, (_input, { db, caller }) =>
    listInUse(db, 'payment_channel', switchesOf(caller)),
  ),
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
  route(listMidOptions, async ({ query }, context) => {
    const data = [...(await listMidsBy(query, context))]
    return { data, count: data.length }
  }),
  route(listAllCountries, (_input, { database }) => listCountries(database.shared)),
]
