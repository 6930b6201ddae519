import { packageFindings } from './package-boundaries.ts'
import type { Place } from './place.ts'
import { placeOf, targetOf } from './place.ts'
import type { Finding, Import, SourceFile } from './source.ts'

/** Which area of `features` may know which others. An area that is not named here may know none. */
export const areaEdges: Readonly<Record<string, readonly string[]>> = {
  // the bottom: money's own books know nobody, so that nothing outside can bend them
  accounting: [],
  access: ['messaging'],
  // a merchant's page shows its people, its MIDs, what it was offered and what it has to hand in before it may take
  // payments; a new one's first administrator is invited; sales go through the pipelines of the settings
  crm: ['access', 'messaging', 'onboarding', 'pricing', 'routing', 'settings', 'tenants'],
  onboarding: ['access', 'messaging', 'settings'],
  // offers begin with templates, and people are told of them
  pricing: ['access', 'messaging'],
  routing: [],
  // rollups count payments by plain values; they know none of the payments' code. Exports are made in a user's name, who
  // is looked up as it is then and told of its end
  reporting: ['access', 'messaging'],
  // what is imported in the background is imported in a user's name, who is looked up as it is then and told of its end
  settings: ['access', 'messaging'],
  tenants: ['access', 'messaging'],
  messaging: [],
  payments: ['access', 'accounting', 'messaging', 'reporting', 'routing', 'tenants'],
  // tickets name payments and files, and tell people of what happens on them
  support: ['access', 'messaging', 'payments'],
  // what stands beside every page: it shows what others make, and nobody builds on it
  workspace: ['access', 'onboarding', 'payments', 'reporting', 'support'],
  // widgets show what all the others count, each from its own figures; nobody builds on them
  dashboards: ['access', 'messaging', 'payments', 'reporting', 'routing', 'support', 'workspace'],
}

/** Which part of the kit stands on which others. */
const kitEdges: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  database: ['contract'],
  jobs: ['contract', 'database'],
  server: ['contract', 'database', 'jobs'],
  web: ['contract'],
}

const pure = ['schema', 'contract', 'resource', 'rules', 'audit']
const web = ['screens', 'component', 'messages', 'style']
const doors = [...pure, 'public']

/** The import table of ARCHITECTURE.md, for every import of every file. */
export function checkImports(files: readonly SourceFile[]): Finding[] {
  const findings: Finding[] = []
  for (const file of files) {
    const from = placeOf(file.path)
    for (const one of file.imports) {
      const target = targetOf(file.path, one.specifier)
      const complaint =
        target.kind === 'file'
          ? (relativeComplaint(from, one) ?? fileComplaint(from, target.place, one))
          : packageFindings(from, target)
      if (complaint !== undefined) {
        findings.push({ path: file.path, line: one.line, rule: 'import', message: complaint })
      }
    }
  }
  return [...findings, ...cycles(files)]
}

function relativeComplaint(from: Place, one: Import): string | undefined {
  if (!one.specifier.startsWith('.')) return undefined
  const target = targetOf(from.path, one.specifier)
  if (target.kind !== 'file') return undefined
  if (from.workspace === 'features' && target.place.folder !== from.folder) {
    return `${one.specifier}: a relative import means the same folder; leave a feature by package name`
  }
  if (target.place.workspace !== from.workspace && !from.isTest) {
    return `${one.specifier}: another workspace is imported by package name`
  }
  if (from.workspace === 'kit' && target.place.part !== from.part) {
    return `${one.specifier}: another part of the kit is imported by package name`
  }
  return undefined
}

function fileComplaint(from: Place, to: Place, one: Import): string | undefined {
  const refuse = (why: string) => `${one.specifier}: ${why}`
  if (from.isTest || isDriver(from)) return undefined
  if (to.isTest || to.workspace === 'e2e') return refuse('nothing of the product imports a test')
  if (isDriver(to)) return refuse('nothing of the product imports tools or workloads')
  if (to.workspace?.startsWith('apps/')) {
    return from.workspace === to.workspace ? undefined : refuse('nobody imports apps')
  }
  if (from.workspace?.startsWith('apps/')) {
    return from.workspace === 'apps/web' && isServerFile(to)
      ? refuse('the browser does not reach server files')
      : undefined
  }
  if (from.workspace === 'features') return featureComplaint(from, to, refuse)
  if (from.workspace === 'kit') return kitComplaint(from, to, one, refuse)
  return roomComplaint(from, to, refuse)
}

/** Tests, tools and workloads drive the whole product; nothing of the product is built on them. */
function isDriver({ workspace }: Place): boolean {
  return workspace === 'tools' || workspace === 'workloads' || workspace === 'e2e'
}

