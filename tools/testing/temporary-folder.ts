import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const leastBytes = 6 * 1024 ** 3

/**
 * A new folder for a database of tests: in memory where there is room for many, because to make and to drop their files on
 * a disk takes longer than most tests. Under root the database runs as another user, who must get in.
 */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), prefix))
  chmodSync(folder, 0o755)
  return folder
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > leastBytes
}
