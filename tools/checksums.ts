// Checksums of a folder's files, as `sha256sum --check SHA256SUMS` reads them.
import { createHash } from 'node:crypto'
import { createReadStream, type Dirent, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const sumsFile = 'SHA256SUMS'

/** Files and links below a folder, in order. Links are not followed. */
export function listBelow(folder: string, isListed = (_: Dirent) => true): string[] {
  const found = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listBelow(path, isListed)
    return isListed(entry) ? [path] : []
  })
  return found.sort()
}

export async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Writes `SHA256SUMS` into the folder: every file of it. */
export async function writeSums(folder: string): Promise<void> {
  const lines: string[] = []
  for (const path of filesOf(folder)) {
    lines.push(`${await sumOf(path)}  ${path.slice(folder.length + 1)}\n`)
  }
  writeFileSync(join(folder, sumsFile), lines.join(''))
}

/** What is not as `SHA256SUMS` says: files that were changed, that are missing, and that it does not name. */
export async function findChanged(folder: string): Promise<string[]> {
  const lines = readFileSync(join(folder, sumsFile), 'utf8').split('\n')
  const wanted = new Map(lines.filter(Boolean).map((line) => [line.slice(66), line.slice(0, 64)]))
  const changed: string[] = []
  for (const path of filesOf(folder)) {
    const name = path.slice(folder.length + 1)
    if (wanted.get(name) !== (await sumOf(path))) changed.push(name)
    wanted.delete(name)
  }
  return [...changed, ...wanted.keys()].sort()
}

const filesOf = (folder: string) =>
  listBelow(folder, (entry) => entry.isFile()).filter((path) => path !== join(folder, sumsFile))
