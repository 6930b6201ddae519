import { globSync } from 'node:fs'
import { join } from 'node:path'
import { guardAuditOf } from '@counterfoil/features/access/audit/audit.public.ts'
import { isResource, type Resource } from '@counterfoil/kit/contract/resource.ts'
import { findResourceRow } from '@counterfoil/kit/database/resource-rows.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resource-routes.ts'
import type { Route } from '@counterfoil/kit/server/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'

type Declared = readonly Route[] | ((providers: Providers) => readonly Route[])

const folder = join(import.meta.dirname, '../../features')

function modulesOf<M>(pattern: string): Promise<{ file: string; module: M }[]> {
  const files = globSync(pattern, { cwd: folder }).sort()
  return Promise.all(
    files.map(async (file) => ({ file, module: (await import(join(folder, file))) as M })),
  )
}

/** Every route that a feature declares in a `*.routes.ts` or a `*.resource.ts`; nothing lists them by hand. */
export async function scanRoutes(providers: Providers): Promise<Route[]> {
  const declared = (await modulesOf<{ routes?: Declared }>('**/*.routes.ts')).flatMap(
    ({ file, module: { routes } }) => {
      if (!routes) throw new Error(`${file} exports no routes`)
      return typeof routes === 'function' ? routes(providers) : routes
    },
  )
  // a rich resource answers some of its calls itself, or all with rules of its own
  const answered = declared.map(({ endpoint }) => endpoint.id)
  const resources = await scanResources()
  for (const one of resources) guardAudit(one)
  return [...declared, ...resources.flatMap((one) => resourceRoutes(one, {}, answered))]
}

/** Every kind of record that a feature declares in a `*.resource.ts`. */
export async function scanResources(): Promise<Resource[]> {
  const modules = await modulesOf<Record<string, unknown>>('**/*.resource.ts')
  return modules.flatMap(({ file, module }) => {
    const found = Object.values(module).filter(isResource)
    if (found.length === 0) throw new Error(`${file} declares no resource`)
    return found
  })
}

/** Who may see a record may see who changed it. */
function guardAudit(resource: Resource): void {
  guardAuditOf(
    resource.id,
    async (db, id) => (await findResourceRow(db, resource, id)) !== undefined,
    resource.permissions.view,
  )
}
