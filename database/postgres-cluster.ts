// The folder of an embedded database: its secret, its data directory, its port.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Binaries, type Home, postgresEnvironment } from './postgres-binaries.ts'

/** The owner's password, made once. */
export function ownerPassword(home: Home): string {
  const file = join(home.folder, 'owner-password')
  if (!existsSync(file)) {
    const part = `${file}.${process.pid}`
    writeFileSync(part, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (home.runAs !== undefined) chownSync(part, home.runAs.uid, home.runAs.gid)
    try {
      // link() fails when another starter was faster: both then read the same secret
      linkSync(part, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(part)
    }
  }
  return readFileSync(file, 'utf8')
}

export function initialise(home: Home, binaries: Binaries, cluster: string): void {
  // Made beside and renamed, so that an initialisation that was cut short is never taken for a database.
  const part = `${cluster}.part-${process.pid}`
  rmSync(part, { recursive: true, force: true })
  const made = spawnSync(
    binaries.initdb,
    [
      '--pgdata',
      part,
      '--username=postgres',
      '--encoding=UTF8',
      ...localeOptions(binaries),
      '--auth=scram-sha-256',
      `--pwfile=${join(home.folder, 'owner-password')}`,
    ],
    { ...home.runAs, cwd: '/', env: postgresEnvironment, encoding: 'utf8' },
  )
  if (made.status !== 0) {
    rmSync(part, { recursive: true, force: true })
    throw new Error(`PostgreSQL could not make its data folder: ${made.error ?? made.stderr}`)
  }
  try {
    renameSync(part, cluster)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    if (!existsSync(cluster)) throw error
  }
}

/** The built-in locale, which PostgreSQL has since version 17, sorts the same on every operating system. */
function localeOptions({ initdb }: Binaries): string[] {
  const { stdout } = spawnSync(initdb, ['--version'], {
    encoding: 'utf8',
    env: postgresEnvironment,
  })
  const major = Number(/(\d+)/.exec(stdout)?.[1])
  return major < 17
    ? ['--locale=C.UTF-8']
    : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
}

export function refuseForeignOwner(cluster: string): void {
  const own = process.getuid?.()
  if (own === undefined || own === 0 || !existsSync(cluster)) return
  const { uid } = statSync(cluster)
  if (uid !== own) {
    throw new Error(
      `${cluster} belongs to user ${uid}: start as that user or as root, or set DATA_DIR to a folder of your own.`,
    )
  }
}

/** The port that this database had last time, while it is free: what people noted down goes on to work. */
export async function choosePort(home: Home): Promise<number> {
  const file = join(home.folder, 'port')
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const port = (await freePort(kept)) ?? (await freePort(0))
  if (port === undefined) throw new Error('There is no free port on 127.0.0.1 for the database')
  if (port !== kept) writeOwned(home, 'port', `${port}\n`)
  return port
}

function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}

/** Whole or not at all, and owned by who owns the database: after root, its user must be able to write again. */
export function writeOwned(home: Home, name: string, text: string): void {
  const part = join(home.folder, `${name}.${process.pid}`)
  writeFileSync(part, text, { mode: 0o600 })
  if (home.runAs !== undefined) chownSync(part, home.runAs.uid, home.runAs.gid)
  renameSync(part, join(home.folder, name))
}
