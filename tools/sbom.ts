// `npm run sbom`: what the product is made of, as CycloneDX, from the lock file alone: nothing is asked of a registry.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LockedPackage {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
}
type Lock = Readonly<Record<string, LockedPackage>>

const file = 'docs/sbom.cdx.json'
/** Permissive ones, and MPL-2.0, which asks for changes of its own files alone. */
const allowedLicences = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC'],
  ...['MIT', 'MIT-0', 'MPL-2.0', 'PostgreSQL', 'Python-2.0', 'Unlicense', 'Zlib'],
])
/** What is written otherwise than SPDX has it. */
const otherNames: Readonly<Record<string, string>> = { 'MIT/X11': 'MIT' }

/** Said by a package's LICENSE file, and not where npm looks, for exactly these versions. */
const saidInFile: Readonly<Record<string, string>> = {
  'png-js@1.1.0': 'MIT',
  'ssh2@1.17.0': 'MIT',
  'cpu-features@0.0.10': 'MIT',
  'buildcheck@0.0.7': 'MIT',
}

export const readLock = (root: string): Lock =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/** Packages of others, by where they are installed. */
const foreignPackages = (lock: Lock) =>
  Object.entries(lock)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, one]) => {
      const name = one.name ?? path.split('node_modules/').at(-1) ?? ''
      const license = one.license ?? saidInFile[`${name}@${one.version}`]
      return { ...one, name, ...(license === undefined ? {} : { license }) }
    })

/** Packages whose licence is not allowed, each with what it says of it. */
export function refusedLicences(lock: Lock): string[] {
  return foreignPackages(lock)
    .filter(({ license }) => !isAllowed(license))
    .map(({ name, version, license }) => `${name} ${version}: ${license ?? 'says none'}`)
}

/** An SPDX expression without nesting, as packages write them: one of what `OR` parts, and all of what `AND` joins. */
function isAllowed(licence: string | undefined): boolean {
  const written = otherNames[licence ?? ''] ?? licence ?? ''
  const choices = written.replace(/[()]/g, '').split(/\s+OR\s+/i)
  return choices.some((choice) =>
    choice.split(/\s+AND\s+/).every((one) => allowedLicences.has(one)),
  )
}

/** One component a line, so that a change of one package is a change of one line. */
export function sbomText(lock: Lock): string {
  const { name = '', version = '' } = lock[''] ?? {}
  const about = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
  }
  const components = new Map(
    foreignPackages(lock).map((one) => {
      const component = componentOf(one)
      return [component['bom-ref'], JSON.stringify(component)]
    }),
  )
  const lines = [...components.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => line)
  return `${JSON.stringify(about).slice(0, -1)},"components":[\n${lines.join(',\n')}\n]}\n`
}

function componentOf({ name, version, license, integrity, dev, optional }: LockedPackage) {
  const purl = `pkg:npm/${name?.replace('@', '%40')}@${version}`
  const [algorithm, hash] = integrity?.split('-') ?? []
  const expression = otherNames[license ?? ''] ?? license
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    // what only builds and tests it is not part of what runs
    scope: dev === true ? 'excluded' : optional === true ? 'optional' : 'required',
    ...(algorithm === 'sha512' && hash !== undefined
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }
      : {}),
    ...(expression === undefined ? {} : { licenses: [{ expression }] }),
    purl,
  }
}

if (import.meta.main) {
  const lock = readLock(process.cwd())
  writeFileSync(file, sbomText(lock))
  console.log(`${file}: ${foreignPackages(lock).length} packages`)
  const refused = refusedLicences(lock)
  if (refused.length > 0) console.error(`Licences that are not allowed:\n${refused.join('\n')}`)
  process.exitCode = refused.length > 0 ? 1 : 0
}
