// Strong customer authentication: which calls need a one-time code, asked in the one walk that every call takes.
import { hash } from 'node:crypto'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { UserCaller } from './context.ts'

/** What is to be confirmed: a code serves this deed on this record, and no other. */
export interface ScaNeed {
  /** The call's id; for reads the permission, which one code opens for a while. */
  readonly action: string
  /** Where the address names none, as when one is made or several are decided on, what is sent stands for it. */
  readonly recordId: string
  readonly isRead: boolean
}

/** Answers when the caller has confirmed what is needed; throws a 401 Problem with a challenge when not. */
export type Confirm = (
  request: FastifyRequest,
  caller: UserCaller,
  need: ScaNeed,
  now: Date,
) => Promise<void>

/**
 * Undefined: none. A code is needed where the call itself says so, and where any permission by which the caller may make
 * it is one that the caller's role guards with codes.
 */
export function scaNeedOf(
  endpoint: AnyEndpoint,
  caller: Pick<UserCaller, 'permissions' | 'scaPermissions'>,
  { params, body }: { readonly params: unknown; readonly body: unknown },
): ScaNeed | undefined {
  const { access } = endpoint
  if (access.kind !== 'permission') return undefined
  const guarded = access.anyOf.find(
    (permission) => caller.permissions.has(permission) && caller.scaPermissions.has(permission),
  )
  if (endpoint.sca !== 'always' && guarded === undefined) return undefined
  // a file that is taken out is a deed of its own, what is looked at is not
  const isRead = endpoint.method === 'GET' && endpoint.contentType === undefined
  const words = Object.values((params ?? {}) as Record<string, unknown>).map(String)
  const names = words.some((one) => uuid.test(one)) ? words : [...words, digestOf(body)]
  return {
    action: isRead ? `read ${guarded ?? endpoint.id}` : endpoint.id,
    recordId: isRead ? '' : names.filter((one) => one !== '').join('/'),
    isRead,
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A code that was asked for one deed serves no other of its kind; what was sent is not kept for that. */
const digestOf = (body: unknown): string =>
  body === undefined ? '' : hash('sha256', JSON.stringify(body, asText))

const asText = (_name: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value)
  return value instanceof Uint8Array ? hash('sha256', value) : value
}
