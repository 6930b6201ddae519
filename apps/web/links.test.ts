import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import { screens } from './screens.ts'

// An address that a page's code writes out in full is one that the portal has.

const root = join(import.meta.dirname, '../..')
const sources = ['apps/web/shell', 'features', 'kit/web'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !/\.test\.|node_modules/.test(name))
    .map((name) => join(folder, name)),
)
const written = (text: string) =>
  [
    ...text.matchAll(
      /['"`](\/(?:crm|merchant|tenant|platform|reports|support|transaction-management)\/[\w/-]+)[?'"`]/g,
    ),
  ].map(([, path = '']) => path)

test('every address of a page that is written out in code leads to a screen', () => {
  const links = sources.flatMap((file) =>
    written(readFileSync(join(root, file), 'utf8')).map((path) => [file, path] as const),
  )
  expect(links.length).toBeGreaterThan(30)
  const dead = links.filter(([, path]) => !screens.some((one) => matchPath(one.path, path)))
  expect(dead).toEqual([])
})
