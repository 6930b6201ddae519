import { issuerView } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, orEmpty } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

// The issuer and the restriction of a payment's card. Only operators and platform staff see them, because screening is not
// disclosed to merchants.

const permissionsFor = (action: string) => [
  `CRM.Transaction.Actions.${action}`,
  `Platform.Transaction.Actions.${action}`,
]

export const resetRestriction = endpoint({
  id: 'payments.resetRestriction',
  method: 'PUT',
  path: '/api/crm/transactions/:id/reset-restriction',
  summary:
    "Let the payment's card pay the merchant again: lift its restrictions, and count it from zero",
  permission: permissionsFor('ResetRestriction'),
  params: idParams,
  /** The merchant that the caller expects; a payment of another merchant is not found. */
  query: z.object({ organizationId: orEmpty(id), tenantId: orEmpty(id) }),
  /** How many restrictions were lifted, and how many counters of the card were emptied. */
  answer: z.object({ lifted: z.int(), counters: z.int() }),
  refreshes: ['payments.*'],
})

export const readBinData = endpoint({
  id: 'payments.readBinData',
  method: 'PUT',
  path: '/api/crm/transactions/bin-data/:id',
  summary: "Read anew who issued the payment's card",
  permission: permissionsFor('BinData'),
  params: idParams,
  answer: issuerView.extend({ brand: z.string() }),
  refreshes: ['payments.*'],
})
