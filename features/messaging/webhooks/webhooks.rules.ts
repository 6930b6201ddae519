/** A change that merchants are told of. */
export interface WebhookEvent {
  readonly type: string
  readonly paymentId: string
  readonly eventId: string
  readonly payment: unknown
  readonly now: Date
}

/** The job that works on a delivery. It keeps its own schedule of retries. */
export const deliverJob = { name: 'webhooks.deliver', retries: 0 } as const

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
export function payloadOf(event: WebhookEvent): string {
  return JSON.stringify({
    type: event.type,
    timestamp: event.now.toISOString(),
    data: event.payment,
  })
}
