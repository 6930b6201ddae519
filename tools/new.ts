// npm run new payments/payment-links [Permission.String]: begins a feature, front to back.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { featureFiles, type NewFile } from './new-feature/files.ts'
import { namesOf } from './new-feature/names.ts'

const defaultPermission = 'Merchant.Transaction.View'

/** Writes the files of a new feature below `root`; refuses to touch one that is there. */
export function writeFeature(root: string, path: string, permission: string): NewFile[] {
  const names = namesOf(path, permission)
  const folder = join(root, 'features', names.area, names.feature)
  if (existsSync(folder)) throw new Error(`features/${path} is there already`)
  const files = featureFiles(names, nextMigration(root))
  for (const file of files) {
    mkdirSync(dirname(join(root, file.path)), { recursive: true })
    writeFileSync(join(root, file.path), file.text, { flag: 'wx' })
  }
  return files
}

function nextMigration(root: string): number {
  const files = readdirSync(join(root, 'database/migrations'))
  return Math.max(...files.map((name) => Number(name.slice(0, 4)) || 0)) + 1
}

if (import.meta.main) {
  const [path = '', permission = defaultPermission] = process.argv.slice(2)
  try {
    const files = writeFeature(process.cwd(), path, permission)
    console.log(files.map((file) => `written  ${file.path}`).join('\n'))
    // a long name breaks lines elsewhere
    const formatter = join('node_modules', '.bin', 'biome')
    execFileSync(formatter, ['check', '--write', `features/${path}`], { stdio: 'ignore' })
    execFileSync(process.execPath, ['tools/inventory.ts'], { stdio: 'inherit' })
    console.log(`
It asks for ${permission}: set the permission, the path and the menu entry that it should have, and the columns
of its table (then npm run inventory). Its test fails until you say what the feature does.`)
  } catch (error) {
    console.error(`${(error as Error).message}\nnpm run new area/feature [Permission.String]`)
    process.exitCode = 1
  }
}
