// What does `postmaster.pid` say, and is it true?
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { postgresEnvironment } from './postgres-binaries.ts'

export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** `ready` comes only after recovery; a TCP connection is accepted long before. */
  readonly state: string
}

/** Reads the lines of `postmaster.pid`: the process id is the first, the port the fourth, the state the eighth. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), state: lines[7]?.trim() ?? '' }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// In a container whose first process reaps nobody, an ended orphan keeps its id.
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}

/** Whether the process is a PostgreSQL of this cluster: after a restart of the machine the id may be anybody's. */
export function servesCluster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') return workingFolder(pid) === realpathSync(cluster)
  if (process.platform === 'win32') return true
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      cluster,
    )
  } catch {
    return false
  }
}

/** Processes that work in the cluster: also the children of a postmaster that was killed. */
export function processesIn(cluster: string): number[] {
  if (process.platform !== 'linux') {
    const postmaster = readPostmaster(cluster)
    return postmaster !== undefined && servesCluster(postmaster.pid, cluster)
      ? [postmaster.pid]
      : []
  }
  const folder = realpathSync(cluster)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && workingFolder(pid) === folder)
}

// PostgreSQL's processes all work in the data directory.
function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** `fast` ends the sessions and writes a checkpoint; `immediate` leaves recovery to the next start. */
export function signalStop(
  pid: number,
  how: 'fast' | 'immediate',
  { cluster, pgCtl }: { readonly cluster: string; readonly pgCtl: string },
): void {
  if (process.platform === 'win32') {
    spawnSync(pgCtl, ['stop', '-W', '-m', how, '-D', cluster], { env: postgresEnvironment })
    return
  }
  try {
    process.kill(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  } catch {
    // already gone
  }
}
