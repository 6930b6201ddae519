// `npm run backup -- FOLDER`: a copy of everything that must survive, made while the product serves, in a new folder there.
import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '@counterfoil/database/embedded.ts'
import { copyFolder, copyRunning } from '@counterfoil/database/online-copy.ts'
import { makeFolder } from '@counterfoil/kit/server/make-folder.ts'
import { readSettings, type Settings } from '@counterfoil/kit/server/settings.ts'
import { version } from '@counterfoil/kit/server/version.ts'
import { writeSums } from './checksums.ts'
import { homeOfDatabase } from './existing-database.ts'

const usage = 'npm run backup -- FOLDER'

/** Answers the folder of the backup, which is there once it is whole. */
async function makeBackup(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'storageUrl' | 'secretsKey'>,
  target: string,
  say: (what: string) => void = () => undefined,
): Promise<string> {
  const { dataDir } = settings
  if (settings.databaseUrl !== undefined) {
    throw new Error(
      'DATABASE_URL is backed up with what its server offers, and files by themselves: see docs/runbooks/restore.md.',
    )
  }
  const home = homeOfDatabase(dataDir)
  const cluster = join(home.folder, 'cluster')
  const madeAt = new Date().toISOString()
  const folder = resolve(target, `counterfoil-${madeAt.replace(/[:.]/g, '-')}`)
  const part = `${folder}.part`
  // it has the owner's password, and may have the key of what is sealed
  makeFolder(part, 0o700)
  try {
    const server = await startEmbedded({ dataDir })
    try {
      say('copying the database')
      await copyRunning(server.ownerUrl, cluster, join(part, 'cluster'))
    } finally {
      await server.close()
    }
    copyFileSync(join(home.folder, 'owner-password'), join(part, 'owner-password'))
    // after the database: a file is stored before its row
    const files = filesFolder(settings)
    if (files !== undefined && existsSync(files)) {
      say('copying files')
      await copyFolder(files, join(part, 'files'))
    }
    const key = join(dataDir, 'secrets.key')
    if (settings.secretsKey === undefined && existsSync(key)) {
      copyFileSync(key, join(part, 'secrets.key'))
    }
    writeFileSync(
      join(part, 'backup.json'),
      `${JSON.stringify(about(settings, madeAt), undefined, 2)}\n`,
    )
    say('writing checksums')
    await writeSums(part)
    renameSync(part, folder)
    return folder
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    throw error
  }
}

/** Where files lie on this machine; undefined where they lie in a bucket. */
export function filesFolder({
  storageUrl,
  dataDir,
}: Pick<Settings, 'storageUrl' | 'dataDir'>): string | undefined {
  if (storageUrl === undefined) return join(dataDir, 'files')
  return storageUrl.startsWith('file:') ? fileURLToPath(storageUrl) : undefined
}

function about(settings: Pick<Settings, 'storageUrl' | 'secretsKey' | 'dataDir'>, madeAt: string) {
  return {
    ...{ product: 'Counterfoil', version, madeAt },
    files: filesFolder(settings) === undefined ? 'in a bucket, not part of this' : 'here',
    secretsKey: settings.secretsKey === undefined ? 'here' : 'in SECRETS_KEY, not part of this',
  }
}

if (import.meta.main) {
  const [target] = process.argv.slice(2)
  try {
    // an option is no folder: its copy of all secrets would lie where the command was given
    if (target === undefined || target.startsWith('-')) throw new Error(usage)
    const settings = readSettings()
    const folder = await makeBackup(settings, target, (what) => console.log(`  ${what}`))
    console.log(`backup ${folder}`)
    if (filesFolder(settings) === undefined) console.log('Files lie in a bucket: back it up too.')
    if (settings.secretsKey !== undefined) console.log('SECRETS_KEY is not in it: keep it safe.')
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
