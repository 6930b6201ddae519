// Provides a cluster's running server: finds one, adopts it, or starts it.
import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { guardOf, recordGuardian, releaseGuardian, startGuardian } from './guard.ts'
import { type Binaries, type Home, postgresEnvironment } from './postgres-binaries.ts'
import { choosePort } from './postgres-cluster.ts'
import { serverOptions } from './postgres-options.ts'
import {
  isAlive,
  type Postmaster,
  processesIn,
  readPostmaster,
  servesCluster,
} from './postmaster.ts'

export interface Place {
  readonly home: Home
  readonly binaries: Binaries
  readonly cluster: string
  readonly password: string
  readonly isDurable: boolean
  readonly say: (what: string) => void
}

export interface Server {
  readonly pid: number
  readonly port: number
  /** Undefined: another process looks after it. */
  readonly guardian: ChildProcess | undefined
  readonly isRunning: () => boolean
}

/**
 * The cluster's server, ready. A former one may be on its way down (its guardian is at work), or another starter may
 * be faster than we are: then it is looked at again.
 */
export async function obtainServer(place: Place): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const server = (await findRunning(place)) ?? (await start(place, attempt))
    if (server !== undefined) return server
  }
}

const lookMs = 50
const noteWithinLooks = 60

/** The server that already runs in this folder, once it is ready; undefined when none does. */
async function findRunning(place: Place): Promise<Server | undefined> {
  const { cluster, say } = place
  let unguarded = 0
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
      if (guard === 'parent lives') return known(postmaster, undefined)
      // a starter needs a moment to write down its guardian
      unguarded += 1
      if (guard === 'gone' || (guard === 'none' && unguarded > noteWithinLooks)) {
        say('adopting the database that still runs here')
        const guardian = startGuardian(place, postmaster.pid)
        recordGuardian(place.home, guardian, postmaster.pid)
        return known(postmaster, guardian)
      }
      // else its guardian is about to stop it
    }
    if (waited > 0 && waited % 100 === 0) say('waiting for the former database to finish')
    await sleep(lookMs)
  }
}

async function start(place: Place, attempt: number): Promise<Server | undefined> {
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
  const pid = child.pid ?? 0
  // from the first moment on: recovery may take long, and a kill may come then
  const guardian = startGuardian(place, pid)
  const outcome = await readiness(child, place)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  if (outcome === 'ready') {
    recordGuardian(home, guardian, pid)
    return { pid, port, guardian, isRunning }
  }
  releaseGuardian(guardian)
  const logLines = lastLines(logFile)
  // Another starter's server, the remains of a killed one, or a port that was taken meanwhile: look again.
  const mayPass = /lock file ".*" already exists|shared memory block .* still in use|could not bind/
  if (attempt < 50 && mayPass.test(logLines)) {
    await sleep(200)
    return undefined
  }
  // on a full disk PostgreSQL's own words found no place either
  const isFull = spaceLeft(home.folder) < minSpace
  const why = isFull ? `${outcome}, No space left on device: ${home.folder}` : outcome
  throw new Error(`PostgreSQL did not start (${why}):\n${logLines}`)
}

function known({ pid, port }: Postmaster, guardian: ChildProcess | undefined): Server {
  return { pid, port, guardian, isRunning: () => isAlive(pid) }
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

const maxLogBytes = 16 * 1024 * 1024

function openLog(home: Home, file: string): number {
  if (existsSync(file) && statSync(file).size > maxLogBytes) renameSync(file, `${file}.1`)
  const log = openSync(file, 'a', 0o600)
  if (home.runAs !== undefined) fchownSync(log, home.runAs.uid, home.runAs.gid)
  return log
}

// one file of the write-ahead log, without which it does not start
const minSpace = 16 * 1024 * 1024

/** In bytes. */
function spaceLeft(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
}
