import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// A component of Mantine without its styles is there, and looks like nothing: a bar without height, buttons that touch.

const root = join(import.meta.dirname, '../..')
const sources = ['apps/web', 'features', 'kit/web'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.includes('node_modules'))
    .map((name) => join(folder, name)),
)
const stylesIn = (text: string) => [
  ...text.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g).map(([, name]) => name ?? ''),
]
/** Components without styles of their own, of parts that have some. */
const parts: Readonly<Record<string, readonly string[]>> = {
  MultiSelect: ['Pill', 'PillsInput'],
  TagsInput: ['Pill', 'PillsInput'],
}
const componentsIn = (text: string) =>
  [...text.matchAll(/^import \{([^}]*)\} from '@mantine\/core'/gm)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .flatMap((name) => [name, ...(parts[name] ?? [])]),
  )
/** Of the components that are used nearly everywhere. */
const common = ['styles', 'input-styles', 'overlay-styles'].flatMap((name) =>
  stylesIn(readFileSync(join(root, `kit/web/theme/${name}.ts`), 'utf8')),
)
const styled = readdirSync(join(root, 'node_modules/@mantine/core/styles')).flatMap((name) =>
  name.endsWith('.layer.css') ? name.slice(0, -'.layer.css'.length) : [],
)

test('what shows a component of Mantine brings its styles', () => {
  expect(sources.length).toBeGreaterThan(100)
  const missing = sources.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const own = stylesIn(text)
    return componentsIn(text)
      .filter((name) => styled.includes(name))
      .filter((name) => !own.includes(name) && !common.includes(name))
      .map((name) => `${path}: ${name}`)
  })
  expect(missing).toEqual([])
})
