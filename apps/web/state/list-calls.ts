import { listActiveCustomers } from '@counterfoil/features/access/merchant-picker/merchant-search.contract.ts'
import {
  listActiveCountries,
  listActiveCountriesForMerchants,
  listActiveCurrencyOptions,
  listActiveCurrencyOptionsForMerchants,
} from '@counterfoil/features/access/sign-in-context/context.contract.ts'
import {
  methodCalls,
  providerCalls,
} from '@counterfoil/features/payments/lookup/lookup-options.contract.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import type { ListName } from './app-state.rules.ts'

interface ListCall {
  readonly operator?: AnyEndpoint | undefined
  /** Merchants have paths of their own, and no list of customers. */
  readonly merchant?: AnyEndpoint | undefined
}

/** The call that fetches each list again; languages come only with the user. */
export const listCalls: Readonly<Partial<Record<ListName, ListCall>>> = {
  activeCountries: { operator: listActiveCountries, merchant: listActiveCountriesForMerchants },
  activeCurrencies: {
    operator: listActiveCurrencyOptions,
    merchant: listActiveCurrencyOptionsForMerchants,
  },
  activePaymentMethods: { operator: methodCalls[0], merchant: methodCalls[0] },
  activeServiceProviders: { operator: providerCalls[0], merchant: providerCalls[0] },
  activeCustomers: { operator: listActiveCustomers },
}

/** The call that this audience makes for a list; undefined where it has none. */
export function listCallOf(list: ListName, audience: Audience): AnyEndpoint | undefined {
  return listCalls[list]?.[audience === 'merchant' ? 'merchant' : 'operator']
}
