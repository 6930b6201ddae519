import type { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { ApiKeyCaller } from './context.ts'

/** A call of a merchant's server that was answered with a problem. What it sent is not part of it. */
export interface RefusedCall {
  readonly caller: ApiKeyCaller
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly problem: Problem
  readonly requestId: string
  readonly idempotencyKey: string | undefined
  readonly at: Date
  readonly durationMs: number
}
