import { paymentStatus } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  id,
  listOf,
  modeName,
  orEmpty,
  pageQuery,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

// The references that were allocated to payments by bank transfer. An organization is a merchant.

const view = ['CRM.Transaction.View', 'Platform.Transaction.Lookup']
const requestType = z.enum(['Allocated', 'Deallocated'])

const relationship = z.object({
  id,
  organizationId: id,
  organizationName: z.string(),
  transactionId: id,
  externalId: z.string().nullable(),
  websiteId: id.nullable(),
  accountReference: z.string(),
  /** The account that the payer transfers to; null where no banking channel is set. */
  payTo: z
    .object({
      bankName: z.string(),
      accountHolder: z.string(),
      iban: z.string(),
      bic: z.string().nullable(),
    })
    .nullable(),
  requestType,
  mode: modeName,
  status: paymentStatus,
  amount: z.int(),
  currency: z.string(),
  allocatedAt: timestamp,
  deallocatedAt: timestamp.nullable(),
})
export type Relationship = z.infer<typeof relationship>

export const listRelationships = endpoint({
  id: 'payments.relationships',
  method: 'GET',
  path: '/api/crm/transactions/relationships',
  summary: 'References allocated to payments by bank transfer',
  permission: view,
  query: pageQuery.extend({
    externalOrganizationId: orEmpty(id),
    transactionId: orEmpty(id),
    websiteId: orEmpty(id),
    requestType: orEmpty(requestType),
  }),
  answer: listOf(relationship),
})

export const deallocateRelationship = endpoint({
  id: 'payments.relationships.deallocate',
  method: 'PUT',
  path: '/api/crm/transactions/relationships/deallocate',
  summary: 'Take a reference away from its payment: money that quotes it is no longer taken for it',
  permission: ['CRM.Transaction.Actions.StatusChange', 'Platform.Transaction.Actions.StatusChange'],
  body: z.strictObject({
    organizationId: id,
    transactionId: id,
    accountReference: z
      .string()
      .trim()
      .min(1)
      .max(50)
      .meta({ examples: ['RF18539007547034'] }),
    websiteId: id.nullish(),
  }),
  answer: z.object({ accountReference: z.string(), requestType }),
  refreshes: ['payments.relationships', 'payments.banking'],
})

/** The reference of a payment by bank transfer, and the statement lines that were matched with it. */
export const bankingPayment = endpoint({
  id: 'payments.banking',
  method: 'GET',
  path: '/api/banking/:organizationId/payments/:id',
  summary: 'The reference of a payment by bank transfer, and what the bank told of it',
  permission: view,
  params: z.object({ organizationId: id, id }),
  answer: z.object({
    relationship,
    lines: z.array(
      z.object({
        id,
        bankOrderId: id,
        bankName: z.string(),
        line: z.int(),
        bookedOn: z.string(),
        amount: z.int(),
        currency: z.string(),
        payer: z.string().nullable(),
        state: z.string(),
        reason: z.string().nullable(),
      }),
    ),
  }),
})
