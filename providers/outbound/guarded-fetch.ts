// `fetch` for libraries that call addresses which a tenant's administrator typed, such as those of an identity provider.
import http from 'node:http'
import https from 'node:https'
import { answering, checkedAddresses, type Resolve } from './checked-addresses.ts'

export interface GuardedRequest {
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | null | undefined
}

export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<Response>

/** An answer that is longer is none that such a library asks for. */
const maxAnswerBytes = 1024 * 1024

export function guardedFetch(options: {
  readonly mayReachPrivate: boolean
  readonly timeoutMs: number
  readonly resolve: Resolve
}): GuardedFetch {
  return async (address, request = {}) => {
    const url = new URL(address)
    const timeout = AbortSignal.timeout(options.timeoutMs)
    const signal = request.signal == null ? timeout : AbortSignal.any([timeout, request.signal])
    const addresses = await checkedAddresses(url, options.resolve, options.mayReachPrivate, signal)
    return ask(url, request, answering(addresses), signal)
  }
}

/** Redirects are not followed: they are answered as they came. */
function ask(
  url: URL,
  { method = 'GET', headers = {}, body }: GuardedRequest,
  lookup: ReturnType<typeof answering>,
  signal: AbortSignal,
): Promise<Response> {
  const text = body === undefined || body === null ? undefined : String(body)
  return new Promise((resolve, reject) => {
    const call = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      // its own connection: the next call may lead elsewhere
      agent: false,
      lookup,
      signal,
      headers: {
        ...headers,
        ...(text === undefined ? {} : { 'content-length': Buffer.byteLength(text) }),
      },
    })
    call.on('error', reject)
    // a protocol that was not asked for: no answer follows, and no time limit ends what is closed already
    call.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('The answer changes the protocol'))
    })
    call.on('response', (response) => {
      readWhole(response).then((bytes) => {
        const status = response.statusCode ?? 500
        const isEmpty = status === 204 || status === 205 || status === 304
        resolve(new Response(isEmpty ? null : bytes, { status, headers: headersOf(response) }))
      }, reject)
    })
    call.end(text)
  })
}

async function readWhole(response: http.IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxAnswerBytes)
      throw new Error(`The answer is longer than ${maxAnswerBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function headersOf({ rawHeaders }: http.IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  }
  return headers
}
