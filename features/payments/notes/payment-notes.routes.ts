import { findPayment } from '@counterfoil/features/payments/lookup/lookup.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { actOnceForCaller } from '@counterfoil/kit/server/idempotency/act-once.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { addPaymentNote, listPaymentNotes } from './payment-notes.contract.ts'
import { insertNote, listNotes, type NoteRow } from './payment-notes.queries.ts'

const viewOf = (row: NoteRow) => ({
  id: row.id,
  text: row.text,
  authorName: row.author_name,
  isInternal: row.is_internal,
  createdAt: row.created_at.toISOString(),
})

/** Whoever does not see the payment sees none of its notes. */
async function readPayment(db: Db, id: string) {
  const payment = await findPayment(db, id)
  if (payment === undefined) throw notFound('The payment')
  return payment
}

export const routes: Route[] = [
  route(listPaymentNotes, async ({ params }, { db, caller }) => {
    const { tenantId } = await readPayment(db, params.id)
    const rows = await listNotes(
      db,
      { tenantId, paymentId: params.id },
      caller.userType !== 'merchant',
    )
    return { data: rows.map(viewOf), count: rows.length }
  }),
  route(addPaymentNote, async ({ params, body }, context) => {
    const { caller, now } = context
    const { tenantId, merchantId } = await readPayment(context.db, params.id)
    const isInternal = caller.userType !== 'merchant'
    const request = { endpointId: addPaymentNote.id, params, body }
    const inTenant = <T>(work: (db: Db) => Promise<T>) => context.transaction(work, tenantId)
    return actOnceForCaller(context, inTenant, request, async (db) => {
      const note = await insertNote(db, {
        ...{ tenant_id: tenantId, id: newId(now), merchant_id: merchantId },
        ...{ payment_id: params.id, is_internal: isInternal, text: body.text },
        ...{ author_id: caller.id, author_name: caller.name, created_at: now },
      })
      // the text is not quoted: a trail is read by others than the note
      const after = { noteId: note.id, isInternal }
      await context.audit(db, { type: 'payment', id: params.id, merchantId, after })
      return viewOf(note)
    })
  }),
]
