import type { ReferenceInput } from '@counterfoil/features/support/tickets/references.schema.ts'
import { categories, priorities } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { z } from 'zod'
import { maxSubjectLength, type NewTicket } from './create-ticket.contract.ts'

/** The form's limit for a description; the server accepts more. */
export const maxDescriptionLength = 1000

/** The values of the dialog's form. The values of an optional part are sent only while the part is shown. */
export const ticketFormSchema = z.object({
  /** Chosen by platform staff only. */
  tenantId: z.string().optional(),
  ticketCategory: z.enum(categories),
  subject: z.string().trim().min(1).max(maxSubjectLength),
  description: z.string().trim().min(1).max(maxDescriptionLength),
  contactEmail: z.union([z.literal(''), z.email().max(254)]),
  contactEmails: z.array(z.string()),
  priority: z.enum(priorities),
  customers: z.array(z.string()),
  transactions: z.array(z.string()),
})
export type TicketFormValues = z.output<typeof ticketFormSchema>
export type TicketFormInput = z.input<typeof ticketFormSchema>

export const tenantTicketFormSchema = ticketFormSchema.extend({ tenantId: z.string().min(1) })

export const optionalParts = ['customers', 'transactions', 'priority', 'attachments'] as const
export type OptionalPart = (typeof optionalParts)[number]

/** A merchant's user belongs to one customer, and so cannot add customers. */
export function partsFor(merchantId: string | null): readonly OptionalPart[] {
  return optionalParts.filter((part) => part !== 'customers' || merchantId === null)
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
): Omit<NewTicket, 'priority'> & { priority?: NewTicket['priority'] } {
  const { ticketCategory, subject, description, contactEmail } = values
  return {
    ticketCategory,
    subject,
    description,
    references: [
      ...toReferences(values, parts, attached.fileIds),
      { key: 'createdOn', value: attached.page },
    ],
    ...(contactEmail === '' ? {} : { contactEmail }),
    ...(parts.has('priority') ? { priority: values.priority } : {}),
  }
}
