import type { Endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRules } from '../resources/resource-changes.ts'
import type { ApiKeyCaller, Context, UserCaller } from './context.ts'

export interface Input<P, Q, B> {
  readonly params: P
  readonly query: Q
  readonly body: B
}

/** The caller of an endpoint follows from its access; a public one has none. */
export interface RouteOptions {
  /** Bytes of body allowed, when not the usual 1 MiB. */
  readonly bodyLimit?: number
  /** False: leaves no audit entry, because it says no more than that somebody is still there. */
  readonly isAudited?: false
  /**
   * Keeps the body's text as it came (`bodyTextOf`), for what is signed over exactly these characters. `unparsed`: that is
   * all, so that what is malformed comes to the route as well.
   */
  readonly keepsBodyText?: boolean | 'unparsed'
  /**
   * The state of what is changed, which a one-time code confirms together with what is sent: when it has changed, the code
   * is no longer for it.
   */
  // biome-ignore lint/suspicious/noExplicitAny: routes of all shapes stand in one list
  readonly confirmedState?: (input: Input<any, any, any>, context: Context<any>) => Promise<unknown>
  /** Takes rows that a job works off: of what, and under which rules. */
  readonly importing?: Importing
}

export interface Importing {
  readonly of: Resource
  readonly rules: ResourceRules
}

export interface Route {
  // biome-ignore lint/suspicious/noExplicitAny: routes of all shapes stand in one list
  readonly endpoint: Endpoint<any, any, any, any, any, any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly handle: (input: Input<any, any, any>, context: Context<any>) => Promise<unknown>
  readonly options: RouteOptions
}

/** Ties a portal endpoint to what answers it; what is done before and after stands in register.ts. */
export function route<P, Q, B, A, QI, BI>(
  endpoint: Endpoint<P, Q, B, A, QI, BI>,
  handle: (input: Input<P, Q, B>, context: Context<UserCaller>) => Promise<A>,
  options: RouteOptions = {},
): Route {
  return { endpoint, handle, options }
}

/** The same for `/v1`, called by merchants' servers. */
export function merchantRoute<P, Q, B, A, QI, BI>(
  endpoint: Endpoint<P, Q, B, A, QI, BI>,
  handle: (input: Input<P, Q, B>, context: Context<ApiKeyCaller>) => Promise<A>,
  options: RouteOptions = {},
): Route {
  return { endpoint, handle, options }
}

/** The same for calls that need nobody to be known. `context.db` reaches reference and local tables alone. */
export function publicRoute<P, Q, B, A, QI, BI>(
  endpoint: Endpoint<P, Q, B, A, QI, BI>,
  handle: (input: Input<P, Q, B>, context: Context<undefined>) => Promise<A>,
  options: RouteOptions = {},
): Route {
  return { endpoint, handle, options }
}
