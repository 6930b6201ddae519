import { timingSafeEqual } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** A message may be this old, or this far ahead of the receiver's clock. */
const toleranceS = 300

/**
 * A receiver's side: undefined when the message is genuine and fresh, else what is wrong with it.
 * The library verifies by the machine's clock; this takes the instant from its caller, as all of the product does.
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
