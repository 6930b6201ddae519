import {
  channelsView,
  midsView,
} from '@counterfoil/features/payments/merchant-mids/merchant-mids.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, option } from '@counterfoil/kit/contract/fields.ts'
import { listReportOptions } from '@counterfoil/kit/contract/reports.contract.ts'
import { z } from 'zod'
import { faceViewers } from './faces.schema.ts'

/** Operators and platform staff have one prefix, merchants another. */
export const viewPermissions = {
  operator: ['CRM.Transaction.View', 'Platform.Transaction.Lookup'],
  merchant: ['Merchant.Transaction.View'],
} as const

// What the filters of the lookup are chosen from.

function choices(
  name: string,
  path: string,
  summary: string,
  permission: readonly string[] = [...faceViewers.operator, ...faceViewers.merchant],
) {
  return endpoint({
    id: `lookup-options.${name}`,
    method: 'GET',
    path: `/api/crm/${path}`,
    summary,
    permission,
    answer: z.array(option),
  })
}

export const methodCalls = [
  choices('methods', 'lookup/active-payment-methods', 'Ways to pay in use', []),
  choices('merchant-methods', 'merchants/lookup/active-payment-methods', 'Ways to pay in use'),
]

export const providerCalls = [
  choices('providers', 'transaction-service-providers', 'Acquirers that take payments'),
  choices(
    'merchant-providers',
    'merchants/lookup/active-service-providers',
    'Acquirers that take payments',
  ),
]

/** The active channels. */
export const listChannels = choices(
  'channels',
  'lookup/payment-channels',
  'Ways in which payments come in, in use',
)

const channel = option.extend({ isActive: z.boolean() })

/** All channels, also inactive ones, for filtering older payments. They are the same for every merchant. */
export const listChannelsOf = endpoint({
  id: 'lookup-options.channels-of',
  method: 'GET',
  path: '/api/crm/payment-channels/all',
  summary: 'Ways in which payments of a merchant come in, in use or not',
  permission: faceViewers.operator,
  query: z.object({ organizationId: id.optional() }),
  answer: z.array(channel),
})

export const listMerchantChannels = endpoint({
  id: 'lookup-options.merchant-channels',
  method: 'GET',
  path: '/api/payment-channels/all',
  summary: 'Ways in which your payments come in, in use or not',
  permission: faceViewers.merchant,
  answer: z.array(channel),
})

export const listAllTenants = choices('tenants', 'lookup/tenants/all', 'Every tenant', [
  'Platform.Transaction.Lookup',
])

/** Currencies with their decimals. */
export const listAllCurrencies = endpoint({
  id: 'lookup-options.currencies',
  method: 'GET',
  path: '/api/crm/lookup/currencies/all',
  summary: 'Every currency, in use or not',
  permission: [],
  answer: z.array(option.extend({ decimalPlaces: z.int() })),
})

/** Merchants read no MID of a payment, unless they see their MIDs. */
export const midViewers = [...faceViewers.operator, channelsView, midsView]

/** MIDs by their codes; asked like the options of a report's field. */
export const listMidOptions = endpoint({
  id: 'lookup-options.mids',
  method: 'GET',
  path: '/api/crm/lookup/mids',
  summary: 'MIDs that payments can be of, found by their code or merchant',
  permission: midViewers,
  query: listReportOptions.query,
  answer: listReportOptions.answer,
})

export const listAllCountries = choices(
  'countries',
  'lookup/countries/all',
  'Every country, in use or not',
  [],
)

/** The websites of the caller's merchant. */
export const listWebsites = endpoint({
  id: 'lookup-options.websites',
  method: 'GET',
  path: '/api/lookup/websites',
  summary: 'Your websites',
  permission: faceViewers.merchant,
  answer: z.array(option),
})

export const listWebsitesOf = endpoint({
  id: 'lookup-options.websites-of',
  method: 'GET',
  path: '/api/crm/lookup/organizations/:id/websites/active',
  summary: 'The websites of a merchant that are in use',
  permission: faceViewers.operator,
  params: idParams,
  answer: z.array(option),
})
