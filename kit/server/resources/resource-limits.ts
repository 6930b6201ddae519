import { forbidden, notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { isLimitedToPayments } from '../request/caller-scope.ts'
import type { UserCaller } from '../request/context.ts'

type Values = Readonly<Record<string, unknown>>

/** Throws the Problem for which a record is out of a caller's limits: to merchants, to methods or to providers. */
export function refuseBeyond(
  of: Resource,
  caller: Pick<UserCaller, 'merchantIds' | 'methods' | 'providers'>,
  key: string | undefined,
  values: Values,
): void {
  const { merchantIds } = caller
  refuseLimitedToPayments(of, caller)
  // what holds for all of a tenant's merchants is not for those who see some of them alone
  if (merchantIds === null) return
  const merchantId = merchantOf(of, key, values)
  if (typeof merchantId !== 'string') throw forbidden()
  if (!merchantIds.includes(merchantId)) throw notFound('The merchant')
}

function refuseLimitedToPayments(
  of: Resource,
  caller: Pick<UserCaller, 'methods' | 'providers'>,
): void {
  if (of.credential === undefined || !isLimitedToPayments(caller)) return
  const text = `You see payments of some methods or providers alone: ${of.many.en.toLowerCase()} hand on all of them`
  throw new Problem('resource.limited_payments', 403, text, { params: { records: of.many } })
}

/** Whose the record is, where it is one merchant's. */
export function merchantOf(
  of: Resource,
  key: string | undefined,
  values: Values | undefined,
): unknown {
  if (of.merchantField === 'id') return key
  return of.merchantField === undefined ? undefined : values?.[of.merchantField]
}
