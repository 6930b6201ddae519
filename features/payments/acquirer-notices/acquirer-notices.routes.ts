import {
  jobEngine,
  type UserContext,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { countedPage } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { closeNotice, listNotices, readNotice, retryNotice } from './acquirer-notices.contract.ts'
import {
  countNotices,
  listNotices as listRows,
  updateClosed,
  updateForRetry,
} from './acquirer-notices.queries.ts'
import type { AcquirerNoticeView, NoticeState } from './acquirer-notices.schema.ts'
import { decideNotice } from './decide-notice.ts'

export const routes = (providers: Providers): Route[] => [
  route(listNotices, ({ query }, { db }) =>
    countedPage(query, {
      rows: async (page) => (await listRows(db, query, page)).map(noticeOf),
      count: (limit) => countNotices(db, query, limit),
    }),
  ),
  route(readNotice, ({ params }, { db }) => readView(db, params.id)),
  route(retryNotice, async ({ params }, context) => {
    const { tenantId, notice } = await findOwn(context, params.id)
    await context.transaction(async (db) => {
      if (!(await updateForRetry(db, params.id, context.now))) throw notAside()
      await audit(context, db, notice, { state: 'received' })
    }, tenantId)
    const { now } = context.database
    await decideNotice(jobEngine(providers, { ...context, now }, tenantId, 'acquirer'), params.id)
    return readView(context.db, params.id)
  }),
  route(closeNotice, async ({ params, body }, context) => {
    const { tenantId, notice } = await findOwn(context, params.id)
    await context.transaction(async (db) => {
      const closed = { by: context.caller.id, reason: body.reason, at: context.now }
      if (!(await updateClosed(db, params.id, closed))) throw notAside()
      await audit(context, db, notice, { state: 'closed', reason: body.reason })
    }, tenantId)
    return readView(context.db, params.id)
  }),
]

type Row = Awaited<ReturnType<typeof listRows>>[number]

const notAside = () =>
  new Problem('notice.not_aside', 409, 'This notice is not put aside any more. Load it again.')

async function findRow(db: Db, id: string): Promise<Row> {
  const [row] = await listRows(db, { id }, { limit: 1, offset: 0 })
  if (row === undefined) throw notFound('The notice')
  return row
}

async function findOwn({ db }: UserContext, id: string) {
  const notice = await findRow(db, id)
  return { tenantId: notice.tenant_id, notice }
}

async function readView(db: Db, id: string) {
  const row = await findRow(db, id)
  return { ...noticeOf(row), body: row.body }
}

const audit = (context: UserContext, db: Db, notice: Row, after: Record<string, string>) =>
  context.audit(db, {
    type: 'acquirer-notice',
    id: notice.id,
    merchantId: notice.merchant_id,
    before: { state: notice.state, provider: notice.provider, reference: notice.reference },
    after,
  })

function noticeOf(row: Row): AcquirerNoticeView {
  return {
    id: row.id,
    tenantName: row.tenant_name,
    merchantName: row.merchant_name,
    provider: row.provider,
    reference: row.reference,
    state: row.state as NoticeState,
    cause:
      row.cause_code === null
        ? null
        : {
            code: row.cause_code,
            values: (row.cause_values ?? {}) as Record<string, string>,
          },
    paymentId: row.payment_id,
    externalId: row.external_id,
    receivedAt: row.received_at.toISOString(),
    repeats: row.repeats,
    lastReceivedAt: row.last_received_at.toISOString(),
    tries: row.tries,
    decidedAt: row.decided_at?.toISOString() ?? null,
    closedBy: row.closed_by_name,
    closeReason: row.close_reason,
  }
}
