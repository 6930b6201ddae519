import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { languageCodes, sourceLanguage } from '@counterfoil/kit/contract/languages.ts'
import { describe, expect, test } from 'vitest'
import { valuesOf } from './architecture/catalogs.ts'

const root = join(import.meta.dirname, '..')
const excluded = (name: string) => name === 'node_modules' || name === 'dist'
const files = globSync('{features,kit,identity}/**/*.ts', { cwd: root, exclude: excluded })
const sources = files
  .filter((file) => !/\.test\.ts$|\/testing\/|^kit\/web\//.test(file))
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))
const source = sources.map(({ code }) => code).join('\n')

/** Codes in the places where refusals are made: by name, and where one is put together, by its parts. */
const given = new Set(
  [
    ...source.matchAll(
      /(?:new Problem|[rR]efused|[pP]roblemOf)\(\s*'([A-Za-z_]+(?:\.[a-z_]+)+|internal|not_found|forbidden)'/g,
    ),
  ].map(([, code = '']) => code),
)
const requestCodes = [...source.matchAll(/FST_ERR_\w+: '([a-z_.]+)'/g)].map(([, code = '']) => code)

const languages = languageCodes.filter((language) => language !== sourceLanguage)

describe.each(languages)('the refusals in %s', (language) => {
  const entries = globSync(`{features,kit,identity,apps}/**/problems.${language}.json`, {
    cwd: root,
    exclude: excluded,
  }).flatMap((file) => {
    const texts = JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, string>
    return Object.entries(texts).map(([code, text]) => ({ folder: dirname(file), code, text }))
  })
  const texts = new Map(entries.map(({ code, text }) => [code, text]))

  test('are all that the server gives, each in one place', () => {
    expect(given.size).toBeGreaterThan(60)
    expect(requestCodes).toContain('request.malformed_json')
    expect([...given, ...requestCodes].filter((code) => !texts.has(code)).toSorted()).toEqual([])
    expect(texts.size).toBe(entries.length)
  })

  test('stand in a folder that gives them', () => {
    // an action's refusal is put together of the action and what stands in its way
    const isGivenIn = (folder: string, whole: string) => {
      const [action = '', refusal = ''] = whole.split('.')
      const codes = sources.filter(({ file }) => dirname(file) === folder).map(({ code }) => code)
      return codes.some(
        (code) =>
          code.includes(`'${whole}'`) ||
          ((action === '*' || code.includes(`'${action}'`) || code.includes(`\`${action}.`)) &&
            new RegExp(`['\\s]${refusal}['\\s:]`).test(code)),
      )
    }
    const strange = entries.filter(({ folder, code }) => !isGivenIn(folder, code))
    expect(strange.map(({ folder, code }) => `${folder} ${code}`)).toEqual([])
  })

  test('are ICU messages, and name only values that the refusal brings along', () => {
    for (const { code, text } of entries) {
      expect(text.trim(), code).not.toBe('')
      const names = valuesOf(text)
      expect(names, code).toBeInstanceOf(Array)
      for (const name of names) {
        const brings = sources.some(
          (one) =>
            new RegExp(`params(: \\{|\\s*= \\{)[^}]*\\b${name}\\b`).test(one.code) &&
            (one.code.includes(`'${code}'`) || one.code.includes(`'${code.split('.')[1]}'`)),
        )
        expect(brings, `${code} {${name}}`).toBe(true)
      }
    }
  })
})