function isServerFile(to: Place): boolean {
  if (to.workspace === 'kit') return to.part !== 'contract' && to.part !== 'web'
  if (to.workspace === 'features')
    return !pure.includes(to.role ?? '') && !web.includes(to.role ?? '')
  return to.workspace !== 'apps/web'
}

type Refuse = (why: string) => string

function featureComplaint(from: Place, to: Place, refuse: Refuse): string | undefined {
  const role = from.role ?? 'server'
  if (to.workspace === 'features') {
    if (from.part !== to.part && !(areaEdges[from.part] ?? []).includes(to.part)) {
      return refuse(`area ${from.part} may not know area ${to.part} (areaEdges)`)
    }
    return mayKnow(from, to) ? undefined : refuse(`a ${role} file may not import a ${to.role} file`)
  }
  const rooms = roomsOf[role === 'component' || web.includes(role) ? 'web' : pureOr(role)]
  const room = to.workspace === 'kit' ? `kit/${to.part}` : to.path
  return rooms.some((one) => room === one || room.startsWith(`${one}/`))
    ? undefined
    : refuse(`a ${role} file may not import ${room}`)
}

const roomsOf = {
  pure: ['kit/contract'],
  web: ['kit/contract', 'kit/web'],
  queries: ['kit/contract', 'kit/database', 'database/rows.generated.ts'],
  server: [
    'kit/contract',
    'kit/server',
    'kit/database',
    'kit/jobs',
    'providers',
    'database/rows.generated.ts',
  ],
}

function pureOr(role: string): 'pure' | 'queries' | 'server' {
  if (pure.includes(role)) return 'pure'
  return role === 'queries' ? 'queries' : 'server'
}

/** Between files of `features`: by role, and by whether they share a folder. */
function mayKnow(from: Place, to: Place): boolean {
  const [role, other] = [from.role ?? 'server', to.role ?? 'server']
  const isOwn = from.folder === to.folder
  if (role === 'schema') return other === 'schema'
  // a rich resource's further calls stand below its own
  if (role === 'contract') return ['schema', 'contract', 'resource'].includes(other)
  if (role === 'resource') return other === 'schema' || other === 'contract'
  if (role === 'rules') return ['schema', 'contract', 'rules'].includes(other)
  if (role === 'queries') return pure.includes(other) || (isOwn && other === 'queries')
  if (role === 'style') return false
  if (web.includes(role))
    return pure.includes(other) || other === 'screens' || (isOwn && web.includes(other))
  return doors.includes(other) || (isOwn && !web.includes(other))
}

function kitComplaint(from: Place, to: Place, one: Import, refuse: Refuse): string | undefined {
  if (to.workspace === 'kit') {
    return from.part === to.part || (kitEdges[from.part] ?? []).includes(to.part)
      ? undefined
      : refuse(`kit/${from.part} does not stand on kit/${to.part}`)
  }
  // The one exception upward. Queries are typed by the tables as they are, and the tables belong to the migrations;
  // the type is gone at run time, so nothing of the kit runs with it.
  if (from.part === 'database' && to.path === 'database/rows.generated.ts' && one.isType) {
    return undefined
  }
  return refuse('the kit knows nothing above it')
}

/** `providers`, `identity` and `database`: the kit's lower parts, never a feature. */
const roomEdges: Readonly<Record<string, readonly string[]>> = {
  providers: ['contract', 'database'],
  identity: ['contract', 'database', 'server'],
  database: ['contract', 'database', 'jobs', 'server'],
}

function roomComplaint(from: Place, to: Place, refuse: Refuse): string | undefined {
  const room = from.workspace ?? ''
  if (to.workspace === room) return undefined
  if (to.workspace === 'kit' && (roomEdges[room] ?? []).includes(to.part)) return undefined
  return refuse(`${room} may not import ${to.workspace ?? to.path}`)
}

/** Cycles of imports that exist at run time, across package names too. */
function cycles(files: readonly SourceFile[]): Finding[] {
  const edges = new Map(
    files.map((file) => [
      file.path,
      file.imports
        .filter((one) => !one.isType)
        .map((one) => targetOf(file.path, one.specifier))
        .flatMap((target) => (target.kind === 'file' ? [target.place.path] : [])),
    ]),
  )
  const findings: Finding[] = []
  const done = new Set<string>()
  const walk = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) {
      const ring = [...trail.slice(start), path].join(' → ')
      findings.push({ path, rule: 'cycle', message: `imports go in a ring: ${ring}` })
      return
    }
    if (done.has(path)) return
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path])
    done.add(path)
  }
  for (const path of edges.keys()) walk(path, [])
  return findings
}
