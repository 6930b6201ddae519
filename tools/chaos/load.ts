// Merchants' servers that never give up: what is not answered is asked again with the same key, until it is.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, randomOf, Weighted } from '../random.ts'

export interface Answer {
  readonly status: number
  readonly body: { readonly id: string; readonly status: string; readonly [field: string]: unknown }
}

/** Something that a client wants once. */
export interface Intent {
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
  /** Begins no new intent, and returns when every one begun is answered. */
  finish(): Promise<void>
  /** Sends an answered intent once more, as a client that forgot would. */
  repeat(intent: Intent): Promise<Answer>
}

export interface LoadOptions {
  readonly portalUrl: string
  readonly apiKey: string
  readonly currency: string
  readonly clients: number
  /** Begins every external id and key, to find them again. */
  readonly prefix: string
  readonly seed: number
}

const retryAfterMs = 150
/** Longer than any restart; a client that is still not answered then never will be. */
const givesUpAfterMs = 240_000

// number, weight: approved, softly declined at the first acquirer, declined, answer lost
const cards = new Weighted<string>([
  ['4242424242424242', 80],
  ['4000000000000028', 10],
  ['4000000000000002', 6],
  ['4000000000000077', 2],
])

export function startLoad(options: LoadOptions): Load {
  const intents: Intent[] = []
  let isFinishing = false
  const ask = (key: string, path: string, body: object): Intent => {
    const intent: Intent = { key, path, body, sent: 0 }
    intents.push(intent)
    return intent
  }
  const client = async (number: number) => {
    const random = randomOf(options.seed + number)
    for (let count = 0; !isFinishing; count += 1) {
      const name = `${options.prefix}-${number}-${count}`
      const payment = ask(name, '/v1/payments', paymentOf(options, random, name))
      await settle(options, payment)
      for (const [at, next] of followUps(payment, random).entries()) {
        if (!isFinishing) await settle(options, ask(`${name}-${at}`, next.path, next.body))
      }
    }
  }
  const clients = Promise.all(Array.from({ length: options.clients }, (_, at) => client(at)))
  // a failure is told where it is waited for
  clients.catch(() => undefined)
  return {
    intents,
    async finish() {
      isFinishing = true
      await clients
    },
    repeat: async (intent) =>
      (await send(options, intent)) ?? Promise.reject(new Error('No answer')),
  }
}

function paymentOf({ currency }: LoadOptions, random: Random, name: string) {
  return {
    amount: 100 + random.below(50_000),
    currency,
    externalId: name,
    capture: random.fraction() < 0.6,
    method: {
      type: 'card',
      number: cards.pick(random),
      expiryMonth: 12,
      expiryYear: 2030,
      securityCode: '123',
    },
  }
}

/** What a shop does next: captures in parts, gives back in parts, or lets go. */
function followUps({ answer }: Intent, random: Random): { path: string; body: object }[] {
  if (answer === undefined) return []
  const { id, status, amount } = answer.body
  const half = Math.max(1, Math.floor(Number(amount) / 2))
  const call = (name: string, body: object) => ({ path: `/v1/payments/${id}/${name}`, body })
  const choice = random.fraction()
  if (status === 'reserved') {
    if (choice < 0.25) return [call('voids', {})]
    return [call('captures', { amount: half }), call('refunds', { amount: 1 })]
  }
  if (status === 'captured' && choice < 0.5) {
    return [call('refunds', { amount: half }), call('refunds', {})]
  }
  return []
}

async function settle(options: LoadOptions, intent: Intent): Promise<void> {
  const givesUpAt = performance.now() + givesUpAfterMs
  while (intent.answer === undefined) {
    intent.sent += 1
    const answer = await send(options, intent)
    if (answer !== undefined) intent.answer = answer
    else if (performance.now() > givesUpAt)
      throw new Error(`${intent.key} is never answered: ${intent.trouble}`)
    else await sleep(retryAfterMs)
  }
}

/** Undefined when it is not known what became of it: no answer, a failure of the server, or it is still at work. */
async function send(options: LoadOptions, intent: Intent): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${options.portalUrl}${intent.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${options.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': intent.key,
      },
      body: JSON.stringify(intent.body),
      signal: AbortSignal.timeout(30_000),
    })
    const body = (await response.json()) as Answer['body'] & { code?: string }
    if (response.status < 500 && body.code !== 'idempotency.in_progress') {
      return { status: response.status, body }
    }
    intent.trouble = `${response.status} ${JSON.stringify(body)}`
  } catch (error) {
    intent.trouble = String((error as Error).cause ?? error)
  }
  return undefined
}
