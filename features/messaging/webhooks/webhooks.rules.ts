import { hourMs } from '@counterfoil/kit/contract/durations.ts'

/** A change about which merchants get a message. */
export interface WebhookEvent {
  readonly type: string
  /** Null: the event is of no payment. */
  readonly paymentId: string | null
  readonly eventId: string
  /** What changed, as `/v1` answers it at this moment. */
  readonly data: unknown
  /** What of it changed, in fields of its own: which operation, which dispute. */
  readonly subject?: object
  readonly now: Date
}

/** The event of a test message. */
export const testEventType = 'webhook.test'

/** The job that works on a delivery. It keeps its own schedule of retries. */
export const deliverJob = { name: 'webhooks.deliver', retries: 0 } as const

/** Of what comes by the hundred: tests, and what is tried again, are sent before it. */
export const bulkPriority = -1

/** The job of a manual attempt. It is retried when a worker dies, and not when the receiver fails. */
export const resendJob = { name: 'webhooks.resend', retries: 2 } as const

/** The job that queues what a replay sends. */
export const replayJob = { name: 'webhooks.replay', retries: 5 } as const

/** Raised when a field changes its meaning or goes; a new field leaves it as it is. */
const payloadVersion = 1

/**
 * The body as Standard Webhooks 1.0.0 recommends it: type, timestamp, data. `id` is the event's, the same for all
 * endpoints; the header webhook-id is the message's, the same for all its attempts.
 */
export function webhookBody(
  event: Pick<WebhookEvent, 'eventId' | 'type' | 'data' | 'subject' | 'now'>,
): string {
  return JSON.stringify({
    id: event.eventId,
    type: event.type,
    timestamp: event.now.toISOString(),
    payloadVersion,
    ...event.subject,
    data: event.data,
  })
}

/** So many failures in a row, and what else is meant for the endpoint waits. */
const failuresBeforeBackoff = 3
const maxBackoffS = 300

/** Seconds that an endpoint's messages wait together after so many failures in a row. */
export function backoffS(failures: number): number {
  if (failures < failuresBeforeBackoff) return 0
  return Math.min(5 * 2 ** (failures - failuresBeforeBackoff), maxBackoffS)
}

/** The worker's clock, the queue's and that of another worker may differ by as much. */
export const clockSkewMs = 1_000

/**
 * Whether a message waits with its endpoint. A test does not: somebody wants to see now whether the endpoint answers.
 * One that has waited as long as all its retries take does not either, so that none waits for ever.
 */
export function waitsWithEndpoint(
  delivery: { readonly event_type: string; readonly created_at: Date },
  now: Date,
): boolean {
  const ageMs = now.getTime() - delivery.created_at.getTime()
  return !isTest(delivery) && ageMs < retriesMs
}

/** Seconds to wait before each attempt; the last attempt is about three days after the first. */
export const retryDelaysS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/** From the first attempt to the last. */
export const retriesMs = retryDelaysS.reduce<number>((sum, delayS) => sum + delayS, 0) * 1000

/** A receiver's Retry-After is followed up to a day. */
const maxRetryAfterS = 86_400

/**
 * At most so many first attempts of one worker are under way to an endpoint, and at most so many later ones of all workers.
 * An endpoint that takes messages and answers nothing holds these and no more.
 */
export const endpointConcurrency = 8

/** The first attempt waits this long for an answer; the later ones, which hold up nothing new, as long as every call. */
const firstTimeoutMs = 5_000

export const timeoutOf = (attemptsBefore: number): number | undefined =>
  attemptsBefore === 0 ? firstTimeoutMs : undefined

/** An attempt takes at most 15 s; after this time another worker may claim the delivery. */
export const claimTtlMs = 20_000

/** Nothing is sent to an endpoint that is switched off, and to one that is paused only tests. */
export const isStopped = (of: {
  readonly is_active: boolean
  readonly paused_at: Date | null
  readonly event_type: string
}): boolean => !of.is_active || (of.paused_at !== null && !isTest(of))

/** The receiver's reaction to an attempt. */
export interface AttemptResult {
  readonly status: number | undefined
  readonly retryAfter: string | undefined
}

export type DeliveryOutcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'failing'; readonly nextAttemptAt: Date }
  | { readonly state: 'given_up'; readonly disablesEndpoint: boolean }

/** The receiver took the message. */
export const isTaken = ({ status }: Pick<AttemptResult, 'status'>): boolean =>
  status !== undefined && status >= 200 && status < 300

