import { endpointConcurrency } from '@counterfoil/features/messaging/webhooks/webhooks.rules.ts'
import type { Costs } from './costs.ts'
import { connectionsOfProcess, type Plan } from './needs.rules.ts'

export interface Shape {
  /** Of all payments: those of the largest tenant, and those of the largest merchant. */
  readonly largest: number
  readonly merchant: number
  /** In which a merchant's endpoint answers a webhook. */
  readonly answerMs: number
}

export interface Ceiling {
  readonly part: string
  /** Of the whole installation, at which the part is busy all the time. */
  readonly paymentsPerSecond: number
  readonly remedy: string
}

/** As `docs/runbooks/cluster.md` sets it. */
const maxConnections = 300

/** At which rate each part has nothing left, the first one first, and what is done then. */
export function ceilingsOf(
  { cores }: Pick<Plan, 'cores'>,
  { payment, foldedPerSecond }: Costs,
  { largest, merchant, answerMs }: Shape,
): Ceiling[] {
  const ofProcess = 1000 / payment.productMs
  const ofMachine = (cores * 1000) / payment.databaseMs
  const all: Ceiling[] = [
    { part: 'one product process', paymentsPerSecond: ofProcess, remedy: 'more of them' },
    {
      part: `${maxConnections} connections, without a pooler`,
      paymentsPerSecond: Math.floor(maxConnections / connectionsOfProcess) * ofProcess,
      remedy: 'a pooler for transactions before PostgreSQL',
    },
    {
      part: `webhooks of the largest merchant, ${answerMs} ms each`,
      paymentsPerSecond: (endpointConcurrency * 1000) / answerMs / payment.webhooks / merchant,
      remedy: 'several events in a message, or /v1/events',
    },
    {
      part: 'sums of the largest tenant',
      paymentsPerSecond: foldedPerSecond / payment.deltas / largest,
      remedy: 'folding by merchant, side by side',
    },
    {
      part: `one machine of ${cores} cores for all`,
      paymentsPerSecond: ofMachine,
      remedy: 'a cluster',
    },
    {
      part: `a machine of ${cores} cores for the largest tenant`,
      paymentsPerSecond: ofMachine / largest,
      remedy: 'a larger machine: a tenant lies on one',
    },
  ]
  return all.sort((a, b) => a.paymentsPerSecond - b.paymentsPerSecond)
}
