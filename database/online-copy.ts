// Copies an embedded database while it is in use, as pg_basebackup does, which the embedded package does not have.
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** What a server makes for itself at each start: the folder is needed, and nothing of what is in it. */
const emptied = new Set([
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'],
  ...['pg_subtrans', 'pg_wal'],
])
const ofServer = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|.*\.part-\d+)$/
/** Folders of a cluster that may be empty, and that some means of transport lose. */
const needed = [
  ...emptied,
  ...['pg_commit_ts', 'pg_logical/mappings', 'pg_logical/snapshots', 'pg_stat', 'pg_tblspc'],
  ...['pg_twophase', 'pg_wal/archive_status', 'pg_wal/summaries'],
]

/**
 * Copies the files of the running server of `ownerUrl` from `cluster` to `target`: everything that was committed when this
 * began. What is written meanwhile is in the copy of the write-ahead log, from which the copy recovers when it starts.
 */
export async function copyRunning(
  ownerUrl: string,
  cluster: string,
  target: string,
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    // the log that the copy needs stays until this session ends
    await owner.query(`select pg_create_physical_replication_slot($1, true, true)`, [
      `counterfoil_copy_${process.pid}`,
    ])
    await owner.query(`select pg_backup_start('counterfoil', true)`)
    await copyFolder(cluster, target, (name, isTop) =>
      isTop && emptied.has(name) ? 'empty' : !ofServer.test(name),
    )
    const { rows } = await owner.query<{ label: string; tablespaces: string; last: string }>(
      `select labelfile as label, spcmapfile as tablespaces, pg_walfile_name(lsn) as last
       from pg_backup_stop()`,
    )
    const { label = '', tablespaces = '', last = '' } = rows[0] ?? {}
    if (tablespaces !== '') throw new Error('Tablespaces outside of the cluster are not copied')
    const first = /^START WAL LOCATION: .* \(file (\w{24})\)/.exec(label)?.[1] ?? ''
    await copyLog(join(cluster, 'pg_wal'), join(target, 'pg_wal'), first, last)
    await writeFile(join(target, 'backup_label'), label, { mode: 0o600 })
  } finally {
    // ends the slot, and a backup that was not stopped
    await owner.end()
  }
}

/** A cluster does not start without these, even where they are empty. */
export async function makeNeededFolders(cluster: string): Promise<void> {
  for (const name of needed) await mkdir(join(cluster, name), { recursive: true, mode: 0o700 })
}

async function copyLog(from: string, to: string, first: string, last: string): Promise<void> {
  const names = (await readdir(from)).filter(
    (name) => name.endsWith('.history') || (/^\w{24}$/.test(name) && name >= first && name <= last),
  )
  if (!names.includes(first) || !names.includes(last)) {
    throw new Error(`The write-ahead log from ${first} to ${last} is not whole`)
  }
  for (const name of names) await copyFile(join(from, name), join(to, name))
}

/** `take`: whether a name is copied; `empty`: as a folder without what is in it. A file may go while it is copied. */
export async function copyFolder(
  from: string,
  to: string,
  take: (name: string, isTop: boolean) => boolean | 'empty' = () => true,
  isTop = true,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const taken = take(entry.name, isTop)
    if (taken === false) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (taken === 'empty') await mkdir(target, { mode: 0o700 })
    else if (entry.isDirectory()) await copyFolder(source, target, take, false)
    else {
      await copyFile(source, target).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' || existsSync(source)) throw error
      })
    }
  }
}
