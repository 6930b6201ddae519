import { id } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** What a new ticket can refer to; `createdOn` is the page on which it was written. */
const referenceTypes = ['Transaction', 'Customer', 'File', 'createdOn'] as const

/**
 * A key and a value: a payment's id or external id, a merchant's id, an uploaded file's id, the address of the page.
 * Blanks around it do not count.
 */
export const referenceInput = z
  .strictObject({
    key: z.enum(referenceTypes),
    value: z.string().trim().min(1, 'A reference is not empty').max(2000),
  })
  .meta({ examples: [{ key: 'createdOn', value: '/dashboard' }] })
export type ReferenceInput = z.infer<typeof referenceInput>

/** The names of the same kinds in answers. */
export const referenceKinds = ['transaction', 'customer', 'attachment', 'createdOn'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

/** `key` and `name` are null where the reader may not see the record. `canOpen`: the reader may open it. */
export const reference = z.object({
  referenceId: id,
  kind: z.enum(referenceKinds),
  /** The payment's, merchant's or file's id; the address of the page. */
  key: z.string().nullable(),
  /** External id, name of the merchant or the file. */
  name: z.string().nullable(),
  canOpen: z.boolean(),
  /** The file's; null for other kinds. */
  contentType: z.string().nullable(),
  size: z.int().nullable(),
})
export type Reference = z.infer<typeof reference>
