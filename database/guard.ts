// The guardian: a process that shuts an embedded database down when the process that started it is gone.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Binaries, Home } from './postgres-binaries.ts'
import { writeOwned } from './postgres-cluster.ts'
import { isAlive } from './postmaster.ts'

const guardianFile = fileURLToPath(new URL('./guardian.ts', import.meta.url))

/** Starts the guardian of a server, which may still be starting. */
export function startGuardian(
  { cluster, binaries }: { cluster: string; binaries: Binaries },
  pid: number,
): ChildProcess {
  const guardian = spawn(process.execPath, [guardianFile, cluster, String(pid), binaries.pgCtl], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guardian.stdin?.on('error', () => undefined)
  guardian.unref()
  ;(guardian.stdin as unknown as { unref(): void }).unref()
  return guardian
}

/** Records the guardian of the running server: once it is ready, because another starter may have been faster. */
export function recordGuardian(home: Home, guardian: ChildProcess, postmaster: number): void {
  const note = { guardian: guardian.pid, parent: process.pid, postmaster }
  writeOwned(home, 'guardian.json', JSON.stringify(note))
}

/** Releases a guardian whose server was stopped properly. */
export function releaseGuardian(guardian: ChildProcess | undefined): void {
  guardian?.stdin?.end('released')
}

/** The state of this server's guardian: `stopping` when the guardian's parent is dead, `gone` when the guardian itself is. */
export function guardOf(
  home: Home,
  postmaster: number,
): 'parent lives' | 'stopping' | 'gone' | 'none' {
  try {
    const text = readFileSync(join(home.folder, 'guardian.json'), 'utf8')
    const note = JSON.parse(text) as { guardian: number; parent: number; postmaster: number }
    if (note.postmaster !== postmaster) return 'none'
    if (!isAlive(note.guardian)) return 'gone'
    return isAlive(note.parent) ? 'parent lives' : 'stopping'
  } catch {
    return 'none'
  }
}
