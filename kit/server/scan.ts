import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isResource, type Resource } from '@counterfoil/kit/contract/resource.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Importing, Route } from './request/route.ts'
import { resourceRoutes } from './resources/resource-routes.ts'

/** A list, or a function that makes one of the providers. */
type Declared = readonly Route[] | ((providers: object) => readonly Route[])

const folder = join(import.meta.dirname, '../../features')

interface Scanned<M> {
  readonly file: string
  readonly module: M
}

const scans = new Map<string, Promise<Scanned<unknown>[]>>()

/** The modules of features whose files are of this pattern, by name. The folders are read once: they stay as they are. */
export function scanModules<M>(pattern: string): Promise<Scanned<M>[]> {
  const scan = scans.get(pattern) ?? importAll(pattern)
  scans.set(pattern, scan)
  return scan as Promise<Scanned<M>[]>
}

function importAll(pattern: string): Promise<Scanned<unknown>[]> {
  const files = globSync(pattern, { cwd: folder }).sort()
  return Promise.all(
    files.map(async (file) => ({
      file,
      module: (await import(pathToFileURL(join(folder, file)).href)) as unknown,
    })),
  )
}

/** Every route that a feature declares in a `*.routes.ts` or a `*.resource.ts`; nothing lists them by hand. */
export async function scanRoutes(providers: object): Promise<Route[]> {
  const declared = (await scanModules<{ routes?: Declared }>('**/*.routes.ts')).flatMap(
    ({ file, module: { routes } }) => {
      if (!routes) throw new Error(`${file} exports no routes`)
      return typeof routes === 'function' ? routes(providers) : routes
    },
  )
  // a rich resource answers some of its calls itself, or all with rules of its own
  const answered = declared.map(({ endpoint }) => endpoint.id)
  const resources = await scanResources()
  return [...declared, ...resources.flatMap((one) => resourceRoutes(one, {}, answered))]
}

/** Every kind of record that a feature declares in a `*.resource.ts`. */
export async function scanResources(): Promise<Resource[]> {
  const modules = await scanModules<Record<string, unknown>>('**/*.resource.ts')
  return modules.flatMap(({ file, module }) => {
    const found = Object.values(module).filter(isResource)
    if (found.length === 0) throw new Error(`${file} declares no resource`)
    return found
  })
}

interface AuditLabels {
  readonly actionLabels?: Readonly<Record<string, Text>>
  readonly recordLabels?: Readonly<Record<string, Text>>
  readonly tableLabels?: Readonly<Record<string, Text>>
}

/** What the audit trail calls actions and records: each feature says it of its own in a `*.audit.ts`. */
export async function scanAuditLabels(): Promise<Required<AuditLabels>> {
  const modules = await scanModules<AuditLabels>('**/*.audit.ts')
  const collected = (kind: keyof AuditLabels) => {
    const entries = modules.flatMap(({ module }) => Object.entries(module[kind] ?? {}))
    const labels = Object.fromEntries(entries)
    if (Object.keys(labels).length < entries.length) throw new Error(`Two ${kind} of one name`)
    return labels
  }
  return {
    actionLabels: collected('actionLabels'),
    recordLabels: collected('recordLabels'),
    tableLabels: collected('tableLabels'),
  }
}

/** What can be imported, by the resource's id, under the rules of the feature that has it. */
export async function scanImports(providers: object): Promise<ReadonlyMap<string, Importing>> {
  const routes = await scanRoutes(providers)
  return new Map(
    routes.flatMap(({ options: { importing } }) =>
      importing === undefined ? [] : [[importing.of.id, importing] as const],
    ),
  )
}
