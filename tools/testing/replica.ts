import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedDatabase, startEmbedded } from '@counterfoil/database/embedded.ts'
import pg from 'pg'

/**
 * Starts a streaming replica of an embedded database in a new folder: a copy of its files, which follows its log. As
 * `pg_basebackup` would make one, which the embedded package does not have.
 */
export async function startReplica(
  { ownerUrl }: EmbeddedDatabase,
  dataDir: string,
  replicaDir: string,
): Promise<EmbeddedDatabase> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(`select pg_backup_start('replica', true)`)
    execFileSync('cp', ['-a', `${dataDir}/.`, replicaDir])
    const { rows } = await owner.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop()',
    )
    followAs(join(replicaDir, 'postgres'), ownerUrl, rows[0]?.labelfile ?? '')
  } finally {
    await owner.end()
  }
  return startEmbedded({ dataDir: replicaDir, isDurable: false })
}

function followAs(folder: string, ownerUrl: string, label: string): void {
  const cluster = join(folder, 'cluster')
  // what the copied server knew of itself
  for (const file of ['cluster/postmaster.pid', 'cluster/postmaster.opts', 'port']) {
    rmSync(join(folder, file), { force: true })
  }
  const { hostname, port, username, password } = new URL(ownerUrl)
  const primary = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  const { uid, gid } = statSync(cluster)
  for (const [name, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(cluster, name), text)
    chownSync(join(cluster, name), uid, gid)
  }
}