/** Sent once: who sent it looks at the answer, and it says nothing of the messages that wait. */
export const isTest = ({ event_type: type }: { readonly event_type: string }): boolean =>
  type === testEventType

/** Decides what follows from an attempt; `attempts` counts the scheduled ones so far, this one included. */
export function decideOutcome(
  attempts: number,
  result: AttemptResult,
  finishedAt: Date,
  maxAttempts: number = retryDelaysS.length,
): DeliveryOutcome {
  const { status } = result
  if (isTaken(result)) return { state: 'delivered' }
  // 410 Gone: the receiver wants no more messages (Standard Webhooks 1.0.0)
  if (status === 410) return { state: 'given_up', disablesEndpoint: true }
  const delayS = retryDelaysS[attempts]
  if (delayS === undefined || attempts >= maxAttempts)
    return { state: 'given_up', disablesEndpoint: false }
  const askedS = retryAfterS(result.retryAfter, finishedAt)
  const waitS = Math.max(delayS, Math.min(askedS, maxRetryAfterS))
  return { state: 'failing', nextAttemptAt: new Date(finishedAt.getTime() + waitS * 1000) }
}

/** What a receiver that has too much to do asks for holds back everything that is meant for it, up to an hour. */
const maxAskedWaitS = 3_600

/** Seconds that an endpoint's messages wait together because its receiver asked for it: 429 and 503 are of all of them. */
export function askedWaitS({ status, retryAfter }: AttemptResult, finishedAt: Date): number {
  if (status !== 429 && status !== 503) return 0
  return Math.min(retryAfterS(retryAfter, finishedAt), maxAskedWaitS)
}

/** Seconds or a date, as RFC 9110 defines; anything else is ignored. */
function retryAfterS(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  if (/^\d+$/.test(header.trim())) return Number(header.trim())
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}

/** An endpoint and what it has failed at so far. */
export interface EndpointFailures {
  /** In a row; attempts that were under way together count once. */
  readonly failures: number
  readonly failingSince: Date | null
  readonly warnedAt: Date | null
  readonly pausedAt: Date | null
}

/** After how long an endpoint's people are warned, so that they can mend it, and after how long it is paused. */
export interface BreakerHours {
  readonly warnHours: number
  readonly pauseHours: number
}

/** An endpoint that is rarely sent anything has failed for long after few attempts. */
const failuresBeforePause = 5

/** What follows from one more failure; `failures` counts it. */
export function decideBreaker(
  { failures, failingSince, warnedAt, pausedAt }: EndpointFailures,
  { warnHours, pauseHours }: BreakerHours,
  now: Date,
): 'pause' | 'warn' | undefined {
  if (pausedAt !== null || failingSince === null) return undefined
  const failingMs = now.getTime() - failingSince.getTime()
  if (failingMs >= pauseHours * hourMs && failures >= failuresBeforePause && warnedAt !== null) {
    return 'pause'
  }
  return failingMs >= warnHours * hourMs && warnedAt === null ? 'warn' : undefined
}

/** When an endpoint that keeps failing will be paused: never before it was warned of. */
export const pauseDueAt = (failingSince: Date, { warnHours, pauseHours }: BreakerHours): Date =>
  new Date(failingSince.getTime() + Math.max(warnHours, pauseHours) * hourMs)

/** The one reason for which an endpoint is switched off by itself, as it is stored. */
export const goneReason = 'The receiver answered 410 Gone'

/** Why an attempt was not answered, as far as it can be said in a reader's language. */
export type AttemptReason =
  | 'refused'
  | 'nameUnknown'
  | 'unreachable'
  | 'certificate'
  | 'encryption'
  | 'notPublic'
  | 'closed'

/** How the network and its libraries say it, the first that fits. */
const patterns: readonly (readonly [RegExp, AttemptReason])[] = [
  [/^The connection was closed before the answer was whole$/, 'closed'],
  [/ leads to .* which is not a public address$/, 'notPublic'],
  [/\bECONNREFUSED\b/, 'refused'],
  [/\b(ENOTFOUND|EAI_AGAIN|EAI_NODATA)\b| has no address$/, 'nameUnknown'],
  [/\b(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL)\b/, 'unreachable'],
  [/certificate|altnames/i, 'certificate'],
  [/^TLS: |\bEPROTO\b/, 'encryption'],
]

/** Undefined: the text is one that is not known. */
export const attemptReasonOf = (text: string): AttemptReason | undefined =>
  patterns.find(([pattern]) => pattern.test(text))?.[1]
