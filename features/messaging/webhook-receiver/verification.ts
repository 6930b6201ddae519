import { timingSafeEqual } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** The allowed difference between a message's time and the receiver's clock. */
const toleranceS = 300

/**
 * Verifies a message as a receiver does: undefined when it is genuine and fresh, else the fault. The library uses the
 * machine's clock; this function takes the time from its caller, as all of the product does.
 */
export function findSignatureFault(
  secret: string,
  headers: Readonly<Record<string, unknown>>,
  body: string,
  now: Date,
): string | undefined {
  const id = headers['webhook-id']
  const timestamp = Number(headers['webhook-timestamp'])
  const signatures = headers['webhook-signature']
  if (typeof id !== 'string' || typeof signatures !== 'string' || !Number.isInteger(timestamp)) {
    return 'The headers webhook-id, webhook-timestamp and webhook-signature are needed'
  }
  if (Math.abs(now.getTime() / 1000 - timestamp) > toleranceS) {
    return 'webhook-timestamp is more than five minutes from now'
  }
  const expected = Buffer.from(new Webhook(secret).sign(id, new Date(timestamp * 1000), body))
  const isGenuine = signatures.split(' ').some((one) => {
    const given = Buffer.from(one)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isGenuine ? undefined : 'webhook-signature does not fit the message'
}
