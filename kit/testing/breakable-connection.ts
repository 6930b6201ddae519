// A way to the database that can be cut, blocked, or made to fail at one chosen message.
import { createServer, connect as dial, type Socket } from 'node:net'

export interface BreakableConnection {
  /** The same connection string, by this way. */
  through(url: string): string
  /** Ends every connection and refuses new ones, as when the server is gone. */
  cut(): void
  /** Takes everything and answers nothing, as when the network drops packets. */
  block(): void
  /**
   * Cuts all connections at the `nth` message of clients from now on, once. The message itself is lost; or it arrives and
   * its answer is lost, so that the client cannot know what was done.
   */
  cutAt(nth: number, lost: 'message' | 'answer'): void
  /** Whether what `cutAt` prepared has happened. */
  readonly wasCut: boolean
  restore(): void
  close(): Promise<void>
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
}

/** In front of the server that the connection string names. */
export async function openBreakableConnection(serverUrl: string): Promise<BreakableConnection> {
  const { hostname, port } = new URL(serverUrl)
  const pairs = new Set<Pair>()
  let state: 'open' | 'cut' | 'blocked' = 'open'
  let plan: { left: number; lost: 'message' | 'answer' } | undefined
  let wasCut = false

  const endAll = () => {
    for (const { client, server } of pairs) {
      client.destroy()
      server.destroy()
    }
  }
  const cutNow = () => {
    wasCut = true
    plan = undefined
    endAll()
  }
  const pass = ({ server }: Pair, chunk: Buffer | string) => {
    if (state === 'blocked') return
    if (plan !== undefined) plan.left -= 1
    if (plan?.left !== 0) return void server.write(chunk)
    if (plan.lost === 'message') return cutNow()
    server.once('data', cutNow)
    server.write(chunk)
  }
  const listener = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    const server = dial(Number(port), hostname)
    const pair = { client, server }
    pairs.add(pair)
    client.on('data', (chunk) => pass(pair, chunk))
    server.on('data', (chunk) => {
      if (state !== 'blocked' && !client.destroyed) client.write(chunk)
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined)
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const ownPort = typeof address === 'object' && address !== null ? address.port : 0

  return {
    through: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${ownPort}` }).href,
    cut() {
      state = 'cut'
      endAll()
    },
    block() {
      state = 'blocked'
    },
    cutAt(nth, lost) {
      wasCut = false
      plan = { left: nth, lost }
    },
    get wasCut() {
      return wasCut
    },
    restore() {
      // what was blocked has missed messages, and is of no use to anybody
      if (state === 'blocked') endAll()
      state = 'open'
      plan = undefined
    },
    async close() {
      endAll()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
