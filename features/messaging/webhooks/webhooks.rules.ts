/** A change that merchants are told of. */
export interface WebhookEvent {
  readonly type: string
  readonly paymentId: string
  readonly eventId: string
  readonly payment: unknown
  readonly now: Date
}

/** Asked for by hand: tells of nothing but that messages arrive. */
export const testEventType = 'webhook.test'

/** The job that works on a delivery. It keeps its own schedule of retries. */
export const deliverJob = { name: 'webhooks.deliver', retries: 0 } as const

/** One attempt asked for by hand. A worker that dies over it is replaced; a receiver that fails is not asked again. */
export const resendJob = { name: 'webhooks.resend', retries: 2 } as const

/** `payment.captured` is wanted by itself, by `payment.*` and by `*`. */
export function isWanted(type: string, wanted: readonly string[]): boolean {
  return wanted.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )
}

/** The body as Standard Webhooks 1.0.0 recommends it: type, timestamp, data. */
export function payloadOf(event: Pick<WebhookEvent, 'type' | 'payment' | 'now'>): string {
  return JSON.stringify({
    type: event.type,
    timestamp: event.now.toISOString(),
    data: event.payment,
  })
}

/** Seconds to wait before each attempt: the first at once, the last some three days after it. */
export const retryDelaysS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/** A receiver that asks for more patience gets it, up to a day. */
const longestRetryAfterS = 86_400

/** An attempt takes 15 s at most; when it is not signed off after this long, another worker may take the delivery over. */
export const claimedForMs = 20_000

/** What a receiver did with an attempt. */
export interface AttemptResult {
  readonly status: number | undefined
  readonly retryAfter: string | undefined
}

export type DeliveryOutcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'failing'; readonly nextAttemptAt: Date }
  | { readonly state: 'given_up'; readonly disablesEndpoint: boolean }

/** What follows from an attempt; `attempts` are those of the schedule so far, this one included. */
export function decideOutcome(
  attempts: number,
  result: AttemptResult,
  finishedAt: Date,
): DeliveryOutcome {
  const { status } = result
  if (status !== undefined && status >= 200 && status < 300) return { state: 'delivered' }
  // 410 Gone: the receiver wants no more of these (Standard Webhooks 1.0.0)
  if (status === 410) return { state: 'given_up', disablesEndpoint: true }
  const delayS = retryDelaysS[attempts]
  if (delayS === undefined) return { state: 'given_up', disablesEndpoint: false }
  const askedS = retryAfterS(result.retryAfter, finishedAt)
  const waitS = Math.max(delayS, Math.min(askedS, longestRetryAfterS))
  return { state: 'failing', nextAttemptAt: new Date(finishedAt.getTime() + waitS * 1000) }
}

/** RFC 9110: seconds, or a date. Anything else asks for nothing. */
function retryAfterS(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  if (/^\d+$/.test(header.trim())) return Number(header.trim())
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}
