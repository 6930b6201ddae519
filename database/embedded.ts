// The PostgreSQL that comes with the product: started, shared, adopted and stopped here.
import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { guardOf, startGuardian } from './guard.ts'
import {
  type Binaries,
  type Home,
  postgresEnvironment,
  prepareBinaries,
  prepareHome,
} from './postgres-binaries.ts'
import { choosePort, initialise, ownerPassword, refuseForeignOwner } from './postgres-cluster.ts'
import { serverOptions } from './postgres-options.ts'
import { isAlive, processesIn, readPostmaster, servesCluster, signalStop } from './postmaster.ts'

export interface EmbeddedDatabase {
  /** Connects the owner to the server's own database `postgres`. */
  readonly ownerUrl: string
  /** Process id of the server. */
  readonly pid: number
  /** Stops the server when this process started or adopted it; one that another process serves is left alone. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  /** False gives up safety on a crash for speed: test databases alone. */
  readonly isDurable?: boolean
  readonly say?: (what: string) => void
}

const stopAfterMs = 60_000

/** Starts the database of `dataDir`, or joins the one that already runs there. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const say = options.say ?? (() => undefined)
  const home = prepareHome(options.dataDir)
  const binaries = await prepareBinaries(home)
  const cluster = join(home.folder, 'cluster')
  refuseForeignOwner(cluster)
  const password = ownerPassword(home)
  if (!existsSync(cluster)) {
    say('creating the database')
    initialise(home, binaries, cluster)
  }

  // A server may be on its way down (its guardian is at work), or another starter may be faster than we are.
  const place: Place = {
    home,
    binaries,
    cluster,
    password,
    isDurable: options.isDurable ?? true,
    say,
  }
  for (let attempt = 1; ; attempt += 1) {
    const running = await findRunning(place)
    if (running !== undefined) return running
    const started = await start(place, attempt)
    if (started !== undefined) return started
  }
}

interface Place {
  readonly home: Home
  readonly binaries: Binaries
  readonly cluster: string
  readonly password: string
  readonly isDurable: boolean
  readonly say: (what: string) => void
}

/** The server that already runs in this folder, once it is ready; undefined when none does. */
async function findRunning(place: Place): Promise<EmbeddedDatabase | undefined> {
  const { cluster, say } = place
  for (let waited = 0; ; waited += 1) {
    const postmaster = readPostmaster(cluster)
    if (postmaster === undefined) return undefined
    const guard = guardOf(place.home, postmaster.pid)
    if (!servesCluster(postmaster.pid, cluster)) {
      // Stale. Removed only when nothing at all runs there: children may outlive a killed server for a moment.
      if (processesIn(cluster).length === 0) {
        rmSync(join(cluster, 'postmaster.pid'), { force: true })
        return undefined
      }
    } else if (postmaster.state === 'ready') {
      // Another process serves it: we share it, and leave it running.
      if (guard === 'parent lives') {
        return {
          ownerUrl: urlOf(place, postmaster.port),
          pid: postmaster.pid,
          close: async () => {},
        }
      }
      // A starter that has just made it ready needs a moment to write down its guardian.
      if (guard === 'gone' || (guard === 'none' && waited > 40)) {
        say('adopting the database that still runs here')
        return serve(place, postmaster.pid, postmaster.port)
      }
      // else its guardian is about to stop it
    }
    if (waited > 0 && waited % 100 === 0) say('waiting for the former database to finish')
    await sleep(50)
  }
}

async function start(place: Place, attempt: number): Promise<EmbeddedDatabase | undefined> {
  const { home, binaries, cluster } = place
  const port = await choosePort(home)
  const logFile = join(home.folder, 'server.log')
  const log = openLog(home, logFile)
  const child = spawn(
    binaries.postgres,
    ['-D', cluster, ...serverOptions(port, place.isDurable)],
    // a session of its own: Ctrl-C in the terminal is for us, and we stop the database last
    {
      ...home.runAs,
      cwd: '/',
      env: postgresEnvironment,
      detached: true,
      stdio: ['ignore', log, log],
    },
  )
  closeSync(log)
  child.unref()
  const outcome = await readiness(child, place)
  if (outcome === 'ready') return serve(place, child.pid as number, port, child)
  const told = lastLines(logFile)
  // Another starter's server, the remains of a killed one, or a port that was taken meanwhile: look again.
  const mayPass = /lock file ".*" already exists|shared memory block .* still in use|could not bind/
  if (attempt < 50 && mayPass.test(told)) {
    await sleep(200)
    return undefined
  }
  throw new Error(`PostgreSQL did not start (${outcome}):\n${told}`)
}

/** Waits for the eighth line of postmaster.pid, or for the end of the process. Recovery may take its time. */
async function readiness(child: ChildProcess, place: Place): Promise<string> {
  let ended: string | undefined
  child.on('exit', (code, signal) => {
    ended = `ended with ${signal ?? code}`
  })
  child.on('error', (error) => {
    ended = error.message
  })
  for (let waited = 1; ended === undefined; waited += 1) {
    const postmaster = readPostmaster(place.cluster)
    if (postmaster?.pid === child.pid && postmaster?.state === 'ready') return 'ready'
    if (waited % 250 === 0) place.say('the database is recovering')
    await sleep(20)
  }
  return ended
}

function serve(place: Place, pid: number, port: number, child?: ChildProcess): EmbeddedDatabase {
  const guardian = startGuardian(place.home, {
    cluster: place.cluster,
    pid,
    pgCtl: place.binaries.pgCtl,
  })
  const isRunning = () =>
    child === undefined ? isAlive(pid) : child.exitCode === null && child.signalCode === null
  let closing: Promise<void> | undefined
  const close = async () => {
    const windows = { binaries: place.binaries, cluster: place.cluster, runAs: place.home.runAs }
    signalStop(pid, 'fast', windows)
    const until = Date.now() + stopAfterMs
    while (isRunning() && Date.now() < until) await sleep(20)
    if (isRunning()) signalStop(pid, 'immediate', windows)
    guardian.stdin?.end('released')
  }
  return {
    ownerUrl: urlOf(place, port),
    pid,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

const maxLogBytes = 16 * 1024 * 1024

function openLog(home: Home, file: string): number {
  if (existsSync(file) && statSync(file).size > maxLogBytes) renameSync(file, `${file}.1`)
  const log = openSync(file, 'a', 0o600)
  if (home.runAs !== undefined) fchownSync(log, home.runAs.uid, home.runAs.gid)
  return log
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
}

const urlOf = (place: Place, port: number) =>
  `postgres://postgres:${place.password}@127.0.0.1:${port}/postgres`
