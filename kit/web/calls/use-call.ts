import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useContext, useRef } from 'react'
import { type AnswerOf, type Client, type InputOf, makesStale } from './call.ts'
import { CallProblem } from './problem.ts'

interface ClientState {
  readonly client: Client
  /** Part of every cached answer's key, so that Test never shows what Live answered. */
  readonly mode: ModeName
  /** Told what a finished call makes stale, for what is kept outside of the cache. */
  onStale?(refreshes: readonly string[]): void
}

const ClientContext = createContext<ClientState | null>(null)
export const ClientProvider = ClientContext.Provider

export function useClient(): ClientState {
  const state = useContext(ClientContext)
  if (state === null) throw new Error('useClient needs the shell around it')
  return state
}

export interface CallOptions {
  /** False: not yet, because something that it needs is not known. */
  readonly enabled?: boolean
  /** While the next page loads the last one stays, dimmed. */
  readonly keepPrevious?: boolean
  /** The failure is shown where it happened alone, without a snackbar. */
  readonly quiet?: boolean
  readonly refetchEveryMs?: number
  /** For how long an answer is taken without asking again; 0 unless said. */
  readonly staleMs?: number
}

/** Reads a call and keeps it fresh: `const payments = useCall(listPayments, { query })`, then `payments.data`. */
export function useCall<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): UseQueryResult<AnswerOf<E>, CallProblem> {
  const { client, mode } = useClient()
  return useQuery<AnswerOf<E>, CallProblem>({
    queryKey: [endpoint.id, mode, input],
    queryFn: ({ signal }) => client.send(endpoint, input, { signal }),
    enabled: options.enabled ?? true,
    staleTime: options.staleMs ?? 0,
    meta: { quiet: options.quiet ?? false },
    ...(options.keepPrevious === true ? { placeholderData: keepPreviousData } : {}),
    ...(options.refetchEveryMs === undefined
      ? {}
      : { refetchInterval: unlessChallenged(options.refetchEveryMs) }),
  })
}

/** A user who cancels a code is not asked for it again and again. */
const unlessChallenged =
  (everyMs: number) =>
  ({ state }: { readonly state: { readonly error: CallProblem | null } }) =>
    state.error?.challenge === undefined ? everyMs : false

/** A read with which a page begins. */
export interface FirstRead {
  readonly endpoint: AnyEndpoint
  readonly input: InputOf<AnyEndpoint>
}

/** Asks what a page begins with before the page is drawn; its `useCall` of the same finds the answer, or waits for it. */
export function fetchFirst(
  queries: QueryClient,
  { client, mode }: ClientState,
  reads: readonly FirstRead[],
): void {
  for (const { endpoint, input } of reads) {
    void queries.prefetchQuery({
      queryKey: [endpoint.id, mode, input],
      queryFn: ({ signal }) => client.send(endpoint, input, { signal }),
      // the page asks again, and says what is wrong
      meta: { quiet: true },
    })
  }
}

/** Stops what is being read by a call. What was there before stays. */
export function useStop(endpoint: AnyEndpoint): () => void {
  const queries = useQueryClient()
  return () => void queries.cancelQueries({ predicate: ({ queryKey: [id] }) => id === endpoint.id })
}

export interface ActionOptions<E> {
  /** The failure is not told in a snackbar, because the form or control tells it. */
  readonly quiet?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** A conflict (409) means that somebody else was faster: what the call would have changed is read again. */
  readonly rereadsOnConflict?: boolean
  onDone?(answer: AnswerOf<E>, input: InputOf<E>): void
  onProblem?(problem: CallProblem): void
}

export interface Action<E> {
  /** Does it; answers undefined when it was refused (the problem is in `problem`). */
  run(input: InputOf<E>): Promise<AnswerOf<E> | undefined>
  /** Does it; answers whether it was done. The answer of some calls is empty, as that of a refusal is. */
  tryRun(input: InputOf<E>): Promise<boolean>
  readonly isRunning: boolean
  readonly problem: CallProblem | null
  reset(): void
}

/**
 * Carries out a call that changes something. One idempotency key for each intent: the same input after an
 * unknown outcome goes with the same key, so that it cannot take effect twice; anything else is a new intent. The same input
 * while it is under way, as a double click sends it, is the call that is under way.
 */
export function useAction<E extends AnyEndpoint>(
  endpoint: E,
  options: ActionOptions<E> = {},
): Action<E> {
  const { client, onStale } = useClient()
  const queries = useQueryClient()
  const intents = useRef<Intents<AnswerOf<E>>>(new Map())
  function reread(input: InputOf<E>) {
    onStale?.(endpoint.refreshes)
    return queries.invalidateQueries({
      predicate: ({ queryKey: [id, , asked] }) =>
        makesStale(endpoint.refreshes, String(id)) && !isAboutRemoved(endpoint, input, asked),
    })
  }
  const mutation = useMutation<AnswerOf<E>, CallProblem, InputOf<E>>({
    mutationFn: (input) =>
      client.send(endpoint, input, {
        idempotencyKey: intents.current.get(JSON.stringify(input))?.key ?? crypto.randomUUID(),
        ...(options.headers === undefined ? {} : { headers: options.headers }),
      }),
    meta: { quiet: options.quiet ?? false },
    onSuccess: async (answer, input) => {
      intents.current.delete(JSON.stringify(input))
      options.onDone?.(answer, input)
      await reread(input)
    },
    onError: (problem, input) => {
      const intent = JSON.stringify(input)
      const known = intents.current.get(intent)
      if (!problem.isOutcomeUnknown) intents.current.delete(intent)
      else if (known !== undefined) known.underWay = undefined
      options.onProblem?.(problem)
      if (options.rereadsOnConflict === true && problem.status === 409) void reread(input)
    },
  })
  async function send(input: InputOf<E>) {
    try {
      return { answer: await mutation.mutateAsync(input) }
    } catch (problem) {
      if (problem instanceof CallProblem) return undefined
      throw problem
    }
  }
  function run(input: InputOf<E>) {
    const intent = intentIn(intents.current, JSON.stringify(input))
    intent.underWay ??= send(input)
    return intent.underWay
  }
  return {
    run: async (input) => (await run(input))?.answer,
    tryRun: async (input) => (await run(input)) !== undefined,
    isRunning: mutation.isPending,
    problem: mutation.error,
    reset: mutation.reset,
  }
}

interface Intent<A> {
  readonly key: string
  underWay: Promise<{ readonly answer: A } | undefined> | undefined
}
/** What is under way, and the last one whose outcome is unknown, by what they do. */
type Intents<A> = Map<string, Intent<A>>

/** The intent of this text, as it is known or a new one; others with an unknown outcome are forgotten. */
function intentIn<A>(intents: Intents<A>, text: string): Intent<A> {
  const intent = intents.get(text) ?? { key: crypto.randomUUID(), underWay: undefined }
  for (const [other, { underWay }] of intents) if (underWay === undefined) intents.delete(other)
  intents.set(text, intent)
  return intent
}

/** Whether an earlier question was about the record that this call has removed, which a page on its way out still shows. */
function isAboutRemoved(endpoint: AnyEndpoint, input: unknown, asked: unknown): boolean {
  if (endpoint.method !== 'DELETE' || !endpoint.path.endsWith('/:id')) return false
  const { params, query } = (asked ?? {}) as { params?: object; query?: object }
  const { id } = (input as { params: { id: unknown } }).params
  return [...Object.values(params ?? {}), ...Object.values(query ?? {})].includes(id)
}
