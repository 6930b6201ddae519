import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { turkishProblems } from '../apps/web/state/turkish-problems.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('{features,kit,identity}/**/*.ts', {
  cwd: root,
  exclude: (name) => name === 'node_modules',
}).filter((file) => !/\.test\.ts$|\/testing\//.test(file))
const sources = files.map((file) => readFileSync(`${root}${file}`, 'utf8'))
const source = sources.join('\n')

/** Codes in the places where refusals are made: by name, and where one is put together, by its parts. */
const given = new Set(
  [
    ...source.matchAll(
      /(?:new Problem|[rR]efused|[pP]roblemOf)\(\s*'([A-Za-z_]+(?:\.[a-z_]+)+|internal|not_found|forbidden)'/g,
    ),
  ].map(([, code = '']) => code),
)
const requestCodes = [...source.matchAll(/FST_ERR_\w+: '([a-z_.]+)'/g)].map(([, code = '']) => code)

test('every refusal of the server has a Turkish text', () => {
  expect(given.size).toBeGreaterThan(60)
  expect(requestCodes).toContain('request.malformed_json')
  const all = [...given, ...requestCodes]
  expect(all.filter((code) => turkishProblems[code] === undefined).toSorted()).toEqual([])
})

test('every translated refusal is one that the server can give', () => {
  // an action's refusal is put together of the action and what stands in its way
  const isThere = (code: string) => {
    const [action = '', refusal = ''] = code.split('.')
    return (
      source.includes(`'${code}'`) ||
      (source.includes(`'${action}'`) && new RegExp(`['\\s]${refusal}['\\s:]`).test(source))
    )
  }
  expect(Object.keys(turkishProblems).filter((code) => !isThere(code))).toEqual([])
})

test('a text names only values that the refusal brings along', () => {
  for (const [code, text] of Object.entries(turkishProblems)) {
    for (const [, name = ''] of text.matchAll(/\{(\w+)\}/g)) {
      const brings = sources.some(
        (one) =>
          new RegExp(`params(: \\{|\\s*= \\{)[^}]*\\b${name}\\b`).test(one) &&
          (one.includes(`'${code}'`) || one.includes(`'${code.split('.')[1]}'`)),
      )
      expect(brings, `${code} {${name}}`).toBe(true)
    }
  }
})
