// For commands that only make sense where the product has run: they make no database of their own.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Home, prepareHome } from '@counterfoil/database/postgres-binaries.ts'
import { UsageError } from './command-line.ts'

/** Where the embedded database of a data folder lies. Throws where there is none: DATA_DIR is wrong, or not set. */
export function homeOfDatabase(dataDir: string): Home {
  if (!existsSync(dataDir)) throw new UsageError(`There is no data folder ${dataDir}: set DATA_DIR`)
  const home = prepareHome(dataDir)
  if (existsSync(join(home.folder, 'cluster'))) return home
  throw new UsageError(`There is no database in ${dataDir}: set DATA_DIR`)
}
