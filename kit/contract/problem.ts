import type { Text } from './texts.ts'

/** A field's or a record's own complaint inside a problem. */
export interface ProblemError {
  readonly message: string
  /** Path of the field in the body or query, `method.number`. */
  readonly path?: string
}

/** RFC 9457 problem details as this product sends them. */
export interface ProblemDetails {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  /** The request id, to quote to support. */
  readonly instance: string
  /** Stable, for programs: `refund.exceeds_captured`. */
  readonly code: string
  /** What the text names, so that it can be said in other languages: `{ "most": 600 }`. */
  readonly params?: ProblemParams
  readonly errors: readonly ProblemError[]
}

export type ProblemParams = Readonly<Record<string, string | number | Text>>

/**
 * An expected refusal, thrown by rules and handlers; everything else that is thrown is a bug and answers 500.
 * What a caller may not see is `notFound()`, the same as what does not exist.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: string
  readonly status: number
  readonly errors: readonly ProblemError[]
  /** Further members of the answer, which RFC 9457 allows: what a challenge asks for. */
  readonly details: Readonly<Record<string, unknown>> | undefined
  /** Of a 401: the `WWW-Authenticate` header, when it says more than the code. */
  readonly authenticate: string | undefined
  /** Seconds after which a repeat may succeed, for 429 and 503. */
  readonly retryAfterS: number | undefined
  readonly params: ProblemParams | undefined

  constructor(
    code: string,
    status: number,
    text: string,
    options: {
      errors?: readonly ProblemError[]
      /** The field that the whole text is about, where it is one. */
      path?: string
      retryAfterS?: number
      details?: Readonly<Record<string, unknown>>
      authenticate?: string
      params?: ProblemParams
      cause?: unknown
    } = {},
  ) {
    super(text, { cause: options.cause })
    this.code = code
    this.status = status
    this.errors = options.errors ?? [{ message: text, path: options.path }]
    this.retryAfterS = options.retryAfterS
    this.details = options.details
    this.authenticate = options.authenticate
    this.params = options.params
  }
}

export function notFound(what: string): Problem {
  return new Problem('not_found', 404, `${what} was not found`)
}

export function forbidden(text = 'You are not authorized to perform this action'): Problem {
  return new Problem('forbidden', 403, text)
}
