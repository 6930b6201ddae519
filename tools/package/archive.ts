// Writes a folder as an archive that is the same, byte for byte, whenever the same is in it.
import { spawn } from 'node:child_process'
import { createWriteStream, lutimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { listBelow, sumOf } from '../checksums.ts'

/** Archives a folder under its own name; its files are from `time`, and nobody's. Answers the archive's checksum. */
export async function archive(folder: string, file: string, time: Date): Promise<string> {
  const parent = dirname(folder)
  const paths = listBelow(folder)
  for (const path of paths) lutimesSync(path, time, time)
  // the names alone, because a folder's own times are those of the staging
  const names = paths.map((path) => path.slice(parent.length + 1)).join('\n')
  const nobody =
    process.platform === 'darwin'
      ? ['--uid', '0', '--gid', '0', '--numeric-owner', '-n']
      : ['--owner=0', '--group=0', '--numeric-owner', '--format=gnu', '--no-recursion']
  const tar = spawn('tar', ['-c', '-f', '-', ...nobody, '-C', parent, '-T', '-'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve, reject) => {
    tar.on('error', reject)
    tar.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`tar ended with ${code}`)),
    )
  })
  tar.stdin.end(names)
  await Promise.all([
    pipeline(tar.stdout, createGzip({ level: 6 }), createWriteStream(file)),
    ended,
  ])
  return sumOf(file)
}
