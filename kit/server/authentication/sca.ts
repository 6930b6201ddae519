// Strong customer authentication: which calls need a one-time code, asked in the one walk that every call takes.
import { hash } from 'node:crypto'
import { type AnyEndpoint, isRead } from '@counterfoil/kit/contract/endpoint.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { FastifyRequest } from 'fastify'
import type { UserCaller } from '../request/context.ts'

/** What is to be confirmed: a code serves this action on this record, and no other. */
export interface ScaNeed {
  /** The call's id; for reads the permission, which one code opens for a while. */
  readonly action: string
  /**
   * What the address names, and what is sent, in which mode, as its digest: a code confirms the amount as well as the
   * record, and one of Test moves no real money.
   */
  readonly recordId: string
  /** What opens a read once it is confirmed, each of it; changes are confirmed one by one. */
  readonly openedBy: readonly string[]
}

/** Answers when the caller has confirmed what is needed; throws a 401 Problem with a challenge when not. */
export type Confirm = (
  request: FastifyRequest,
  caller: Pick<UserCaller, 'id' | 'tenantId'>,
  need: ScaNeed,
  now: Date,
) => Promise<void>

/**
 * Undefined: none. A code is needed where the call itself says so, and where any permission by which the caller may make
 * it is one that the caller's role guards with codes. `used`: those that a handler found it to be made
 * by, or that what is sent needs one.
 */
export function scaNeedOf(
  endpoint: AnyEndpoint,
  caller: Pick<UserCaller, 'permissions' | 'scaPermissions'>,
  {
    params,
    query,
    body,
    mode,
  }: {
    readonly params: unknown
    readonly query: unknown
    readonly body: unknown
    readonly mode: Mode
  },
  used?: readonly string[] | 'always',
): ScaNeed | undefined {
  const { access } = endpoint
  if (access.kind !== 'permission') return undefined
  const guarded = (used === undefined || used === 'always' ? access.anyOf : used).filter(
    (permission) => caller.permissions.has(permission) && caller.scaPermissions.has(permission),
  )
  const isAsked = (used ?? endpoint.sca) === 'always'
  if (!isAsked && guarded.length === 0) return undefined
  const names = Object.values((params ?? {}) as Record<string, unknown>).map(String)
  if (!isRead(endpoint)) {
    const recordId = [...names, digestOf(query, body, mode)].join('/')
    return { action: endpoint.id, recordId, openedBy: [] }
  }
  const [action = `read ${endpoint.id}`, ...others] = guarded.map((one) => `read ${one}`)
  return { action, recordId: '', openedBy: [action, ...others] }
}

/** The same while its record is in this state: a code that was asked for in another one is for something else. */
export function needInState(need: ScaNeed, state: unknown): ScaNeed {
  if (state === undefined) return need
  const digest = hash('sha256', JSON.stringify(state, asText))
  return { ...need, recordId: `${need.recordId}/${digest}` }
}

/** A code that was asked for one action serves no other of its kind; the body itself is not stored for that. */
function digestOf(query: unknown, body: unknown, mode: Mode): string {
  const asked = Object.keys((query ?? {}) as object).length > 0
  return hash('sha256', JSON.stringify([asked ? query : null, body ?? null, mode], asText))
}

const asText = (_name: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value)
  return value instanceof Uint8Array ? hash('sha256', value) : value
}
