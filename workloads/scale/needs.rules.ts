import type { Costs } from './costs.ts'

export interface Plan {
  /** In the busiest hour. */
  readonly paymentsPerSecond: number
  /** How many times the year's average that is. */
  readonly peak: number
  /** Pages of the lookup for each payment: people and reports that look at it. */
  readonly lookups: number
  /** Of a database machine. */
  readonly cores: number
  /** The share of its time in which a core may be busy, so that what comes at once does not wait long. */
  readonly busy: number
  /** For how many days logs, keys and webhooks are kept. */
  readonly days: number
}

export interface Needs {
  readonly productCores: number
  readonly databaseCores: number
  readonly databaseMachines: number
  readonly walMegabytesPerSecond: number
  readonly commitsPerSecond: number
  readonly webhooksPerSecond: number
  readonly terabytesPerYear: number
  readonly passingTerabytes: number
  /** To PostgreSQL, of all processes: 24 each. */
  readonly connections: number
}

const yearS = 365 * 86_400
const tera = 1e12
/** The pools of a process, by `docs/runbooks/several-processes.md`. */
export const connectionsOfProcess = 24

/** What a rate of payments needs, by what each of them costs. Nothing waits in this arithmetic: that is what `simulateQueue` is for. */
export function needsOf(plan: Plan, { payment, lookup }: Costs): Needs {
  const { paymentsPerSecond, peak, lookups, cores, busy, days } = plan
  const productMs = payment.productMs + lookups * lookup.productMs
  const databaseMs = payment.databaseMs + lookups * lookup.databaseMs
  const productCores = Math.ceil((paymentsPerSecond * productMs) / 1000 / busy)
  const databaseCores = Math.ceil((paymentsPerSecond * databaseMs) / 1000 / busy)
  const average = paymentsPerSecond / peak
  return {
    productCores,
    databaseCores,
    databaseMachines: Math.ceil(databaseCores / cores),
    walMegabytesPerSecond: (paymentsPerSecond * payment.walBytes) / 1e6,
    commitsPerSecond: paymentsPerSecond * payment.commits,
    webhooksPerSecond: paymentsPerSecond * payment.webhooks,
    terabytesPerYear: (average * yearS * payment.storedBytes) / tera,
    passingTerabytes: (average * days * 86_400 * payment.passingBytes) / tera,
    connections: productCores * connectionsOfProcess,
  }
}
