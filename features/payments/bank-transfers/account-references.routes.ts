import { findPayment } from '@counterfoil/features/payments/processing/payments.public.ts'
import type { PaymentStatus } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { countedPage } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  bankingPayment,
  deallocateRelationship,
  listRelationships,
  type Relationship,
} from './account-references.contract.ts'
import {
  countReferences,
  deallocate,
  listReferences,
  listStatementLines,
} from './account-references.queries.ts'

export const routes: Route[] = [
  route(listRelationships, async ({ query }, { db }) => {
    const { pageIndex, pageSize, ...filter } = query
    return countedPage(
      { pageIndex, pageSize },
      {
        rows: async (page) => (await listReferences(db, filter, page)).map(relationshipOf),
        count: (limit) => countReferences(db, filter, limit),
      },
    )
  }),
  route(deallocateRelationship, async ({ body }, context) => {
    const { caller, now } = context
    const payment = await findPayment(context.db, body.transactionId)
    if (payment === undefined) throw notFound('The reference')
    const by = { userId: caller.id, at: now }
    await context.transaction(async (db) => {
      if (!(await deallocate(db, body, by))) throw notFound('The reference')
      await context.audit(db, {
        type: 'payment',
        id: payment.id,
        merchantId: payment.merchantId,
        before: { accountReference: body.accountReference },
        after: { accountReference: null },
      })
    }, payment.tenantId)
    return { accountReference: body.accountReference, requestType: 'Deallocated' as const }
  }),
  route(bankingPayment, async ({ params }, { db }) => {
    const filter = { externalOrganizationId: params.organizationId, transactionId: params.id }
    const [row] = await listReferences(db, filter, { limit: 1, offset: 0 })
    if (row === undefined) throw notFound('The payment')
    const lines = await listStatementLines(db, params.id)
    return {
      relationship: relationshipOf(row),
      lines: lines.map((line) => ({
        id: line.id,
        bankOrderId: line.bank_order_id,
        bankName: line.bank_name,
        line: line.line,
        bookedOn: line.booked_on,
        amount: Number(line.amount_minor),
        currency: line.currency,
        payer: line.payer,
        state: line.state,
        reason: line.reason,
      })),
    }
  }),
]

function relationshipOf(row: Awaited<ReturnType<typeof listReferences>>[number]): Relationship {
  return {
    id: row.id,
    organizationId: row.merchant_id,
    organizationName: row.merchant_name,
    transactionId: row.payment_id,
    externalId: row.external_id,
    websiteId: row.website_id,
    accountReference: row.reference,
    payTo: payToOf(row),
    requestType: row.deallocated_at === null ? 'Allocated' : 'Deallocated',
    mode: modeNameOf(row.mode),
    status: row.status as PaymentStatus,
    amount: Number(row.amount_minor),
    currency: row.currency,
    allocatedAt: row.allocated_at.toISOString(),
    deallocatedAt: row.deallocated_at?.toISOString() ?? null,
  }
}

function payToOf(row: Awaited<ReturnType<typeof listReferences>>[number]): Relationship['payTo'] {
  const { bank_name: bankName, account_holder: accountHolder, iban, bic } = row
  if (bankName === null || accountHolder === null || iban === null) return null
  return { bankName, accountHolder, iban, bic }
}
