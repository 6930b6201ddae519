// The PostgreSQL that comes with the product: started, shared, adopted, started again and stopped here.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { releaseGuardian } from './guard.ts'
import { prepareBinaries, prepareHome } from './postgres-binaries.ts'
import { initialise, ownerPassword, refuseForeignOwner } from './postgres-cluster.ts'
import { obtainServer, type Place, type Server } from './postgres-server.ts'
import { signalStop } from './postmaster.ts'

export interface EmbeddedDatabase {
  /** Connects the owner to the server's own database `postgres`. */
  readonly ownerUrl: string
  /** Process id of the server; another one after it was killed and started again. */
  readonly pid: number
  /** Stops the server when this process started or adopted it; one that another process serves is left alone. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  /** False gives up safety on a crash for speed: test databases alone. */
  readonly isDurable?: boolean
  readonly say?: (what: string) => void
  /** A package of another PostgreSQL than the installed one, for tests of versions. */
  readonly packageFolder?: string | undefined
}

const stopAfterMs = 60_000
const watchMs = 200
const tryAgainMs = 5000

/** Starts the database of `dataDir`, or joins the one that already runs there. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const say = options.say ?? (() => undefined)
  const home = prepareHome(options.dataDir)
  const binaries = await prepareBinaries(home, options.packageFolder)
  const cluster = join(home.folder, 'cluster')
  refuseForeignOwner(cluster)
  const password = ownerPassword(home)
  if (!existsSync(cluster)) {
    say('creating the database')
    initialise(home, binaries, cluster)
  }
  const isDurable = options.isDurable ?? true
  const place = { home, binaries, cluster, password, isDurable, say }
  return new Keeper(place, await obtainServer(place))
}

/** Keeps the server running until it is closed: when it is killed, it is started again within moments. */
class Keeper implements EmbeddedDatabase {
  readonly ownerUrl: string
  readonly #place: Place
  readonly #port: number
  #server: Server
  #watch: NodeJS.Timeout | undefined
  #starting: Promise<void> | undefined
  #closing: Promise<void> | undefined

  constructor(place: Place, server: Server) {
    this.#place = place
    this.#port = server.port
    this.#server = server
    this.ownerUrl = `postgres://postgres:${place.password}@127.0.0.1:${server.port}/postgres`
    if (server.guardian !== undefined) {
      this.#watch = setInterval(() => this.#look(), watchMs)
      this.#watch.unref()
    }
  }

  get pid(): number {
    return this.#server.pid
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  #look(): void {
    if (this.#starting !== undefined || this.#server.isRunning()) return
    this.#starting = this.#startAgain()
      .catch(async (error: Error) => {
        this.#place.say(`the database does not start: ${error.message}`)
        await sleep(tryAgainMs)
      })
      .finally(() => {
        this.#starting = undefined
      })
  }

  async #startAgain(): Promise<void> {
    this.#place.say('the database has ended, starting it again')
    releaseGuardian(this.#server.guardian)
    this.#server = await obtainServer(this.#place)
    if (this.#server.port !== this.#port) {
      // connections of this process use its old port
      throw new Error(`port ${this.#port} was taken meanwhile; start Counterfoil again`)
    }
    this.#place.say('the database runs again')
  }

  async #close(): Promise<void> {
    clearInterval(this.#watch)
    await this.#starting
    const { pid, guardian, isRunning } = this.#server
    if (guardian === undefined) return
    const by = { cluster: this.#place.cluster, pgCtl: this.#place.binaries.pgCtl }
    signalStop(pid, 'fast', by)
    const until = Date.now() + stopAfterMs
    while (isRunning() && Date.now() < until) await sleep(20)
    if (isRunning()) signalStop(pid, 'immediate', by)
    releaseGuardian(guardian)
  }
}
