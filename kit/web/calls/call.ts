import { type AnyEndpoint, type Endpoint, isRead } from '@counterfoil/kit/contract/endpoint.ts'
import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import { inPageLanguage } from '../texts/i18n.tsx'
import type { OnProgress } from '../upload/fetch-with-progress.ts'
import { problemTexts } from './problem.messages.ts'
import { CallProblem, readProblem } from './problem.ts'
import { reportReach, reportRefusal } from './reachability.ts'
import { keepReference } from './request-reference.ts'

type Optional<Key extends string, T> =
  Record<never, never> extends T ? { readonly [K in Key]?: T } : { readonly [K in Key]: T }

/** What a caller hands over: only the parts that the endpoint has, required where it requires something. */
export type InputOf<E> =
  // biome-ignore lint/suspicious/noExplicitAny: the types that do not matter here
  E extends Endpoint<infer P, any, any, any, infer QI, infer BI>
    ? Optional<'params', P> &
        Optional<'query', QI> &
        ([BI] extends [undefined] ? { readonly body?: undefined } : { readonly body: BI })
    : never

// biome-ignore lint/suspicious/noExplicitAny: the types that do not matter here
export type AnswerOf<E> = E extends Endpoint<any, any, any, infer A, any, any> ? A : never

/** Parts of a request as they are when types no longer matter. */
export interface RawInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface SendOptions {
  readonly signal?: AbortSignal
  /** One for each intent, kept across its retries. */
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Told how much of the body was sent, for uploads. */
  readonly onProgress?: OnProgress
}

export interface Download {
  readonly blob: Blob
  /** As the server named it. */
  readonly fileName: string | undefined
}

/** A call that goes again once its challenge is met. */
export interface ChallengedCall {
  readonly problem: CallProblem
  /** Nothing is changed or taken out by it: what confirmed another may have opened it too. */
  readonly isRead: boolean
  /** Sends the same request with these headers as well; what challenges it then, if anything does. */
  repeat(headers: Readonly<Record<string, string>>): Promise<CallProblem | undefined>
}

/** What the client needs of the session; given by the shell. */
export interface ClientSettings {
  /** Empty for the page's own origin. */
  readonly baseUrl?: string
  token(): string | undefined
  /** Asked once after a 401; true when there is a new token to try with. */
  renew(): Promise<boolean>
  /** Told when a request with a fresh token is answered 401 all the same. */
  onRefused?(problem: CallProblem): void
  /** Told of an answer that challenges; done when the challenge is met, or the user would rather not. */
  confirm?(challenged: ChallengedCall): Promise<void>
  /** The stored mode; undefined before anybody is signed in, which the server reads as Live. */
  mode(): ModeName | undefined
  /** The view that the page shows, when an administrator looks through a user's eyes. */
  viewAs?(): string | undefined
  /** Told when the server looks through other eyes than the page shows: it has to be loaded anew. */
  onViewChanged?(): void
}

export interface Client {
  send<E extends AnyEndpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: SendOptions,
  ): Promise<AnswerOf<E>>
  download<E extends AnyEndpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: SendOptions,
  ): Promise<Download>
}

function addQuery(search: URLSearchParams, name: string, value: unknown) {
  if (value === undefined || value === null || value === '') return
  if (Array.isArray(value)) {
    for (const each of value) addQuery(search, name, each)
    return
  }
  search.append(name, String(value))
}

