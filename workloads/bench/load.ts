import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import autocannon from 'autocannon'
import type pg from 'pg'

/** What one run of load on one server showed. */
export interface Measured {
  readonly perSecond: number
  /** Processor milliseconds of the server's process for each request; undefined where the system does not measure it. */
  readonly cpuMs: number | undefined
  readonly medianMs: number
  /** 97.5 % of the answers came within it. */
  readonly p97Ms: number
  readonly p99Ms: number
  readonly failed: number
}

export interface Load {
  readonly url: string
  readonly headers?: Record<string, string>
  /** One after the other for the clients, instead of `headers`: each client is another reader. */
  readonly readers?: readonly Record<string, string>[]
  /** Requests of a client in a second; absent: each at once after the answer before. */
  readonly rate?: number
  readonly method?: 'GET' | 'POST'
  /** A fresh body and headers for each request, for writes. */
  readonly next?: () => { body: string; headers: Record<string, string> }
  /** The server's process. */
  readonly pid: number
}

export const clients = 16

/**
 * Sends `clients` connections' worth of requests for so many seconds, after a warm-up of the same length that is not
 * counted: Node compiles a path for good only after some thousands of calls, and a server is asked far more often.
 */
export async function measure(load: Load, seconds: number): Promise<Measured> {
  await run(load, seconds)
  const before = cpuSecondsOf(load.pid)
  const result = await run(load, seconds)
  const after = cpuSecondsOf(load.pid)
  const done = result.requests.total
  return {
    perSecond: done / result.duration,
    cpuMs:
      before === undefined || after === undefined ? undefined : ((after - before) * 1000) / done,
    medianMs: result.latency.p50,
    p97Ms: result.latency.p97_5,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}

function run(load: Load, seconds: number): Promise<autocannon.Result> {
  const { url, headers, readers = [], rate, method = 'GET', next } = load
  let reader = 0
  return autocannon({
    url,
    connections: clients,
    duration: seconds,
    method,
    ...(headers ? { headers } : {}),
    ...(rate === undefined ? {} : { overallRate: rate * clients }),
    ...(readers.length > 0
      ? { setupClient: (client) => client.setHeaders(readers[reader++ % readers.length] ?? {}) }
      : {}),
    ...(next
      ? {
          requests: [
            {
              setupRequest: (request: autocannon.Request) => ({
                ...request,
                ...withHeaders(headers, next()),
              }),
            },
          ],
        }
      : {}),
  })
}

function withHeaders(
  headers: Record<string, string> | undefined,
  made: { body: string; headers: Record<string, string> },
) {
  return { body: made.body, headers: { ...headers, ...made.headers } }
}

/** The same work done directly by `clients` loops in this process: the floor that no server can go below. */
export async function measureDirect(
  work: () => Promise<unknown>,
  seconds: number,
): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        await work()
        done++
      }
    }),
  )
  return (done * 1000) / (performance.now() - started)
}

const ticksPerSecond = 100

/** What `/proc` says of a process after its name, which may hold spaces: its state, its parent and so on. */
function processFields(pid: number | string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
  } catch {
    return undefined
  }
}

const secondsIn = (fields: readonly string[], ...at: readonly number[]) =>
  at.reduce((sum, place) => sum + Number(fields[place]), 0) / ticksPerSecond

/** User and system time of a process so far, from the kernel's own account. */
export function cpuSecondsOf(pid: number): number | undefined {
  const fields = processFields(pid)
  return fields && secondsIn(fields, 11, 12)
}

/** The same of all PostgreSQL's processes on this machine, those that have ended too. */
export async function databaseCpuSeconds(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = processFields(rows[0]?.pid ?? 0)?.[1]
  const postmaster = parent && processFields(parent)
  if (!postmaster) return undefined
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const fields = processFields(pid)
      return fields?.[1] === parent ? [secondsIn(fields, 11, 12)] : []
    })
  return children.reduce((sum, one) => sum + one, secondsIn(postmaster, 11, 12, 13, 14))
}
