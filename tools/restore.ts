// `npm run restore -- FOLDER`: puts a backup into an empty DATA_DIR, from which the product then starts.
import { chownSync, copyFileSync, existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { copyFolder, makeNeededFolders } from '@counterfoil/database/online-copy.ts'
import { type Home, prepareHome } from '@counterfoil/database/postgres-binaries.ts'
import { makeFolder } from '@counterfoil/kit/server/make-folder.ts'
import { readSettings, type Settings } from '@counterfoil/kit/server/settings.ts'
import { filesFolder } from './backup.ts'
import { findChanged } from './checksums.ts'

const usage = 'npm run restore -- FOLDER, where FOLDER is a backup; DATA_DIR names an empty folder'

/** Throws, and restores nothing, where the backup is not whole or there is something in the way. */
async function restoreBackup(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'storageUrl' | 'secretsKey'>,
  backup: string,
  say: (what: string) => void = () => undefined,
): Promise<void> {
  const { dataDir } = settings
  if (settings.databaseUrl !== undefined) {
    throw new Error('A backup is restored into DATA_DIR, without DATABASE_URL')
  }
  if (!existsSync(join(backup, 'backup.json'))) throw new Error(`${backup} is no backup: ${usage}`)
  const { secretsKey } = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8'))
  if (secretsKey !== 'here' && settings.secretsKey === undefined) {
    throw new Error('What is sealed in this backup opens with its SECRETS_KEY: set it')
  }
  const files = filesFolder(settings)
  for (const folder of [dataDir, files]) {
    if (folder !== undefined && existsSync(folder) && readdirSync(folder).length > 0) {
      throw new Error(`${folder} is not empty: move it aside, or set DATA_DIR to another folder`)
    }
  }
  say('comparing the backup with its checksums')
  const changed = await findChanged(backup)
  if (changed.length > 0) throw new Error(`The backup was changed: ${changed.join(', ')}`)

  say('restoring')
  makeFolder(dataDir)
  if (existsSync(join(backup, 'files'))) {
    if (files === undefined) throw new Error('The backup has files: set STORAGE_URL to a folder')
    await copyFolder(join(backup, 'files'), files)
  }
  if (existsSync(join(backup, 'secrets.key'))) {
    copyFileSync(join(backup, 'secrets.key'), join(dataDir, 'secrets.key'))
  }
  await restoreDatabase(prepareHome(dataDir), backup)
}

/** The last step, and whole or not at all: without it there is no database to start. */
async function restoreDatabase(home: Home, backup: string): Promise<void> {
  const cluster = join(home.folder, 'cluster')
  if (existsSync(cluster)) throw new Error(`There is a database in ${home.folder}`)
  const password = join(home.folder, 'owner-password')
  copyFileSync(join(backup, 'owner-password'), password)
  own(home, password)
  const part = `${cluster}.part-${process.pid}`
  await copyFolder(join(backup, 'cluster'), part)
  await makeNeededFolders(part)
  own(home, part)
  for (const name of readdirSync(part, { recursive: true })) own(home, join(part, String(name)))
  renameSync(part, cluster)
}

const own = ({ runAs }: Home, path: string) =>
  runAs === undefined ? undefined : chownSync(path, runAs.uid, runAs.gid)

if (import.meta.main) {
  const [backup] = process.argv.slice(2)
  try {
    if (backup === undefined) throw new Error(usage)
    const settings = readSettings()
    await restoreBackup(settings, backup, (what) => console.log(`  ${what}`))
    console.log(`restored into ${settings.dataDir}: start the product on it`)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
