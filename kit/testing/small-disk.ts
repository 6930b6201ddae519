// A real file system of a few megabytes, to fill it up.
import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly folder: string
  /** Leaves no space at all. */
  fill(): void
  /** Gives the space back. */
  free(): void
  remove(): void
}

/** Undefined where mounting is not permitted: it takes root on Linux, and not every container lets it. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-small-disk-'))
  const size = `size=${megabytes}m`
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder])
  if (status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  // under root the database runs as another user, who must get in
  chmodSync(folder, 0o777)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      // smaller and smaller pieces: a file system keeps no odd bytes
      for (const bytes of [1_048_576, 4096]) {
        while (statfsSync(folder).bavail * statfsSync(folder).bsize >= bytes) append(filler, bytes)
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      // lazily: whoever still has a file open there loses nothing but the folder
      spawnSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function append(file: string, bytes: number): void {
  const handle = openSync(file, 'a')
  try {
    writeSync(handle, Buffer.alloc(bytes))
  } finally {
    closeSync(handle)
  }
}
