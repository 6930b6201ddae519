// Merchants' servers that never give up: what is not answered is asked again with the same key, until it is.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, randomOf } from '../random.ts'
import { followUps, type MerchantServer, paymentOf } from './merchants.ts'

export interface Answer {
  readonly status: number
  readonly body: AnswerBody
}

/** A payment as `/v1` answers it, with the capture or void that was asked for; or a refund; or a problem. */
export interface AnswerBody {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly currency: string
  readonly operation?: { readonly id: string; readonly amount: number; readonly status: string }
  readonly code?: string
}

/** A call that is to have its effect once. */
export interface Intent {
  readonly merchant: MerchantServer
  readonly key: string
  readonly path: string
  readonly body: object
  /** How often it was sent before it was answered. */
  sent: number
  answer?: Answer
  /** What came last instead of an answer. */
  trouble?: string
}

export interface Load {
  readonly intents: readonly Intent[]
  /** Begins no new payment, and returns when everything begun is answered or given up. */
  finish(): Promise<void>
  /** Ends at once, whatever is still open. */
  abandon(): void
  /** Sends an answered intent once more, as a client that forgot would. */
  repeat(intent: Intent): Promise<Answer>
}

export interface LoadOptions {
  readonly portalUrl: string
  readonly merchants: readonly MerchantServer[]
  readonly clients: number
  /** Begins every external id and key, to find them again. */
  readonly prefix: string
  readonly seed: number
}

const firstRetryMs = 100
const rarestRetryMs = 2000
/** Longer than any restart; a client that is still not answered then never will be. */
const givesUpAfterMs = 240_000
/** A merchant serves its next customer after so long, while the one before goes on waiting. */
const nextCustomerAfterMs = 700
/** Customers of one client that are waited for at once. */
const customersAtOnce = 30
const pauseMs = 150
/** Most clients are patient; some hang up while the server still works on it. */
const patienceMs = 30_000
const impatient = { share: 0.04, ms: 120 }

export function startLoad(options: LoadOptions): Load {
  const intents: Intent[] = []
  let isFinishing = false
  const abandoned = new AbortController()
  const ask = async (
    merchant: MerchantServer,
    key: string,
    path: string,
    body: object,
    random: Random,
  ) => {
    const intent: Intent = { merchant, key, path, body, sent: 0 }
    intents.push(intent)
    await settle(options, intent, random, abandoned.signal)
    return intent
  }
  const serve = async (merchant: MerchantServer, name: string, random: Random) => {
    const body = paymentOf(merchant, random, name)
    const { answer } = await ask(merchant, name, '/v1/payments', body, random)
    if (answer === undefined) return
    for (const [at, next] of followUps(answer.body, random).entries()) {
      await ask(merchant, `${name}-${at}`, next.path, next.body, random)
    }
  }
  const client = async (number: number) => {
    const random = randomOf(options.seed + number)
    const waiting = new Set<Promise<void>>()
    for (let count = 0; !isFinishing; count += 1) {
      const merchant = random.pick(options.merchants)
      const served = serve(merchant, `${options.prefix}-${number}-${count}`, random)
      const ended = served.finally(() => waiting.delete(ended))
      waiting.add(ended)
      await Promise.race([ended, sleep(nextCustomerAfterMs)])
      if (waiting.size >= customersAtOnce) await Promise.race(waiting)
      await sleep(random.below(pauseMs))
    }
    await Promise.all(waiting)
  }
  const clients = Promise.all(Array.from({ length: options.clients }, (_, at) => client(at)))
  // a failure is thrown by finish()
  clients.catch(() => undefined)
  return {
    intents,
    async finish() {
      isFinishing = true
      await clients
    },
    abandon() {
      isFinishing = true
      abandoned.abort()
    },
    repeat: async (intent) =>
      (await send(options, intent, patienceMs)) ?? Promise.reject(new Error('No answer')),
  }
}

/** Repeats until there is an answer or the client gives up; the checks find what has none. */
async function settle(
  options: LoadOptions,
  intent: Intent,
  random: Random,
  abandoned: AbortSignal,
): Promise<void> {
  const givesUpAt = performance.now() + givesUpAfterMs
  let retryMs = firstRetryMs
  while (performance.now() < givesUpAt && !abandoned.aborted) {
    intent.sent += 1
    const waitsMs = random.fraction() < impatient.share ? impatient.ms : patienceMs
    const answer = await send(options, intent, waitsMs)
    if (answer !== undefined) {
      intent.answer = answer
      return
    }
    await sleep(retryMs / 2 + random.below(retryMs))
    retryMs = Math.min(retryMs * 1.5, rarestRetryMs)
  }
}

/** Undefined when it is not known what became of it: no answer, a failure of the server, or it is still at work. */
async function send(
  { portalUrl }: LoadOptions,
  intent: Intent,
  waitsMs: number,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${portalUrl}${intent.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${intent.merchant.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': intent.key,
      },
      body: JSON.stringify(intent.body),
      signal: AbortSignal.timeout(waitsMs),
    })
    const body = (await response.json()) as AnswerBody
    if (response.status < 500 && body.code !== 'idempotency.in_progress') {
      return { status: response.status, body }
    }
    intent.trouble = `${response.status} ${JSON.stringify(body)}`
  } catch (error) {
    intent.trouble = String((error as Error).cause ?? error)
  }
  return undefined
}
