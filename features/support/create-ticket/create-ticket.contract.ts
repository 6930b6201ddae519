import { referenceInput } from '@counterfoil/features/support/tickets/references.schema.ts'
import {
  allSupportPermissions,
  categories,
  priorities,
  supportPermissions,
} from '@counterfoil/features/support/tickets/terms.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { emailAddress, id } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

export const maxSubjectLength = 200
const maxStoredDescriptionLength = 10_000

export const newTicket = z
  .strictObject({
    ticketCategory: z.enum(categories),
    subject: oneLine(z.string().trim()).min(1, 'A ticket needs a subject').max(maxSubjectLength),
    description: z
      .string()
      .trim()
      .min(1, 'A ticket needs a description')
      .max(maxStoredDescriptionLength),
    /** Unset: the caller's own address. */
    contactEmail: emailAddress.optional(),
    priority: z.enum(priorities).default('Medium'),
    references: z.array(referenceInput).max(50).default([]),
  })
  .meta({
    examples: [
      {
        ticketCategory: 'Processing',
        subject: 'A refund is missing',
        description: 'The customer has not received it.',
      },
    ],
  })
export type NewTicket = z.output<typeof newTicket>

/** A ticket of the caller's own; of an operator also one for a merchant. */
const ownTicket = newTicket
  .extend({
    /** The merchant for whom an operator creates the ticket; unset: the operator's tenant asks the platform. */
    customerId: id.optional(),
  })
  .meta({
    examples: [
      {
        ticketCategory: 'Processing',
        subject: 'A refund is missing',
        description: 'The customer has not received it.',
      },
    ],
  })

/** A ticket that platform staff create for a tenant. */
const newTenantTicket = z
  .object({
    ticket: newTicket.extend({ contactEmails: z.array(emailAddress).max(20).default([]) }),
    isPlatformCreatingTicket: z.boolean().default(true),
    tenantId: id.optional(),
  })
  .meta({
    examples: [
      {
        ticket: {
          ticketCategory: 'Processing',
          subject: 'A file has not arrived',
          description: 'The settlement file of Monday.',
        },
      },
    ],
  })

const { merchant, tenant, platform } = supportPermissions

export const listCategories = endpoint({
  id: 'support.categories',
  method: 'GET',
  path: '/api/support/ticket-categories',
  summary: 'The categories of tickets',
  permission: allSupportPermissions,
  answer: z.array(z.object({ name: z.enum(categories) })),
})

export const createTicket = endpoint({
  id: 'support.create',
  method: 'POST',
  path: '/api/support/ticket',
  summary:
    "Creates a ticket, a merchant's to its tenant, a tenant's to the platform or for a merchant; answers its id as text",
  permission: [merchant, tenant],
  body: ownTicket,
  answer: z.string(),
  contentType: 'text/plain; charset=utf-8',
  refreshes: ['support.*'],
})

export const createTenantTicket = endpoint({
  id: 'support.create-for-tenant',
  method: 'POST',
  path: '/api/support/:tenantId/ticket',
  summary: 'Creates a ticket to the platform on behalf of a tenant',
  permission: platform,
  params: z.object({ tenantId: id }),
  body: newTenantTicket,
  answer: z.object({ ticketId: id }),
  status: 201,
  refreshes: ['support.*'],
})

export const listSupportTenants = endpoint({
  id: 'support.tenants',
  method: 'GET',
  path: '/api/support/tenants',
  summary: 'Ids and names of the tenants for which the platform can create a ticket',
  permission: platform,
  answer: z.object({
    count: z.int(),
    data: z.array(z.object({ tenantId: id, tenantName: z.string() })),
  }),
})

export const readSupportEmail = endpoint({
  id: 'support.email',
  method: 'GET',
  path: '/api/support/tenant-email',
  summary: 'The address that support mail of the own tenant comes from',
  permission: allSupportPermissions,
  answer: z.object({ emailSenderAddress: z.string() }),
})

/** Users whom the platform can name as contacts of a tenant's ticket. */
export const listContactUsers = endpoint({
  id: 'support.contact-users',
  method: 'GET',
  path: '/api/support/:tenantId/contact-users',
  summary: "A tenant's operators, as contacts of a ticket",
  permission: platform,
  params: z.object({ tenantId: id }),
  query: z.object({
    pageIndex: z.coerce.number().int().min(0).max(10_000).default(0),
    pageSize: z.coerce.number().int().min(1).max(100).default(50),
    search: z.string().max(100).default(''),
  }),
  answer: z.object({
    count: z.int(),
    data: z.array(z.object({ id, email: z.string(), firstName: z.string(), lastName: z.string() })),
  }),
})
