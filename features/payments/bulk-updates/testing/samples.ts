import { type CallSample, northwind } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** A bulk update of one payment, which it has captured if `state` is `done` and has not looked at otherwise. */
async function makeBulkUpdate(
  { owner }: TestDatabase,
  of: { readonly paymentId: string; readonly makerId: string; readonly state?: string },
): Promise<string> {
  const id = newId(new Date())
  const isDone = of.state === 'done'
  await owner.query(
    `insert into app.bulk_update (tenant_id, id, mode, target, reason, state, maker_tenant_id, maker_id, maker_name, row_count,
       changed_count, refused_count, request_id, ip, created_at)
     select tenant_id, $1, mode, $5, 'Never came', $2, tenant_id, $3, 'Jane', 1, $6, 0, 'request', '::1', now()
     from app.payment where id = $4`,
    [
      ...[id, of.state ?? 'draft', of.makerId, of.paymentId],
      ...(isDone ? ['captured', 1] : ['declined', 0]),
    ],
  )
  await owner.query(
    `insert into app.bulk_update_row (tenant_id, bulk_update_id, line, reference, payment_id, amount_minor, currency, status, state)
     select tenant_id, $1, 1, id::text, id, amount_minor, currency, status, $3 from app.payment where id = $2`,
    [id, of.paymentId, isDone ? 'changed' : 'open'],
  )
  return id
}

const onBulkUpdate =
  (state: string, body: object): CallSample =>
  async ({ testApi, pay }, actor) => {
    const of = { paymentId: (await pay()).id, makerId: actor?.subject ?? '', state }
    return { params: { id: await makeBulkUpdate(testApi.test, of) }, body }
  }

export const samples: Samples = {
  calls: {
    'bulk-updates.prepareBulkUpdate': async ({ pay }) => ({
      body: {
        ...{ tenantId: northwind, mode: 'Test', actionType: 'Declined', reason: 'Never came' },
        payments: [(await pay()).id],
      },
    }),
    'bulk-updates.prepareUndo': onBulkUpdate('done', { reason: 'It never came' }),
    'bulk-updates.startBulkUpdate': onBulkUpdate('draft', { count: 1 }),
    'bulk-updates.stopBulkUpdate': onBulkUpdate('running', {}),
    'bulk-updates.resumeBulkUpdate': onBulkUpdate('stopped', {}),
  },
  ofPayment: async (test, { payment_id, user_id }) => {
    await makeBulkUpdate(test, { paymentId: payment_id, makerId: user_id })
  },
}
