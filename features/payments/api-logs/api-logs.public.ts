import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { RefusedCall } from '@counterfoil/kit/server/request/refused-calls.ts'
import { type Direction, findLog, insertRefusedCall, listPaymentLogs } from './api-logs.queries.ts'
import type { ApiLog, ApiLogInFull } from './api-logs.schema.ts'
import { apiLogOf, fullApiLogOf } from './api-logs.views.ts'

interface OfPayment {
  readonly id: string
  readonly tenant_id: string
}

/** Calls to acquirers name the tenant's accounts, so merchants see only their own calls. */
export const visibleDirections = (caller: UserCaller): readonly Direction[] =>
  caller.userType === 'merchant' ? ['inbound'] : ['inbound', 'outbound']

/** Stores a refused call, so that developers of a merchant find it with its cause. */
export function storeRefusedCall(database: Database, refused: RefusedCall): Promise<void> {
  const { caller, problem, ...call } = refused
  const { tenantId, merchantId, merchantIds, mode } = caller
  const { code, message: detail, errors, status } = problem
  return database.transaction(tenantScope(tenantId, merchantIds), (db) =>
    insertRefusedCall(db, {
      ...call,
      ...{ tenantId, merchantId, mode, status },
      peer: caller.name,
      response: { code, detail, errors },
    }),
  )
}

/** Calls about a payment, newest first. */
export async function listCallsOfPayment(
  { db, caller }: Context<UserCaller>,
  payment: OfPayment,
): Promise<ApiLog[]> {
  const only = { directions: visibleDirections(caller) }
  return (await listPaymentLogs(db, payment, only)).map(apiLogOf)
}

/** Calls to the service that screens payments. */
export async function listScreeningCalls(db: Db, payment: OfPayment): Promise<ApiLog[]> {
  return (await listPaymentLogs(db, payment, { peer: 'antifraud' })).map(apiLogOf)
}

/** One call in full. Its reading is audited, because it holds data of customers. */
export async function readApiCall(context: Context<UserCaller>, id: string): Promise<ApiLogInFull> {
  const row = await findLog(context.db, id, visibleDirections(context.caller))
  if (row === undefined) throw notFound('The call')
  const record = { type: 'api_log', id: row.id, merchantId: row.merchant_id }
  await context.transaction((db) => context.audit(db, record), row.tenant_id)
  return fullApiLogOf(row)
}
