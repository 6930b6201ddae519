// A cluster under load, of which one part after another is lost for some seconds: machines, a process, the proxy.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './checks.ts'
import type { Load } from './load.ts'

export interface Part {
  /** `the coordinator 10.0.0.1:5432` */
  readonly name: string
  /** Whose payments go on without it, by the names of their tenants. */
  readonly spares: readonly string[]
  /** What readiness of a process that goes on says meanwhile: the parts that it names as down. */
  readonly down: readonly string[]
  /** It answers 503 then, because nothing is served without this part. */
  readonly isNeeded: boolean
  readonly downMs: number
  /** Until it must be ready again; `recoverWithinMs` unless said. */
  readonly readyWithinMs?: number
  kill(): Promise<void>
  startAgain(): Promise<void>
}

export interface Outage {
  readonly what: string
  /** Answered payments, captures and refunds while it was down, by tenant. */
  readonly meanwhile: Readonly<Record<string, number>>
  /** What readiness said, each answer once. */
  readonly said: readonly string[]
  /** From its start until every process was ready with all parts, and until each tenant had a payment answered. */
  readonly readyAfterMs: number
  readonly servedAfterMs: number
  /** What readiness of each process said last, when it was ready or the time was over. */
  readonly saidLast: readonly string[]
}

export interface OutageOptions {
  readonly load: Load
  readonly tenantOf: (merchant: string) => string
  readonly tenants: readonly string[]
  /** Where each process answers by itself. */
  readonly processUrls: () => readonly string[]
  readonly recoverWithinMs: number
}

const lookEveryMs = 500

/** Loses a part, gives it back, and waits until all is as before without anybody's help. */
export async function lose(
  part: Part,
  options: OutageOptions,
): Promise<{ outage: Outage; faults: Fault[] }> {
  const { load, tenants, recoverWithinMs } = options
  const said = new Set<string>()
  await part.kill()
  const begun = countAnswered(options)
  const until = performance.now() + part.downMs
  while (performance.now() < until) {
    for (const one of await readinessOf(options.processUrls())) if (one !== undefined) said.add(one)
    await sleep(lookEveryMs)
  }
  const meanwhile = difference(countAnswered(options), begun)
  const startedAt = performance.now()
  const since = load.intents.length
  let saidLast: readonly (string | undefined)[] = []
  const isReady = async () => {
    saidLast = await readinessOf(options.processUrls())
    return saidLast.every((one) => one === '200')
  }
  const isServed = async () => {
    const paid = load.intents.slice(since).filter(({ answer }) => answer?.status === 201)
    return tenants.every((tenant) =>
      paid.some(({ merchant }) => options.tenantOf(merchant.name) === tenant),
    )
  }
  // tenants are served by what goes on long before a process has started
  const [readyAfterMs, servedAfterMs] = await Promise.all([
    part
      .startAgain()
      .then(() => waitFor(isReady, startedAt, part.readyWithinMs ?? recoverWithinMs)),
    waitFor(isServed, startedAt, recoverWithinMs),
  ])
  const outage = {
    ...{ what: part.name, meanwhile, said: [...said].sort(), readyAfterMs, servedAfterMs },
    saidLast: saidLast.map((one) => one ?? 'no answer'),
  }
  return { outage, faults: faultsOf(part, outage) }
}

/** What was otherwise than it is to be while the part was lost. */
export function faultsOf(
  part: Pick<Part, 'name' | 'spares' | 'down' | 'isNeeded'>,
  outage: Outage,
): Fault[] {
  const wrong: string[] = []
  for (const tenant of part.spares) {
    if ((outage.meanwhile[tenant] ?? 0) === 0) wrong.push(`no payment of ${tenant} was answered`)
  }
  const expected = readinessText(part.isNeeded ? 503 : 200, part.down)
  // without what all needs, other parts are down with it
  const isExpected = (said: string) =>
    part.isNeeded
      ? expected.split(' ').every((word) => said.split(' ').includes(word))
      : said === expected
  if (!outage.said.some(isExpected)) wrong.push(`readiness never said ${expected}`)
  if (outage.readyAfterMs === Infinity) wrong.push('it was not ready again in time')
  if (outage.servedAfterMs === Infinity) wrong.push('not every tenant was served again in time')
  return wrong.map((what) => ({ what: `${part.name} lost: ${what}`, count: 1, example: outage }))
}

const readinessText = (status: number, down: readonly string[]) =>
  [String(status), ...[...down].sort()].join(' ')

/** `200 workers`: the status and the parts that are down; undefined of a process that does not answer. */
function readinessOf(urls: readonly string[]): Promise<(string | undefined)[]> {
  return Promise.all(
    urls.map(async (url) => {
      try {
        const signal = AbortSignal.timeout(5000)
        const answer = await fetch(`${url}/api/health/ready`, { signal })
        const body = (await answer.json()) as Partial<Record<'parts' | 'details', object>>
        const parts = body.parts ?? (body.details as { parts?: object } | undefined)?.parts ?? {}
        const down = Object.entries(parts).filter(([, state]) => state === 'down')
        return readinessText(
          answer.status,
          down.map(([name]) => name),
        )
      } catch {
        return undefined
      }
    }),
  )
}

function countAnswered({ load, tenantOf, tenants }: OutageOptions): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(tenants.map((tenant) => [tenant, 0]))
  for (const { merchant, answer } of load.intents) {
    const tenant = tenantOf(merchant.name)
    if (answer?.status === 201) counts[tenant] = (counts[tenant] ?? 0) + 1
  }
  return counts
}

const difference = (later: Record<string, number>, earlier: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(later).map(([tenant, count]) => [tenant, count - (earlier[tenant] ?? 0)]),
  )

/** Milliseconds since `startedAt`; Infinity when it did not come true in time. */
async function waitFor(
  isTrue: () => Promise<boolean>,
  startedAt: number,
  withinMs: number,
): Promise<number> {
  while (performance.now() - startedAt < withinMs) {
    if (await isTrue()) return Math.round(performance.now() - startedAt)
    await sleep(100)
  }
  return Number.POSITIVE_INFINITY
}
