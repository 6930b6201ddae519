import http from 'node:http'
import https from 'node:https'
import {
  type Address,
  answering,
  checkedAddresses,
  RefusedAddress,
  type Resolve,
  resolveHost,
} from './checked-addresses.ts'
import { type GuardedFetch, guardedFetch } from './guarded-fetch.ts'

export interface OutboundRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Unset: as for every call. */
  readonly timeoutMs?: number
  readonly keptBytes?: number
}

/** The outcome of a call. Never thrown: a receiver that fails is an outcome, not an error. */
export interface OutboundAnswer {
  /** Undefined when there was no answer. */
  readonly status: number | undefined
  /** The beginning of the answer's body. */
  readonly body: string
  readonly retryAfter: string | undefined
  /** Why there was no answer. */
  readonly error: string | undefined
  readonly durationMs: number
}

export interface Poster {
  post(request: OutboundRequest): Promise<OutboundAnswer>
}

/** Calls to addresses that merchants name. */
export interface Outbound extends Poster {
  /** Why an address is not called; undefined when it may be. Each call checks again, because a name may resolve to another address later. */
  refusalOf(url: string): Promise<string | undefined>
  /** For libraries that bring their own protocol. */
  readonly fetch: GuardedFetch
}

export interface OutboundOptions {
  /** The demo's receiver lies on this very machine; anywhere else such addresses are refused. */
  readonly mayReachPrivate: boolean
  readonly timeoutMs?: number
  readonly resolve?: Resolve
}

/** Time for name, connection, request and answer together. */
const defaultTimeoutMs = 15_000
/** Time for a name when an address is typed. */
const namedWithinMs = 3_000
/** Bytes kept of an answer; the rest is not read. */
const keptBytes = 4_096
/**
 * A connection is used again for what comes within this time: a busy receiver gets all on a few. It is short, because
 * a receiver may close it at the very moment that the next call begins, which would fail that call.
 */
const idleMs = 1_000

export function openOutbound(options: OutboundOptions): Outbound {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  const resolve = options.resolve ?? resolveHost
  // each of them leads to an address that was checked when it was opened
  const kept = { keepAlive: true, timeout: idleMs, maxFreeSockets: 32 }
  const agents = { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) }
  const { mayReachPrivate } = options
  return {
    fetch: guardedFetch({ mayReachPrivate, timeoutMs, resolve }),
    async refusalOf(url) {
      const signal = AbortSignal.timeout(namedWithinMs)
      try {
        await checkedAddresses(new URL(url), resolve, mayReachPrivate, signal)
        return undefined
      } catch (cause) {
        // a name that does not resolve yet may when the first message is sent
        return cause instanceof RefusedAddress ? cause.message : undefined
      }
    },
    async post(request) {
      const startedAt = performance.now()
      const took = () => Math.round(performance.now() - startedAt)
      const waitedMs = request.timeoutMs ?? timeoutMs
      const signal = AbortSignal.timeout(waitedMs)
      try {
        const url = new URL(request.url)
        const addresses = await checkedAddresses(url, resolve, mayReachPrivate, signal)
        const answer = await send(url, request, { addresses, agents, signal })
        return { ...answer, error: undefined, durationMs: took() }
      } catch (cause) {
        const error = signal.aborted ? `No answer within ${waitedMs} ms` : messageOf(cause)
        const nothing = { status: undefined, body: '', retryAfter: undefined }
        return { ...nothing, error, durationMs: took() }
      }
    },
  }
}

interface Way {
  readonly addresses: readonly Address[]
  readonly agents: { readonly 'http:': http.Agent; readonly 'https:': https.Agent }
  readonly signal: AbortSignal
}

/** Sends to the addresses that were checked, even if the name resolves to others by now. Redirects are not followed. */
function send(
  url: URL,
  request: OutboundRequest,
  { addresses, agents, signal }: Way,
): Promise<Pick<OutboundAnswer, 'status' | 'body' | 'retryAfter'>> {
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const call = (isSecure ? https : http).request(url, {
      method: 'POST',
      agent: agents[isSecure ? 'https:' : 'http:'],
      lookup: answering(addresses),
      signal,
      headers: { ...request.headers, 'content-length': Buffer.byteLength(request.body) },
    })
    call.on('error', reject)
    // a protocol that was not asked for: no answer follows, and no time limit ends what is closed already
    call.on('upgrade', ({ statusCode: status }, socket) => {
      socket.destroy()
      resolve({ status, body: '', retryAfter: undefined })
    })
    call.on('response', (response) => {
      readBeginning(response, request.keptBytes ?? keptBytes).then(
        (body) =>
          resolve({
            status: response.statusCode,
            body: body === '' ? redirectOf(response) : body,
            retryAfter: response.headers['retry-after'],
          }),
        reject,
      )
    })
    call.end(request.body)
  })
}

/** Where a redirect leads: all that its sender can mend it by, as most have no body. */
function redirectOf({ statusCode = 0, headers: { location } }: http.IncomingMessage): string {
  const isRedirect = statusCode >= 300 && statusCode < 400 && location !== undefined
  return isRedirect ? `Location: ${location}`.slice(0, keptBytes) : ''
}

async function readBeginning(response: http.IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    // leaving the loop closes the connection
    if (length >= most) break
  }
  // U+0000 cannot be stored as text
  return Buffer.concat(chunks).subarray(0, most).toString('utf8').replaceAll('\0', '')
}

function messageOf(cause: unknown): string {
  // several addresses that all failed come as one error without a text of its own
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join('; ')
  if (!(cause instanceof Error)) return String(cause)
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'ECONNRESET') return 'The connection was closed before the answer was whole'
  // OpenSSL's own text names its source files and ends with a line break
  const reason = /:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):/.exec(message)?.[1]
  if (code === 'EPROTO' && reason !== undefined) return `TLS: ${reason}`
  // Node adds how to start itself, which does not help the merchant who reads this
  return message.replace(/; if the root CA is installed locally, .*$/s, '')
}
