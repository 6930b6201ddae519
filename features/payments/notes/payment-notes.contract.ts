import { viewPermissions } from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const path = '/api/payments/:id/notes'

const paymentNote = z.object({
  id,
  text: z.string(),
  authorName: z.string(),
  /** An operator's, which merchants never see. */
  isInternal: z.boolean(),
  createdAt: timestamp,
})

export const paymentNoteInput = z.object({ text: z.string().trim().min(1).max(2000) })

export const listPaymentNotes = endpoint({
  id: 'payments.notes',
  method: 'GET',
  path,
  summary: 'What was noted on a payment, newest first; merchants see their own notes alone',
  permission: [...viewPermissions.operator, ...viewPermissions.merchant],
  params: idParams,
  answer: listOf(paymentNote),
})

export const addPaymentNote = endpoint({
  id: 'payments.add-note',
  method: 'POST',
  path,
  summary:
    'Notes something on a payment: internally for operators, and for both sides by a merchant',
  permission: ['CRM', 'Platform', 'Merchant'].map((side) => `${side}.Transaction.Actions.Note`),
  params: idParams,
  body: paymentNoteInput.meta({ examples: [{ text: 'The payer called about it.' }] }),
  answer: paymentNote,
  status: 201,
  refreshes: ['payments.notes'],
  idempotent: true,
})
