import type { ReferenceInput } from '@counterfoil/features/support/tickets/references.contract.ts'
import { categories, priorities } from '@counterfoil/features/support/tickets/terms.contract.ts'
import { z } from 'zod'
import { longestSubject, type NewTicket } from './create-ticket.contract.ts'

/** The documents' limit of a longer text; the server takes more. */
export const longestTyped = 1000

/** What is typed into the dialog. What an optional part holds counts only while the part is there. */
export const ticketValues = z.object({
  /** Of platform staff alone. */
  tenantId: z.string().optional(),
  ticketCategory: z.enum(categories),
  subject: z.string().trim().min(1).max(longestSubject),
  description: z.string().trim().min(1).max(longestTyped),
  contactEmail: z.union([z.literal(''), z.email().max(254)]),
  contactEmails: z.array(z.string()),
  priority: z.enum(priorities),
  customers: z.array(z.string()),
  transactions: z.array(z.string()),
})
export type TicketValues = z.output<typeof ticketValues>
export type TypedTicket = z.input<typeof ticketValues>

export const tenantTicketValues = ticketValues.extend({ tenantId: z.string().min(1) })

export const optionalParts = ['customers', 'transactions', 'priority', 'attachments'] as const
export type OptionalPart = (typeof optionalParts)[number]

/** Who belongs to a merchant adds no customers (READINGS 63). */
export function partsFor(merchantId: string | null): readonly OptionalPart[] {
  return optionalParts.filter((part) => part !== 'customers' || merchantId === null)
}

/** Chips as they count: trimmed, without blanks, each once. */
export function cleanChips(chips: readonly string[]): string[] {
  return [...new Set(chips.map((chip) => chip.trim()).filter((chip) => chip !== ''))]
}

/** What the parts that are there name. */
export function referencesOf(
  values: Pick<TicketValues, 'customers' | 'transactions'>,
  parts: ReadonlySet<OptionalPart>,
  fileIds: readonly string[],
): ReferenceInput[] {
  const named = (part: OptionalPart, keys: readonly string[]) => (parts.has(part) ? keys : [])
  return [
    ...named('customers', values.customers).map((value) => ({ key: 'Customer' as const, value })),
    ...named('transactions', cleanChips(values.transactions)).map((value) => ({
      key: 'Transaction' as const,
      value,
    })),
    ...named('attachments', fileIds).map((value) => ({ key: 'File' as const, value })),
  ]
}

/** The ticket as it is sent, with the parts that are there. */
export function ticketOf(
  values: TicketValues,
  parts: ReadonlySet<OptionalPart>,
  attached: { readonly fileIds: readonly string[]; readonly page: string },
): Omit<NewTicket, 'priority'> & { priority?: NewTicket['priority'] } {
  const { ticketCategory, subject, description, contactEmail } = values
  return {
    ticketCategory,
    subject,
    description,
    references: [
      ...referencesOf(values, parts, attached.fileIds),
      { key: 'createdOn', value: attached.page },
    ],
    ...(contactEmail === '' ? {} : { contactEmail }),
    ...(parts.has('priority') ? { priority: values.priority } : {}),
  }
}