/** The address of a call: parameters filled in, empty query values left out, lists repeated. */
export function urlOf(endpoint: AnyEndpoint, input: RawInput): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = input.params?.[name]
    if (value === undefined || value === '') throw new Error(`${endpoint.id} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) addQuery(search, name, value)
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/** What people search for. */
const searched = ['searchKey', 'search']

/** The searches that are as long as a card number. */
const longSearchesIn = ({ query }: RawInput): string[] =>
  searched.filter((name) => {
    const value = query?.[name]
    return typeof value === 'string' && /(?:\p{Nd}\P{Nd}{0,3}){14}/u.test(value)
  })

/**
 * A card number that is searched for, even a mistyped one, does not leave the browser: its last four digits are sent. The
 * code is fetched with the first search that is as long: the first page has none.
 */
async function withoutCardNumbers(input: RawInput, names: readonly string[]): Promise<RawInput> {
  const { searchableText } = await import('@counterfoil/kit/contract/searchable-text.ts')
  const reduced = names.map((name) => [name, searchableText(String(input.query?.[name]))])
  return { ...input, query: { ...input.query, ...Object.fromEntries(reduced) } }
}

/** RFC 6266: the extended name where there is one, else the plain one, which is not encoded. */
function fileNameIn(header: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  const [, quoted, bare] = /filename=(?:"((?:\\.|[^"\\])*)"|([^;]+))/i.exec(header ?? '') ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim()
}

/** A 401 that asks for a code or a fresh sign-in of whoever is signed in, not for anybody else. */
const isChallenge = (response: Response) =>
  response.status === 401 &&
  /"(sca\.\w+|insufficient_user_authentication)"/.test(
    response.headers.get('www-authenticate') ?? '',
  )

/** Fetched with the first upload: the first page has none. */
async function askWithProgress(onProgress: OnProgress) {
  const { fetchWithProgress } = await import('../upload/fetch-with-progress.ts')
  return fetchWithProgress(onProgress)
}

/** After a change the server says from where on a replica shows it; reads say it back. */
const writtenHeader = 'written-position'

/** A request as it is sent, and sent again. */
interface Sending {
  readonly endpoint: AnyEndpoint
  readonly input: RawInput
  readonly options: SendOptions
}

/** Makes the one way in which the portal talks to its API. */
export function createClient(settings: ClientSettings): Client {
  return {
    async send(endpoint, input, options = {}) {
      const response = await request(settings, { endpoint, input: input as RawInput, options })
      const text = await response.text()
      if (text === '') return undefined as AnswerOf<typeof endpoint>
      const isJson = response.headers.get('content-type')?.includes('json') === true
      return (isJson ? JSON.parse(text) : text) as AnswerOf<typeof endpoint>
    },
    async download(endpoint, input, options = {}) {
      const response = await request(settings, { endpoint, input: input as RawInput, options })
      return {
        blob: await response.blob(),
        fileName: fileNameIn(response.headers.get('content-disposition')),
      }
    },
  }
}

/** The answer; a refusal is thrown. */
async function request(settings: ClientSettings, sending: Sending): Promise<Response> {
  const first = await confirmed(settings, sending)
  // A request that was refused for its token was not carried out: the same one may go again with a new token.
  const isUnknown =
    first.status === 401 && sending.endpoint.access.kind !== 'public' && !isChallenge(first)
  const isRenewed = isUnknown && (await settings.renew())
  const response = isRenewed ? await confirmed(settings, sending) : first
  if (response.status < 400) {
    reportReach('fine')
    return response
  }
  const problem = await readProblem(response)
  reportRefusal(problem)
  const isViewing = settings.viewAs?.() !== undefined
  if (problem.code === (isViewing ? 'view_as.ended' : 'view_as.read_only'))
    settings.onViewChanged?.()
  if (isRenewed && response.status === 401 && !isChallenge(response)) settings.onRefused?.(problem)
  throw problem
}

/** The answer after all challenges were met; a challenge that was not is the answer. */
async function confirmed(settings: ClientSettings, sending: Sending): Promise<Response> {
  const { endpoint, options } = sending
  let response = await attempt(settings, sending)
  const challenge = async () =>
    isChallenge(response) ? await readProblem(response.clone()) : undefined
  const repeat = async (more: Readonly<Record<string, string>>) => {
    const headers = { ...options.headers, ...more }
    response = await attempt(settings, { ...sending, options: { ...options, headers } })
    return challenge()
  }
  const problem = await challenge()
  if (problem !== undefined) await settings.confirm?.({ problem, isRead: isRead(endpoint), repeat })
  return response
}

/** Sends the request once, whatever is answered. */
async function attempt(
  settings: ClientSettings,
  { endpoint, input, options }: Sending,
): Promise<Response> {
  const isForm = input.body instanceof FormData
  const headers = headersOf(settings, options)
  if (input.body !== undefined && !isForm) headers.set('content-type', 'application/json')
  try {
    const ask = options.onProgress ? await askWithProgress(options.onProgress) : fetch
    // what searches for nothing so long is sent at once, also from a page that is being left
    const long = longSearchesIn(input)
    const safe = long.length === 0 ? input : await withoutCardNumbers(input, long)
    const url = (settings.baseUrl ?? '') + urlOf(endpoint, safe)
    const response = await ask(url, {
      method: endpoint.method,
      headers,
      credentials: 'include',
      ...(input.body === undefined
        ? {}
        : { body: isForm ? (input.body as FormData) : JSON.stringify(input.body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    keepReference(response.headers.get('x-request-id'))
    const position = response.headers.get(writtenHeader)
    if (position !== null) localStorage.setItem(writtenHeader, position)
    return response
  } catch (cause) {
    if (options.signal?.aborted === true) throw cause
    const t = inPageLanguage(problemTexts)
    const message = navigator.onLine ? t.unreachable : t.offline
    const problem = new CallProblem(message, { status: 0, code: 'unreachable', cause })
    reportRefusal(problem)
    throw problem
  }
}

/** Who asks, in which mode and through whose eyes, and what of theirs the answer has to show. */
function headersOf(settings: ClientSettings, options: SendOptions): Headers {
  const headers = new Headers(options.headers)
  const token = settings.token()
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const mode = settings.mode()
  if (mode !== undefined) headers.set('Mode', mode)
  const viewAs = settings.viewAs?.()
  if (viewAs !== undefined) headers.set('View-As', viewAs)
  if (options.idempotencyKey !== undefined) {
    headers.set('Idempotency-Key', options.idempotencyKey)
  }
  // of all tabs: what one changed, another shows
  const written = localStorage.getItem(writtenHeader)
  if (written !== null) headers.set(writtenHeader, written)
  return headers
}

/** Whether a finished call makes the answers of another stale: its id, or `area.*` for all that begin so. */
export function makesStale(refreshes: readonly string[], endpointId: string): boolean {
  return refreshes.some((pattern) =>
    pattern.endsWith('*') ? endpointId.startsWith(pattern.slice(0, -1)) : pattern === endpointId,
  )
}
