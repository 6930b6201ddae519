// What everything that is sealed in the database is sealed with, in the end: a secret that is not in it.
import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** A key for one use: from `SECRETS_KEY`, which all processes share, or from a secret made once in the data folder. */
export function secretsKeyFor(
  use: string,
  { secretsKey, dataDir }: Pick<Settings, 'secretsKey' | 'dataDir'>,
): Buffer {
  const secret = secretsKey ?? keyInFolder(dataDir)
  return Buffer.from(hkdfSync('sha256', secret, '', use, 32))
}

function keyInFolder(folder: string): string {
  const path = join(folder, 'secrets.key')
  mkdirSync(folder, { recursive: true })
  const part = `${path}.${process.pid}.part`
  writeFileSync(part, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // whole or not at all; whoever was first has made it
    linkSync(part, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(part, { force: true })
  }
  return readFileSync(path, 'utf8')
}
