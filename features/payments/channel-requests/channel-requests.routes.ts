import { listMids } from '@counterfoil/features/routing/mids/routing.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  approveChannelRequest,
  createChannelRequest,
  listEligibleMids,
  merchantRequests,
  operatorRequests,
  refuseChannelRequest,
  withdrawChannelRequest,
} from './channel-requests.contract.ts'
import {
  countRequests,
  findRequest,
  insertRequest,
  listRequests,
  type RequestRow,
} from './channel-requests.queries.ts'
import { faultOf } from './channel-requests.rules.ts'
import type { AskedChange } from './channel-requests.schema.ts'
import { requestView } from './channel-requests.views.ts'
import {
  approveRequest,
  isOpen,
  listLiveMids,
  refuseOtherCurrency,
  refuseRequest,
  withdrawRequest,
} from './decide-request.ts'
import { notifyAsked, notifyDecided } from './notify-request.ts'

type Called = Context<UserCaller>

export const routes = (providers: Providers): Route[] => [
  ...[operatorRequests, merchantRequests].flatMap(({ list, read }) => [
    route(list, async ({ query }, { db }) => {
      const page = pageOf(query)
      const [rows, count] = await Promise.all([
        listRequests(db, query, page),
        countRequests(db, query),
      ])
      return { data: rows.map(requestView), count }
    }),
    route(read, async ({ params }, { db }) => requestView(await readRow(db, params.id))),
  ]),
  route(createChannelRequest, async ({ body }, context) => {
    const { caller, now, mode } = context
    const { merchantId, tenantId } = caller
    if (merchantId === null) throw notFound('The merchant')
    return context.transaction(async (db) => {
      const mid = await readAskedMid(db, merchantId, mode, body)
      const id = newId(now)
      await insertRequest(db, {
        ...{ id, merchant_id: merchantId, mode, kind: body.kind, created_at: now },
        ...{ mid_id: body.midId, mid_code: mid?.midCode ?? null, method: body.method },
        ...{ currency: body.currency, limit_of: body.limitOf, descriptor: body.descriptor },
        amount_minor: body.amount === null ? null : BigInt(body.amount),
        ...{ active_from: body.activeFrom, active_until: body.activeUntil, reason: body.reason },
        ...{ asked_by: caller.id, asked_by_name: caller.name },
      })
      const row = await readRow(db, id)
      await context.audit(db, { type: 'channel-request', id, merchantId, after: body })
      await notifyAsked(db, context, row)
      return requestView(row)
    }, tenantId)
  }),
  route(withdrawChannelRequest, ({ params }, context) =>
    deciding(context, params.id, (db, row) => withdrawRequest(db, context, row)),
  ),
  route(approveChannelRequest, ({ params, body }, context) =>
    deciding(context, params.id, async (db, row) => {
      const live = await listLiveMids(db, providers, row, context.now)
      await approveRequest(db, context, row, { ...body, live })
      await notifyDecided(db, context, row, { state: 'approved', answer: body.answer })
    }),
  ),
  route(refuseChannelRequest, ({ params, body: { answer } }, context) =>
    deciding(context, params.id, async (db, row) => {
      await refuseRequest(db, context, row, answer)
      await notifyDecided(db, context, row, { state: 'refused', answer })
    }),
  ),
  route(listEligibleMids, async ({ params }, { db, now }) => {
    const row = await readRow(db, params.id)
    const live = await listLiveMids(db, providers, row, now)
    return {
      isOpen: row.kind !== 'open' || isOpen(live, row),
      mids: live.map(({ id, midCode, provider }) => ({ id, midCode, provider })),
    }
  }),
]

async function readRow(db: Db, id: string): Promise<RequestRow> {
  const row = await findRequest(db, id)
  if (row === undefined) throw notFound('The request')
  return row
}

async function deciding(
  context: Called,
  id: string,
  work: (db: Db, row: RequestRow) => Promise<void>,
) {
  const { tenant_id: tenantId } = await readRow(context.db, id)
  return context.transaction(async (db) => {
    await work(db, await readRow(db, id))
    return requestView(await readRow(db, id))
  }, tenantId)
}

const faults = {
  needed: 'This is needed here',
  not_asked: 'This is not used here: leave it empty',
  ends_before: 'It ends before it begins',
} as const

/** The MID that is to be changed, one of the merchant in the mode; what cannot be asked for is refused at its field. */
async function readAskedMid(db: Db, merchantId: string, mode: number, change: AskedChange) {
  const fault = faultOf(change)
  if (fault !== undefined) {
    throw new Problem(`channel_request.${fault.code}`, 422, faults[fault.code], {
      path: fault.field,
    })
  }
  if (change.kind === 'open') return undefined
  const all = await listMids(db, merchantId)
  const mid = all.find((one) => one.id === change.midId && one.mode === mode)
  if (mid === undefined) {
    const text = 'This is no MID of yours in this mode'
    throw new Problem('channel_request.not_your_mid', 422, text, { path: 'midId' })
  }
  refuseOtherCurrency(mid, change)
  return mid
}
