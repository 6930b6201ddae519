import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call.
 * - `permission`: the portal's users; any one of the strings suffices; `[]` means every signed-in user.
 * - `scope`: merchants' servers with an API key that has this scope (`/v1`).
 * - `public`: nobody needs to be known.
 */
export type Access =
  | { readonly kind: 'permission'; readonly anyOf: readonly string[] }
  | { readonly kind: 'scope'; readonly scope: string }
  | { readonly kind: 'public' }

/**
 * One call, declared once: the server's route, its validation and authorisation, OpenAPI, the browser's typed client
 * and the generated tests all come from this value.
 * Types: what the handler gets (`Params`, `Query`, `Body`), what it answers, and what a client may send
 * (`QueryInput`, `BodyInput`: before defaults and coercion).
 */
export interface Endpoint<Params, Query, Body, Answer, QueryInput = Query, BodyInput = Body> {
  readonly id: string
  readonly method: Method
  /** With `:name` parameters, exactly as the specification spells it. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** The schemas are absent where a call takes none, and all of them in the browser's build, which checks by none. */
  readonly params?: z.ZodType<Params>
  readonly query?: z.ZodType<Query, QueryInput>
  readonly body?: z.ZodType<Body, BodyInput>
  readonly answer?: z.ZodType<Answer>
  /** What is answered with 202 instead, when the request is taken and what it asks for comes later, if at all. */
  readonly accepted?: z.ZodType
  /** Status of a success, 200 unless said. */
  readonly status: number
  /** What the answer is when it is not JSON: `text/csv`, `application/zip`, … */
  readonly contentType?: string
  /** Ids of the calls whose cached answers a success makes stale; `payments.*` means all that begin so. */
  readonly refreshes: readonly string[]
  /** The call moves money or must not be repeated: it needs an `Idempotency-Key` (or `X-Request-Id`) header. */
  readonly idempotent: boolean
  /** Each call needs a one-time code (`scaCode` header), whatever the caller's role says. */
  readonly sca?: 'always'
  /** The one field of the body that takes the number of a card; in every other text one is refused. */
  readonly cardNumberIn?: string
  /** For administrators who look through a user's eyes, where it is not as `isOpenToViewers` has it. */
  readonly viewAs?: 'allowed' | 'refused'
  /** Scripts of other sites may call it and read its answer (CORS). No cookie plays a part in any call. */
  readonly isCrossOrigin?: boolean
}

/** Any endpoint, when its types do not matter. */
// biome-ignore lint/suspicious/noExplicitAny: the only type that every endpoint is assignable to in both directions
export type AnyEndpoint = Endpoint<any, any, any, any, any, any>

/** The call changes nothing and hands out no file: an export is an action, with an audit entry. */
export const isRead = ({ method, contentType }: Pick<AnyEndpoint, 'method' | 'contentType'>) =>
  method === 'GET' && contentType === undefined

/** Whether somebody who looks through a user's eyes may make the call: reads alone, unless it says otherwise. */
export const isOpenToViewers = (
  endpoint: Pick<AnyEndpoint, 'method' | 'contentType' | 'viewAs'>,
): boolean => (endpoint.viewAs === undefined ? isRead(endpoint) : endpoint.viewAs === 'allowed')

interface Declaration<P, Q, B, A, QI, BI, W> {
  id: string
  method: Method
  path: string
  summary: string
  permission?: string | readonly string[]
  scope?: string
  public?: true
  params?: z.ZodType<P>
  query?: z.ZodType<Q, QI>
  body?: z.ZodType<B, BI>
  answer?: z.ZodType<A>
  accepted?: z.ZodType<W>
  status?: number
  contentType?: string
  refreshes?: readonly string[]
  idempotent?: boolean
  sca?: 'always'
  cardNumberIn?: string
  viewAs?: 'allowed' | 'refused'
  isCrossOrigin?: boolean
}

/** Declares a call. Throws when it says neither permission, scope nor public: such a call does not start. */
export function endpoint<
  P = Record<never, never>,
  Q = Record<never, never>,
  B = undefined,
  A = undefined,
  QI = Q,
  BI = B,
  W = never,
>(declaration: Declaration<P, Q, B, A, QI, BI, W>): Endpoint<P, Q, B, A | W, QI, BI> {
  const { permission, scope, public: isPublic, ...rest } = declaration
  return {
    status: 200,
    refreshes: [],
    idempotent: false,
    ...rest,
    ...(rest.body === undefined ? {} : { body: strictly(rest.body) }),
    access: accessOf(declaration.id, permission, scope, isPublic),
  }
}

/**
 * A field that the call does not know is refused by its name: what is misspelt must not go by unseen. Objects within are
 * `z.strictObject` themselves, which `tools/inventory.test.ts` looks at.
 */
function strictly<S extends z.ZodType>(body: S): S {
  // by its type, so that the validation library is not loaded for that in the browser
  const object = body as unknown as z.ZodObject
  if (object.def.type !== 'object' || object.def.catchall !== undefined) return body
  const strict = object.strict()
  const about = body.meta()
  return (about === undefined ? strict : strict.meta(about)) as unknown as S
}

function accessOf(
  id: string,
  permission: string | readonly string[] | undefined,
  scope: string | undefined,
  isPublic: true | undefined,
): Access {
  const said = [permission, scope, isPublic].filter((value) => value !== undefined)
  if (said.length !== 1) {
    throw new Error(`Endpoint ${id} must say exactly one of permission, scope, public`)
  }
  if (scope !== undefined) return { kind: 'scope', scope }
  if (permission === undefined) return { kind: 'public' }
  return { kind: 'permission', anyOf: typeof permission === 'string' ? [permission] : permission }
}
