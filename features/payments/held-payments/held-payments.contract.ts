import { viewPermissions } from '@counterfoil/features/payments/lookup/lookup-options.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const heldPayment = z.object({
  id,
  tenantName: z.string(),
  merchantName: z.string(),
  amount: z.int(),
  currency: z.string(),
  method: z.string(),
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  customerEmail: z.string().nullable(),
  externalId: z.string().nullable(),
  createdAt: timestamp,
  /** When the authorisation ends; what is not decided by then is not captured any more. */
  expiresAt: timestamp.nullable(),
  /** The antifraud rules that hold it, which merchants are not shown. */
  rules: z.array(z.string()),
})
export type HeldPayment = z.infer<typeof heldPayment>

const listOfSide = (suffix: string, path: string, permission: readonly string[]) =>
  endpoint({
    id: `held-payments.list${suffix}`,
    method: 'GET',
    path,
    summary: 'Payments of the mode that are held until somebody decides, the oldest first',
    permission,
    query: pageQuery,
    answer: listOf(heldPayment),
  })

export const listHeldPayments = listOfSide('', '/api/crm/held-payments', viewPermissions.operator)
export const listMerchantHeldPayments = listOfSide(
  '-merchant',
  '/api/held-payments',
  viewPermissions.merchant,
)
