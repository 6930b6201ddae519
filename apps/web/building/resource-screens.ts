import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isResource, type Resource } from '@counterfoil/kit/contract/resource.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Plugin } from 'vite'

const name = 'virtual:resource-screens'
const features = join(import.meta.dirname, '../../../features')

interface Declared {
  readonly file: string
  readonly resource: Resource
}

/**
 * The screens of all declared resources, as the module `virtual:resource-screens`. What the menu needs is read off the
 * declarations here; the declarations themselves, with their schemas, come with the page that is opened.
 */
export function resourceScreens(): Plugin {
  return {
    name: 'resource-screens',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: async (id) => (id === `\0${name}` ? moduleOf(await readResources()) : null),
  }
}

/** Node reads the declarations as they are: they need nothing of the browser or the server. */
async function readResources(): Promise<Declared[]> {
  const files = globSync('**/*.resource.ts', { cwd: features }).sort()
  const found = await Promise.all(
    files.map(async (relative) => {
      const file = join(features, relative)
      const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>
      return Object.values(module).flatMap((value) =>
        isResource(value) ? [{ file, resource: value }] : [],
      )
    }),
  )
  return found.flat()
}

function moduleOf(declared: readonly Declared[]): string {
  const icons = [...new Set(declared.flatMap(({ resource }) => resource.screen?.icon ?? []))].sort()
  return [
    "import { createElement } from 'react'",
    "import { screen } from '@counterfoil/kit/web/page/screen.ts'",
    icons.length === 0 ? '' : `import { ${icons.join(', ')} } from '@tabler/icons-react'`,
    "const page = () => import('@counterfoil/kit/web/resource/resource-page.tsx')",
    // once: the menu's screens come with the first page, whose size is limited; a declaration is found by its id
    `const pageOf = (id, load) => async () => {
      const [{ ResourcePage }, [declared, own]] = await Promise.all([page(), Promise.all(load())])
      const of = Object.values(declared).find((one) => one.id === id.replace('.merchants', ''))
      return { default: () => createElement(ResourcePage, { of, parts: own?.parts }) }
    }`,
    `const at = (title, id, path, permission, icon, order, load, group = 'settings', audience = ['platform', 'tenant']) =>
      screen({ title, id, path, permission: [permission].flat(), wide: true, audience, component: pageOf(id, load),
        menu: { group, icon, order } })`,
    `export const screens = [\n${declared.flatMap(screensOf).join(',\n')}\n]`,
  ].join('\n')
}

function screensOf({ file, resource }: Declared): string[] {
  const { id, screen, many, audience, permission, merchants } = resource
  // what is a part of another record is shown there
  if (screen === undefined) return []
  const parts = file.replace(/\.resource\.ts$/, '-parts.tsx')
  const loaded = [`import(${JSON.stringify(file)})`]
  if (existsSync(parts)) loaded.push(`import(${JSON.stringify(parts)})`)
  const load = `() => [${loaded.join(', ')}]`
  const screenOf = ({ title = many, ...said }: Said) => {
    const [only, ...others] = said.permission
    const permission = others.length === 0 ? only : said.permission
    const shown = [title, said.id, said.path, permission].map((one) => JSON.stringify(one))
    const more = [said.group, said.audience].map((one) => JSON.stringify(one))
    // what most of them have is understood
    if (said.audience.join() === 'platform,tenant') more.pop()
    if (more.length === 1 && said.group === 'settings') more.pop()
    return `at(${[...shown, screen.icon, said.order, load, ...more].join(', ')})`
  }
  const { group = 'settings', order, path } = screen
  const operators = { id, path, audience, permission: [permission.view], group, order }
  if (merchants === undefined) return [screenOf(operators)]
  const ofMerchants = {
    ...{ id: `${id}.merchants`, audience: ['merchant'], permission: merchants.permission },
    ...{ path: merchants.path, group: merchants.group, order: merchants.order },
  }
  return [
    screenOf(operators),
    screenOf({
      ...ofMerchants,
      ...(merchants.many === undefined ? {} : { title: merchants.many }),
    }),
  ]
}

interface Said {
  readonly title?: Text
  readonly id: string
  readonly path: string
  readonly audience: readonly string[]
  readonly permission: readonly string[]
  readonly group: string
  readonly order: number
}
