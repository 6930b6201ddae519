import type { ReferenceInput } from '@counterfoil/features/support/tickets/references.schema.ts'
import { categories, priorities } from '@counterfoil/features/support/tickets/terms.schema.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { emailAddress } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { maxSubjectLength, type NewTicket } from './create-ticket.contract.ts'

/** The form's limit for a description; the server accepts more. */
export const maxDescriptionLength = 1000

/** The values of the dialog's form. The values of an optional part are sent only while the part is shown. */
export const ticketFormSchema = z.object({
  /** Chosen by platform staff only. */
  tenantId: z.string().optional(),
  /** Chosen by operators only: who is asked, or for whom the ticket is. */
  recipient: z.enum(['customer', 'platform']).optional(),
  /** The merchant for whom an operator creates the ticket. */
  customerId: z.string().optional(),
  ticketCategory: z.enum(categories),
  subject: z.string().trim().min(1).max(maxSubjectLength),
  description: z.string().trim().min(1).max(maxDescriptionLength),
  contactEmail: z.union([z.literal(''), emailAddress]),
  contactEmails: z.array(z.string()),
  priority: z.enum(priorities),
  customers: z.array(z.string()),
  transactions: z.array(z.string()),
})
export type TicketFormValues = z.output<typeof ticketFormSchema>
export type TicketFormInput = z.input<typeof ticketFormSchema>

export const tenantTicketFormSchema = ticketFormSchema.extend({ tenantId: z.string().min(1) })

export const operatorTicketFormSchema = ticketFormSchema
  .extend({ recipient: z.enum(['customer', 'platform']) })
  .refine(({ recipient, customerId }) => recipient === 'platform' || (customerId ?? '') !== '', {
    path: ['customerId'],
  })

/** Whether is chosen who the ticket is for; the other fields are disabled until then. */
export function isAddressed(
  audience: Audience,
  values: Pick<TicketFormInput, 'tenantId' | 'recipient' | 'customerId'>,
): boolean {
  if (audience === 'merchant') return true
  if (audience === 'platform') return values.tenantId !== undefined
  return values.recipient === 'platform' || values.customerId !== undefined
}

export const optionalParts = ['customers', 'transactions', 'priority', 'attachments'] as const
export type OptionalPart = (typeof optionalParts)[number]

/** A ticket of one merchant, by its own user or created for it, has no other customers. */
export function partsFor(isOfMerchant: boolean): readonly OptionalPart[] {
  return optionalParts.filter((part) => part !== 'customers' || !isOfMerchant)
}

/** Trims tags, and removes empty and repeated ones. */
export function uniqueTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]
}

/** The references of the parts that are shown. */
export function toReferences(
  values: Pick<TicketFormValues, 'customers' | 'transactions'>,
  parts: ReadonlySet<OptionalPart>,
  fileIds: readonly string[],
): ReferenceInput[] {
  const valuesOf = (part: OptionalPart, keys: readonly string[]) => (parts.has(part) ? keys : [])
  return [
    ...valuesOf('customers', values.customers).map((value) => ({
      key: 'Customer' as const,
      value,
    })),
    ...valuesOf('transactions', uniqueTags(values.transactions)).map((value) => ({
      key: 'Transaction' as const,
      value,
    })),
    ...valuesOf('attachments', fileIds).map((value) => ({ key: 'File' as const, value })),
  ]
}

/** The body of the call, with the parts that are shown. */
export function toNewTicket(
  values: TicketFormValues,
  parts: ReadonlySet<OptionalPart>,
  attached: { readonly fileIds: readonly string[]; readonly page: string },
): Omit<NewTicket, 'priority'> & { priority?: NewTicket['priority']; customerId?: string } {
  const { ticketCategory, subject, description, contactEmail, recipient, customerId } = values
  return {
    ticketCategory,
    subject,
    description,
    references: [
      ...toReferences(values, parts, attached.fileIds),
      { key: 'createdOn', value: attached.page },
    ],
    ...(recipient === 'customer' && customerId !== undefined ? { customerId } : {}),
    ...(contactEmail === '' ? {} : { contactEmail }),
    ...(parts.has('priority') ? { priority: values.priority } : {}),
  }
}
