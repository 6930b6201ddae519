import { setTimeout as wait } from 'node:timers/promises'

/** What the merchant API answered; a refusal is thrown as `RefusedError`. */
export interface MerchantApi {
  post(path: string, idempotencyKey: string, body: object): Promise<Record<string, unknown>>
}

/** The API understood and said no; asking again would change nothing. */
export class RefusedError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, text: string) {
    super(text)
    this.status = status
    this.code = code
  }
}

export interface MerchantApiOptions {
  readonly url: string
  readonly key: string
  /** Tries for one request, until it is given up; the same key makes a repeat harmless. */
  readonly tries?: number
  readonly firstWaitMs?: number
}

const maxWaitMs = 15_000
const requestTimeoutMs = 60_000

export function openMerchantApi(options: MerchantApiOptions): MerchantApi {
  const { url, key, tries = 8, firstWaitMs = 250 } = options
  return {
    async post(path, idempotencyKey, body) {
      for (let attempt = 1; ; attempt++) {
        const { answer, error, waitMs } = await tryOnce(`${url}${path}`, key, idempotencyKey, body)
        if (answer !== undefined) return answer
        if (attempt >= tries) throw error
        const backOffMs = Math.min(firstWaitMs * 2 ** (attempt - 1), maxWaitMs)
        await wait(Math.max(waitMs, backOffMs))
      }
    },
  }
}

interface Tried {
  readonly answer?: Record<string, unknown>
  readonly error?: Error
  readonly waitMs: number
}

/** Throws what is final; answers with `error` what may get better by itself. */
async function tryOnce(
  url: string,
  key: string,
  idempotencyKey: string,
  body: object,
): Promise<Tried> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    text = await response.text()
  } catch (cause) {
    return { error: new Error(`${url} does not answer: ${reasonOf(cause)}`, { cause }), waitMs: 0 }
  }
  const answer = parsed(text)
  if (response.ok) return { answer, waitMs: 0 }
  const error = new RefusedError(
    response.status,
    String(answer.code ?? ''),
    `${response.status} ${String(answer.code ?? '')}: ${String(answer.detail ?? text.slice(0, 200))}`,
  )
  // too many at once, a request with the same key still running, or a server that is starting or unwell
  const isPassing =
    response.status === 429 || response.status >= 500 || error.code === 'idempotency.in_progress'
  if (!isPassing) throw error
  return { error, waitMs: Number(response.headers.get('retry-after') ?? 0) * 1000 || 0 }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function reasonOf(cause: unknown): string {
  const { cause: inner, message } = cause as { cause?: { code?: string }; message?: string }
  return inner?.code ?? message ?? String(cause)
}
