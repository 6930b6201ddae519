import { payoutState } from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { currencyCode, id, idParams, listOf, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { beneficiaries } from './beneficiaries.resource.ts'

export const checkPayeeAgain = endpoint({
  id: 'beneficiaries.checkPayee',
  method: 'POST',
  path: '/api/crm/settings/beneficiaries/:id/payee-checks',
  summary: 'Ask the bank of a beneficiary for its name again',
  permission: beneficiaries.permissions.edit,
  params: idParams,
  answer: z.object({ payeeCheck: z.literal('pending') }),
  refreshes: ['beneficiaries.*'],
})

export const listPayoutsOf = endpoint({
  id: 'beneficiaries.payouts',
  method: 'GET',
  path: '/api/crm/settings/beneficiaries/:id/payouts',
  summary: 'The latest payouts to a beneficiary, newest first',
  permission: beneficiaries.permissions.view,
  params: idParams,
  answer: listOf(
    z.object({
      ...{ id, state: payoutState, currency: currencyCode },
      amount: z.int(),
      createdAt: timestamp,
    }),
  ),
})
