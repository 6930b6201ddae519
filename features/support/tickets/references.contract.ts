import { id } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** What can be named when a ticket is raised, and the page that it was raised from. */
export const referenceTypes = ['Transaction', 'Customer', 'File', 'createdOn'] as const

/**
 * A key and a value: a payment's id or external id, a merchant's id, an uploaded file's id, the address of the page.
 * Blanks around it do not count.
 */
export const referenceInput = z
  .object({
    key: z.enum(referenceTypes),
    value: z.string().trim().min(1, 'A reference is not empty').max(2000),
  })
  .meta({ examples: [{ key: 'createdOn', value: '/dashboard' }] })
export type ReferenceInput = z.infer<typeof referenceInput>

/** As the feed names them (READINGS 58). */
export const referenceKinds = ['transaction', 'customer', 'attachment', 'createdOn'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

/**
 * What is null the reader may not see: then there is a reference, and no more is said of it. `canOpen`: the reader may
 * open the record.
 */
export const reference = z.object({
  referenceId: id,
  kind: z.enum(referenceKinds),
  /** The payment's, merchant's or file's id; the address of the page. */
  key: z.string().nullable(),
  /** External id, name of the merchant or the file. */
  name: z.string().nullable(),
  canOpen: z.boolean(),
  /** Of a file. */
  contentType: z.string().nullable(),
  size: z.int().nullable(),
})
export type Reference = z.infer<typeof reference>
