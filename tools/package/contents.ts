// What an archive of the product holds: the files of this repository that run on a server, and the packages they need.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeOf, targetOf } from '../architecture/place.ts'
import { sourceFile } from '../architecture/source.ts'

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly dev?: boolean
  readonly link?: boolean
  readonly resolved?: string
}
export type LockedPackages = Readonly<Record<string, Locked>>

const workspaces = 'apps/{api,worker},features,kit,identity,providers,database,workloads'
/** What a server runs of `tools`; the others work on the repository. */
const commands =
  'tools/{start,command-line,existing-database,administrator,spread,backup,restore,checksums,audit-verify,verify-export,workbook-rows}.ts'
const papers =
  '{LICENSE,CHANGELOG.md,SECURITY.md,docs/sbom.cdx.json,docs/{runbooks,examples,decisions}/*,docs/*.md}'

const notOfServers =
  /\.(tsx|css|(screens|messages)\.ts)$|^kit\/web\/|^workloads\/(bench|chaos|replay)[./]/

/** Files of this repository, from its root, in order. Throws where one of them imports a file that would not be there. */
export function listFiles(root: string): string[] {
  const patterns = [
    `{${workspaces}}/**/*`,
    commands,
    'tools/{node-flags.json,package.json,serve/**/*}',
    'apps/web/dist/**/*',
    papers,
  ]
  const found = patterns.flatMap((pattern) =>
    globSync(pattern, {
      cwd: root,
      withFileTypes: true,
      exclude: (entry) => entry.name === 'node_modules',
    })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  )
  const files = [...new Set(found.filter(isOfServer))].sort()
  const missing = missingImports(root, files)
  if (missing.length > 0) throw new Error(`Not in the archive:\n${missing.join('\n')}`)
  return files
}

function isOfServer(path: string): boolean {
  if (path.startsWith('apps/web/dist/') || path.startsWith('docs/')) return true
  return !placeOf(path).isTest && !notOfServers.test(path)
}

const sourcesOf = (root: string, files: readonly string[]) =>
  files
    .filter((path) => path.endsWith('.ts'))
    .map((path) => sourceFile(path, readFileSync(join(root, path), 'utf8')))

/** What files import at run time, each with who does. */
function importsOf(root: string, files: readonly string[]) {
  return sourcesOf(root, files).flatMap(({ path, imports, text }) => [
    ...imports
      .filter(({ isType }) => !isType)
      .map(({ specifier }) => ({ path, target: targetOf(path, specifier) })),
    ...[...text.matchAll(/\.resolve\('([@\w/-]+)'\)/g)].map(([, name = '']) => ({
      path,
      target: { kind: 'package' as const, name },
    })),
  ])
}

function missingImports(root: string, files: readonly string[]): string[] {
  const present = new Set(files)
  return importsOf(root, files).flatMap(({ path, target }) =>
    target.kind === 'file' && !present.has(target.place.path)
      ? [`${target.place.path}, which ${path} imports`]
      : [],
  )
}

/** The folders of the packages that these files need, with what those need, as far as they are installed. */
export function listPackages(
  root: string,
  files: readonly string[],
  lock: LockedPackages,
): string[] {
  const isInstalled = (path: string) =>
    lock[path] !== undefined && lock[path].dev !== true && existsSync(join(root, path))
  const found = new Set<string>()
  const add = (from: string, name: string) => {
    const path = findPackage(from, name, isInstalled)
    if (path === undefined || found.has(path) || lock[path]?.link === true) return
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = lock[path] ?? {}
    for (const one of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    }))
      add(path, one)
  }
  for (const { path, target } of importsOf(root, files)) {
    if (target.kind === 'package') add(path, target.name)
  }
  return [...found].sort()
}

/** As Node looks for it: in the nearest `node_modules` that has it. */
function findPackage(
  from: string,
  name: string,
  isInstalled: (path: string) => boolean,
): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (isInstalled(path)) return path
    if (folder === '') return undefined
  }
}
