import { posix } from 'node:path'
import { placeOf } from './place.ts'
import type { Finding, SourceFile } from './source.ts'

const vagueNames = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'types',
  'index',
  'shared',
]
/** Tests and styles are not counted. */
const maxFilesInFolder = 30
/** Folders below `features`: area, feature, and two more where a feature splits. */
const maxDepth = 4
const softLineLimit = 250
const maxLines = 500

/** Names, roles, and sizes: what keeps a folder readable at a glance. */
export function checkShape(files: readonly SourceFile[]): Finding[] {
  return [
    ...files.flatMap((file) => [
      ...nameFindings(file),
      ...sizeFindings(file),
      ...textFindings(file),
    ]),
    ...folderFindings(files),
    ...migrationFindings(files),
  ]
}

function nameFindings({ path }: SourceFile): Finding[] {
  const findings: Finding[] = []
  const [stem = ''] = posix.basename(path).split('.')
  for (const part of [...posix.dirname(path).split('/'), stem]) {
    if (vagueNames.includes(part)) {
      findings.push({ path, rule: 'name', message: `"${part}" says nothing; name what is inside` })
    }
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part)) {
      findings.push({ path, rule: 'name', message: `"${part}" is not kebab-case` })
    }
  }
  const place = placeOf(path)
  if (place.workspace === 'features' && !/\.(css|json)$/.test(path) && !hasKnownSuffix(path)) {
    findings.push({ path, rule: 'role', message: 'the suffix of the name is no known role' })
  }
  return findings
}

// At most one role between name and extension: `refunds.rules.ts`, `refunds.rules.test.ts`, `refund-dialog.tsx`.
const featureName =
  /^[^.]+(\.(schema|contract|resource|rules|queries|views|routes|jobs|public|screens|messages|audit))?(\.test)?\.tsx?$/

function hasKnownSuffix(path: string): boolean {
  return featureName.test(posix.basename(path))
}

function sizeFindings({ path, text }: SourceFile): Finding[] {
  if (/\.(generated|messages)\.ts$|\.sql$/.test(path)) return []
  const lines = text.split('\n').length - 1
  if (lines > maxLines) {
    return [{ path, rule: 'size', message: `${lines} lines; at most ${maxLines}` }]
  }
  if (lines <= softLineLimit || placeOf(path).isTest) return []
  return [
    { path, rule: 'size', message: `${lines} lines; usual is ${softLineLimit}`, isWarning: true },
  ]
}

// Spelt in parts, so that this file does not find itself.
const unfinished = new RegExp(
  `\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')})\\b(?! ?\\(?#\\d)`,
)

/** Of all tenants, or of those that a feature finds by itself. */
const loopOverTenants = /\blistTenantIds\b|\bfor \(const (\{ )?tenantId\b/

function textFindings({ path, text }: SourceFile): Finding[] {
  const findings: Finding[] = []
  const isOfJobs = path.endsWith('.jobs.ts')
  for (const [index, line] of text.split('\n').entries()) {
    const at = { path, line: index + 1 }
    if (/^export \*/.test(line)) {
      findings.push({ ...at, rule: 'barrel', message: 'no barrels: import from where it stands' })
    }
    if (unfinished.test(line)) {
      findings.push({ ...at, rule: 'unfinished', message: 'a note for later names its issue' })
    }
    if (isOfJobs && loopOverTenants.test(line)) {
      findings.push({
        ...at,
        rule: 'tenants',
        message: 'the failure of one tenant stops those behind it: forEachTenant goes through them',
      })
    }
    if (/^\s*(vi|jest)\.(do)?[mM]ock\(/.test(line)) {
      findings.push({ ...at, rule: 'mock', message: 'no mocks: outside systems have simulators' })
    }
  }
  return findings
}

function folderFindings(files: readonly SourceFile[]): Finding[] {
  const folders = Map.groupBy(
    files.filter(({ path }) => path.startsWith('features/') && !/\.test\.tsx?$|\.css$/.test(path)),
    (file) => posix.dirname(file.path),
  )
  return [...folders].flatMap(([folder, inside]) => {
    const findings: Finding[] = []
    if (inside.length > maxFilesInFolder) {
      const message = `${inside.length} files; at most ${maxFilesInFolder}: the feature splits`
      findings.push({ path: folder, rule: 'folder', message })
    }
    if (folder.split('/').length - 1 > maxDepth) {
      findings.push({ path: folder, rule: 'folder', message: `deeper than ${maxDepth} folders` })
    }
    return findings
  })
}

/** Two migrations of one number come from two branches that met; the one that comes later takes the next number. */
function migrationFindings(files: readonly SourceFile[]): Finding[] {
  const numbered = Map.groupBy(
    files.filter(({ path }) => /^database\/migrations\/\d{4}-/.test(path)),
    ({ path }) => posix.basename(path).slice(0, 4),
  )
  return [...numbered].flatMap(([number, [, ...others]]) =>
    others.map(({ path }) => ({
      path,
      rule: 'migration',
      message: `another migration has the number ${number}`,
    })),
  )
}
