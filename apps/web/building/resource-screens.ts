import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isResource, type Resource } from '@counterfoil/kit/contract/resource.ts'
import type { Plugin } from 'vite'

const name = 'virtual:resource-screens'
const features = join(import.meta.dirname, '../../../features')

interface Declared {
  readonly file: string
  readonly exported: string
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
      return Object.entries(module).flatMap(([exported, value]) =>
        isResource(value) ? [{ file, exported, resource: value }] : [],
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
    `export const screens = [\n${declared.flatMap(screensOf).join(',\n')}\n]`,
  ].join('\n')
}

function screensOf({ file, exported, resource }: Declared): string[] {
  const { id, screen, many, audience, permission, merchants } = resource
  // what is a part of another record is shown there
  if (screen === undefined) return []
  const parts = file.replace(/\.resource\.ts$/, '-parts.tsx')
  const loaded = ['page()', `import(${JSON.stringify(file)})`]
  if (existsSync(parts)) loaded.push(`import(${JSON.stringify(parts)})`)
  const screenOf = (said: object, menu: string) => `screen({
    ...${JSON.stringify({ title: many, wide: true, ...said })},
    menu: { ${menu}, icon: ${screen.icon} },
    component: async () => {
      const [{ ResourcePage }, declared, own] = await Promise.all([${loaded.join(', ')}])
      return { default: () => createElement(ResourcePage, { of: declared.${exported}, parts: own?.parts }) }
    },
  })`
  const operators = { id, path: screen.path, audience, permission: [permission.view] }
  const all = [
    screenOf(
      operators,
      `group: ${JSON.stringify(screen.group ?? 'settings')}, order: ${screen.order}`,
    ),
  ]
  if (merchants === undefined) return all
  const { path, group, order, many: title = many } = merchants
  const own = { title, audience: ['merchant'], permission: merchants.permission }
  const menu = `group: ${JSON.stringify(group)}, order: ${order}`
  return [...all, screenOf({ id: `${id}.merchants`, path, ...own }, menu)]
}
