import { capRules } from '@counterfoil/features/routing/mids/cap-rules.public.ts'
import { mids } from '@counterfoil/features/routing/mids/mids.resource.ts'
import { listMids } from '@counterfoil/features/routing/mids/routing.public.ts'
import type { Mid } from '@counterfoil/features/routing/mids/routing.rules.ts'
import { deadBecause } from '@counterfoil/features/routing/rule-sets/analysed-mids.rules.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { listSwitchedOff } from '@counterfoil/kit/database/lists.ts'
import { findResourceRow } from '@counterfoil/kit/database/resource-rows.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { changeRow } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { fieldsOf } from '@counterfoil/kit/server/resources/resource-views.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { type RequestRow, updateDecision } from './channel-requests.queries.ts'
import { changeOf, isOtherCurrency, type MidTerms, takes } from './channel-requests.rules.ts'
import type { AskedChange, RequestState } from './channel-requests.schema.ts'
import { askedChangeOf } from './channel-requests.views.ts'

type Called = Context<UserCaller>

/** MIDs of the merchant that take payments in the mode of the request, or could. */
export async function listLiveMids(
  db: Db,
  { acquirers }: Pick<Providers, 'acquirers'>,
  request: Pick<RequestRow, 'merchant_id' | 'mode' | 'tenant_id'>,
  at: Date,
): Promise<Mid[]> {
  const [all, off] = await Promise.all([
    listMids(db, request.merchant_id),
    listSwitchedOff(db, request.tenant_id),
  ])
  const { mode } = request
  return all.filter((mid) => deadBecause(mid, { mode, at }, acquirers, off) === null)
}

/** Whether what is to be opened is open at some MID. */
export const isOpen = (live: readonly Mid[], request: RequestRow): boolean =>
  live.some((mid) => takes(mid, askedChangeOf(request)))

/** What the merchant asked for is changed at once, with the change of its MID in one transaction. */
export async function approveRequest(
  db: Db,
  context: Called,
  request: RequestRow,
  chosen: { readonly midId: string | null; readonly live: readonly Mid[]; readonly answer: string },
): Promise<void> {
  const midId = midToChange(request, chosen)
  await decide(db, context, request, 'approved', chosen.answer)
  if (midId !== null) await changeMid(db, context, request, midId)
}

export const refuseRequest = (db: Db, context: Called, request: RequestRow, answer: string) =>
  decide(db, context, request, 'refused', answer)

export const withdrawRequest = (db: Db, context: Called, request: RequestRow) =>
  decide(db, context, request, 'withdrawn', '')

/** Null: what was asked for is open already. */
function midToChange(
  request: RequestRow,
  { midId, live }: { readonly midId: string | null; readonly live: readonly Mid[] },
): string | null {
  if (request.kind !== 'open') return request.mid_id
  if (midId === null) {
    if (isOpen(live, request)) return null
    const text = 'No MID takes this yet. Choose one that is to take it, or set one up first.'
    throw new Problem('channel_request.not_open', 422, text, { path: 'midId' })
  }
  if (live.every(({ id }) => id !== midId)) {
    const text = 'This MID takes no payments of the merchant in this mode'
    throw new Problem('channel_request.no_such_mid', 422, text, { path: 'midId' })
  }
  return midId
}

async function changeMid(
  db: Db,
  context: Called,
  request: RequestRow,
  midId: string,
): Promise<void> {
  const row = await findResourceRow(db, mids, midId, true)
  if (row === undefined) throw notFound('The MID')
  const before = Object.fromEntries(
    Object.entries(fieldsOf(mids, row))
      .filter(([name]) => Object.hasOwn(mids.fields, name))
      .map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  )
  const asked = askedChangeOf(request)
  const terms = before as unknown as MidTerms
  // the MID may have got limits in another currency since it was asked for
  refuseOtherCurrency(terms, asked)
  const change = changeOf(asked, terms)
  await changeRow(
    { db, of: mids, context, rules: capRules },
    midId,
    { ...before, ...change },
    'differing',
  )
}

/** Throws for a limit in another currency than the MID's other limits, whose numbers would then be of that currency. */
export function refuseOtherCurrency(mid: MidTerms, change: AskedChange): void {
  if (change.kind !== 'limit' || !isOtherCurrency(mid, change)) return
  const currency = mid.capCurrency ?? ''
  const message = `The limits of this MID are in ${currency}`
  throw new Problem('channel_request.other_currency', 422, message, {
    path: 'currency',
    params: { currency },
  })
}

async function decide(
  db: Db,
  context: Called,
  request: RequestRow,
  state: RequestState,
  answer: string,
): Promise<void> {
  const decision = { decided_by_name: context.caller.name, decided_at: context.now }
  const stored = { state, answer: answer === '' ? null : answer, ...decision }
  if (!(await updateDecision(db, request.id, stored))) {
    const text = 'This request is decided already. Load it again.'
    throw new Problem('channel_request.decided', 409, text)
  }
  await context.audit(db, {
    ...{ type: 'channel-request', id: request.id, merchantId: request.merchant_id },
    before: { state: request.state },
    after: { state, ...(answer === '' ? {} : { answer }) },
  })
}
