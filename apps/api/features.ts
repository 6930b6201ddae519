import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '@counterfoil/kit/server/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'

type Declared = readonly Route[] | ((providers: Providers) => readonly Route[])

/** Every route that a feature declares in a `*.routes.ts`; nothing lists them by hand. */
export async function scanRoutes(providers: Providers): Promise<Route[]> {
  const folder = join(import.meta.dirname, '../../features')
  const files = globSync('**/*.routes.ts', { cwd: folder }).sort()
  const modules = await Promise.all(
    files.map((file) => import(join(folder, file)) as Promise<{ routes?: Declared }>),
  )
  return modules.flatMap(({ routes }, at) => {
    if (!routes) throw new Error(`${files[at]} exports no routes`)
    return typeof routes === 'function' ? routes(providers) : routes
  })
}
