// The machines of a Citus cluster that runs on this one: each is killed as a power cut would, and started as it was.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'

export interface Machine {
  /** `127.0.0.1:5433` */
  readonly name: string
  readonly isCoordinator: boolean
  /** Ends all of its processes at once. */
  kill(): Promise<void>
  startAgain(): void
}

/** The coordinator first. Throws where one of them is not a PostgreSQL of this computer, and where it keeps nothing on disk. */
export async function listMachines(owner: ClientBase): Promise<Machine[]> {
  const { rows } = await owner.query<{ name: string; group: number; result: string }>(
    `select nodename || ':' || nodeport as name, groupid as group, result
     from run_command_on_all_nodes($$select split_part(pg_read_file('postmaster.pid'), chr(10), 1) || ' '
       || current_setting('fsync') || ' ' || current_setting('data_directory')$$) join pg_dist_node using (nodeid)
     order by groupid`,
  )
  return rows.map(({ name, group, result }) => {
    const [, pid, fsync, folder] = /^(\d+) (\w+) (.+)$/.exec(result) ?? []
    if (pid === undefined || folder === undefined || !existsSync(`/proc/${pid}/exe`)) {
      throw new Error(`${name} is not killed from here, it runs elsewhere: ${result}`)
    }
    if (fsync !== 'on') throw new Error(`${name} has fsync off, so what it loses proves nothing`)
    return machineOf(name, group === 0, Number(pid), folder)
  })
}

function machineOf(name: string, isCoordinator: boolean, first: number, folder: string): Machine {
  const program = readlinkSync(`/proc/${first}/exe`)
  const listOf = (name: string) =>
    readFileSync(`/proc/${first}/${name}`, 'utf8').split('\0').slice(0, -1)
  const [, ...args] = listOf('cmdline')
  const env = Object.fromEntries(
    listOf('environ').map((one) => [
      one.slice(0, one.indexOf('=')),
      one.slice(one.indexOf('=') + 1),
    ]),
  )
  const status = readFileSync(`/proc/${first}/status`, 'utf8')
  const idOf = (kind: string) => Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  const [uid, gid] = [idOf('Uid'), idOf('Gid')]
  const log = readlinkSync(`/proc/${first}/fd/2`)
  let postmaster = first
  return {
    name,
    isCoordinator,
    async kill() {
      const all = [postmaster, ...childrenOf(postmaster)]
      for (const pid of all) endNow(pid)
      while (all.some((pid) => isRunning(pid))) await sleep(10)
    },
    startAgain() {
      const output = existsSync(log) ? openSync(log, 'a') : ('ignore' as const)
      const child = spawn(program, args, {
        ...{ uid, gid, env, cwd: folder, detached: true },
        stdio: ['ignore', output, output],
      })
      child.unref()
      postmaster = child.pid as number
    },
  }
}

function childrenOf(pid: number): number[] {
  try {
    const said = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    return said.trim().split(/\s+/).map(Number)
  } catch {
    return []
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** One that has ended and waits for its parent to notice is not. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
