import type { ProblemError } from '@counterfoil/kit/contract/problem.ts'
import { inPageLanguage } from '../texts/i18n.tsx'
import { problemTexts } from './problem.messages.ts'
import { translatedProblem } from './problem-translations.ts'

/** Strong customer authentication, as the server asks for it. */
export interface Challenge {
  readonly kind: 'code' | 'sign-in'
  /** To be sent back with the code. */
  readonly id?: string
  /** The call's id. */
  readonly action: string
  readonly acrValues?: string
  readonly maxAgeS?: number
}

/** What went wrong with a call, as the portal tells it. */
export class CallProblem extends Error {
  override readonly name = 'CallProblem'
  /** 0 when no answer came: offline, or the server is gone. */
  readonly status: number
  /** Stable, for programs: `refund.exceeds_captured`; empty when the answer had none. */
  readonly code: string
  /** To quote to support; empty when no server answered. */
  readonly requestId: string
  readonly errors: readonly ProblemError[]
  readonly retryAfterS: number | undefined
  /** What would make the call possible: a one-time code, or a fresh sign-in. */
  readonly challenge: Challenge | undefined

  constructor(
    message: string,
    about: {
      status: number
      code?: string
      requestId?: string
      errors?: readonly ProblemError[]
      retryAfterS?: number
      challenge?: Challenge
      cause?: unknown
    },
  ) {
    super(message, { cause: about.cause })
    this.status = about.status
    this.code = about.code ?? ''
    this.requestId = about.requestId ?? ''
    this.errors = about.errors ?? []
    this.retryAfterS = about.retryAfterS
    this.challenge = about.challenge
  }

  /** Whether the server may still have done what was asked: then a repeat must carry the same idempotency key. */
  get isOutcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 408 || this.status === 425
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

const fieldOf = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Record<string | number, unknown>)[name]
    : undefined

/**
 * The message of an error body, the first of these that is there: a string body, then errors[0].message, then error,
 * then errors.pageSize[0], else 'Unknown error'.
 */
export function messageOf(body: unknown): string {
  const errors = fieldOf(body, 'errors')
  return (
    textOf(body) ??
    textOf(fieldOf(fieldOf(errors, 0), 'message')) ??
    textOf(fieldOf(body, 'error')) ??
    textOf(fieldOf(fieldOf(errors, 'pageSize'), 0)) ??
    inPageLanguage(problemTexts).unknown
  )
}

function challengeIn(body: unknown): { challenge?: Challenge } {
  const challenge = fieldOf(body, 'challenge') as Challenge | undefined
  return challenge === undefined ? {} : { challenge }
}

/** A refusal that is about one field is said there in the reader's language, as it is at the form's end. */
function errorsIn(errors: unknown, translated: string | undefined): readonly ProblemError[] {
  if (!Array.isArray(errors)) return []
  const [first, ...others] = errors as ProblemError[]
  if (first === undefined || others.length > 0 || translated === undefined) return errors
  return [{ ...first, message: translated }]
}

/** A lack of a permission has the documents' sentence alone; a reason of its own, such as an own request, stands after it. */
function forbiddenFor(code: string, reason: string): string {
  const { forbidden } = inPageLanguage(problemTexts)
  return code === '' || code === 'forbidden' ? forbidden : `${forbidden}. ${reason}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Reads a refused answer, whatever its content type claims: also binary bodies are parsed for their error text. */
export async function readProblem(response: Response): Promise<CallProblem> {
  const text = await response.text().catch(() => '')
  const isPage = text.trimStart().startsWith('<')
  const body = isPage ? undefined : parse(text)
  const errors = fieldOf(body, 'errors')
  const code = textOf(fieldOf(body, 'code')) ?? ''
  const requestId = textOf(fieldOf(body, 'instance')) ?? response.headers.get('x-request-id') ?? ''
  const retryAfterS = Number(response.headers.get('retry-after'))
  const translated = translatedProblem(code, fieldOf(body, 'params'))
  const said = translated ?? messageOf(body)
  // what holds for a while stands by itself
  const isRefusal = response.status === 403 && !code.startsWith('view_as.')
  const message = isRefusal ? forbiddenFor(code, said) : said
  return new CallProblem(message, {
    status: response.status,
    code,
    requestId,
    errors: errorsIn(errors, translated),
    ...(retryAfterS > 0 ? { retryAfterS } : {}),
    ...(code.startsWith('sca.') ? challengeIn(body) : {}),
  })
}
