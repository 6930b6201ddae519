import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { environment } from '@counterfoil/kit/server/settings.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const documents = globSync('{*.md,docs/**/*.md}', { cwd: root })
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

const roomNames = 'apps|features|kit|identity|providers|database|e2e|tools|workloads|docs|\\.ci'
const pathPattern = new RegExp(`^(?:(?:${roomNames})(?:/[\\w.@*-]+)*/?|[A-Z]+(?:\\.md)?)$`)

/** Paths that a text names between backticks or as a link. */
function pathsIn(text: string): string[] {
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
  const links = [...text.matchAll(/\]\(([^)#\s]+)\)/g)].map((match) => match[1] ?? '')
  return [
    ...code
      .filter((one) => one.includes('/') || one.endsWith('.md'))
      .filter((one) => pathPattern.test(one)),
    ...links.filter((one) => !/^[a-z]+:/.test(one)),
  ]
}

function isThere(path: string): boolean {
  return path.includes('*')
    ? globSync(path, { cwd: root }).length > 0
    : existsSync(`${root}${path}`)
}

/** The folders of a tree drawn in a code block: two spaces in is one folder down. */
function foldersOfTree(text: string): string[] {
  const block = /## The tree\s+```\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  const trail: string[] = []
  return block.split('\n').flatMap((line) => {
    const [, space = '', name] = /^( *)([a-z-]+)\/ /.exec(line) ?? []
    if (name === undefined) return []
    trail.length = space.length / 2
    trail.push(name)
    return [trail.join('/')]
  })
}

describe.each(documents)('%s', (document) => {
  const text = read(document)

  test('names only paths that exist', () => {
    expect(pathsIn(text).filter((path) => !isThere(path))).toEqual([])
  })

  test('names only commands that exist', () => {
    const code = [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].join('\n')
    const named = [...code.matchAll(/npm (?:run )?([a-z:-]+)/g)].map((match) => match[1] ?? '')
    const builtIn = ['install', 'ci']
    expect(named.filter((name) => !(name in scripts) && !builtIn.includes(name))).toEqual([])
  })
})

test('the reader of paths finds what is wrong', () => {
  expect(
    pathsIn('see `kit/server/nowhere.ts` and [a](docs/none.md), not `POST /v1/payments`'),
  ).toEqual(['kit/server/nowhere.ts', 'docs/none.md'])
  expect(isThere('kit/server/nowhere.ts')).toBe(false)
  expect(isThere('docs/decisions/')).toBe(true)
})

test('the tree in ARCHITECTURE.md is the tree', () => {
  const folders = foldersOfTree(read('ARCHITECTURE.md'))
  expect(folders.length).toBeGreaterThan(20)
  expect(folders.filter((folder) => !isThere(folder))).toEqual([])
  const areas = globSync('features/*/', { cwd: root }).map((path) => path.replace(/\/$/, ''))
  expect(
    areas.filter(
      (area) =>
        area.split('/').length === 2 &&
        !area.includes('node_modules') &&
        !area.includes('.') &&
        !folders.includes(area),
    ),
  ).toEqual([])
})

test('documents stay short', () => {
  const most = (path: string) => {
    if (path.startsWith('docs/decisions/')) return 45
    return path === 'ARCHITECTURE.md' ? 150 : 120
  }
  const long = documents.filter((path) => read(path).split('\n').length - 1 > most(path))
  expect(long).toEqual([])
})

test('README lists every setting with its default, and every command', () => {
  const readme = read('README.md')
  const rows = new Map(
    [...readme.matchAll(/^\| `([A-Z_]+)` +\| ([^|]+) \|/gm)].map((match) => [
      match[1] ?? '',
      (match[2] ?? '').trim(),
    ]),
  )
  const { properties = {} } = z.toJSONSchema(environment, { io: 'input', unrepresentable: 'any' })
  expect([...rows.keys()].sort()).toEqual(Object.keys(properties).sort())
  for (const [name, setting] of Object.entries(properties)) {
    const value = typeof setting === 'object' ? setting.default : undefined
    if (value !== undefined) expect(`${name}: ${rows.get(name)}`).toBe(`${name}: \`${value}\``)
  }
  const commands = Object.keys(scripts).filter((name) => name !== 'build')
  expect(commands.filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(readme))).toEqual([])
})

test('the licence is the whole Apache License 2.0', () => {
  const licence = read('LICENSE')
  expect(licence).toContain('Version 2.0, January 2004')
  expect(licence).toContain('9. Accepting Warranty or Additional Liability.')
  expect(licence.length).toBeGreaterThan(11_000)
})
