import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = new URL('../../', import.meta.url)

/**
 * What the feature files of a kind export under a name, `routes` of all `*.routes.ts` say, in the order of their
 * paths. An export is a list, or a function that makes one of the providers.
 */
export async function scanFeatures<T>(
  kind: 'routes' | 'jobs',
  exported: string,
  providers: object,
): Promise<T[]> {
  const files = globSync(`features/**/*.${kind}.ts`, {
    cwd: fileURLToPath(root),
    exclude: (name) => name === 'node_modules',
  }).sort()
  const found = await Promise.all(
    files.map(async (file) => {
      const module = (await import(pathToFileURL(fileURLToPath(new URL(file, root))).href)) as {
        [name: string]: readonly T[] | ((providers: object) => readonly T[]) | undefined
      }
      const value = module[exported]
      if (value === undefined && exported === 'routes') {
        throw new Error(`${file} does not export ${exported}`)
      }
      return typeof value === 'function' ? value(providers) : (value ?? [])
    }),
  )
  return found.flat()
}
