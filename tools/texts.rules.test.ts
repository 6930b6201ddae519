import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { languageCodes, sourceLanguage } from '@counterfoil/kit/contract/languages.ts'
import { type Catalog, catalogsIn } from '@counterfoil/kit/contract/messages.ts'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { messageCalls } from '../apps/web/building/message-calls.ts'
import { catalogFindings } from './architecture/catalogs.ts'
import { textFindings } from './architecture/texts.ts'

const root = join(import.meta.dirname, '..')
const sources = globSync('{apps,kit,features,identity}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).filter((file) => !/\.test\.tsx?$|apps\/web\/building/.test(file))
const webFiles = sources.filter((file) =>
  /^(apps|kit)\/web\/|^features\/.*(\.tsx|\.messages\.ts|\.screens\.ts)$/.test(file),
)
const readSource = (file: string) => readFileSync(join(root, file), 'utf8')
const translated = languageCodes.filter((language) => language !== sourceLanguage)

test('every text that people read is in every language, and knows its language', () => {
  expect(webFiles.length).toBeGreaterThan(150)
  const found = webFiles.flatMap((file) =>
    textFindings(file, readSource(file)).map(({ line, what }) => `${file}:${line} ${what}`),
  )
  expect(found).toEqual([])
})

test('each folder’s catalogs have the texts of its files, and no others', () => {
  const declared = sources
    .filter((file) => readSource(file).includes('messagesOf(import.meta.url)'))
    .flatMap((file) => {
      const calls = messageCalls(parseSync(file, readSource(file)).program)
      return calls.flatMap(({ messages }) => messages).map((one) => ({ ...one, file }))
    })
  expect(declared.length).toBeGreaterThan(2000)
  const withCatalogs = globSync('{apps,kit,features,identity}/**/messages.*.json', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  })
  const folders = new Set([...declared.map(({ file }) => file), ...withCatalogs].map(dirname))
  const found = [...folders].flatMap((folder) => {
    const catalogs = catalogsIn(join(root, folder))
    const texts = declared.filter(({ file }) => dirname(file) === folder)
    return catalogFindings(
      texts,
      Object.fromEntries(translated.map((language) => [language, catalogs.get(language) ?? {}])),
    ).map((finding) => `${folder} ${finding}`)
  })
  expect(found).toEqual([])
})

describe('what the check finds', () => {
  test.each([
    ['<p>Hello there</p>', 'says “Hello there” in one language'],
    ['<p title="Hello">{t.x}</p>', 'says “Hello” in one language'],
    ['<p aria-label={`found by`} />', 'says “found by” in one language'],
    ["<p>{isOpen ? 'Close' : t.open}</p>", 'says “Close” in one language'],
    ["<p>{isOpen && 'Close'}</p>", 'says “Close” in one language'],
    ['name.toUpperCase()', 'toUpperCase knows no language'],
    ['count.toLocaleString()', 'toLocaleString without a locale'],
  ])('%s', (code, what) => {
    expect(textFindings('planted.tsx', `const x = () => ${code}`)).toEqual([{ line: 1, what }])
  })

  const plural = '{count, plural, one {# row} other {# rows}}'
  test.each<[string, Catalog, string]>([
    ["msg({ a: 'One' })", {}, 'tr: “One” is missing'],
    ["msg('One')", { One: { other: 'Bir' } }, 'tr: “One” is missing'],
    ["msg({ a: 'One' })", { One: '' }, 'tr: “One” is empty'],
    ["msg({ a: '' })", { '': '' }, 'an English text is empty'],
    ["msg({ a: 'One' })", { One: 'One' }, 'tr: “One” is the same in both languages'],
    ["msg('One')", { One: 'Bir', Two: 'İki' }, 'tr: “Two” is in no file of the folder'],
    ["msg({ a: 'One' })", { One: { a: 'Bir', b: 'Tek' } }, 'tr: “One” is nowhere called b'],
    [`msg('${plural}')`, { [plural]: '{number} satır' }, 'has the values count, its translation'],
    ["msg('{count, plural, one {#}')", {}, 'is no ICU message'],
    ["msg('{count} rows')", { '{count} rows': '{count satır' }, 'is no ICU message'],
  ])('%s with %j', (code, tr, what) => {
    const [call] = messageCalls(parseSync('planted.ts', code).program)
    expect(catalogFindings(call?.messages ?? [], { tr }).join()).toContain(what)
  })

  test('what is right is left alone', () => {
    const code = `const x = () => (
      <p title={t.title} className="wide" data-kind="a b">
        {t.found({ count: 3 })} · <kbd>Esc</kbd> {'·'}
      </p>
    )
    msg({ mode: 'Test', count: '${plural}', by: { name: '{name}', done: 'Done', is: 'Done' } })`
    expect(textFindings('right.tsx', code)).toEqual([])
    const [call] = messageCalls(parseSync('right.tsx', code).program)
    const tr = {
      Test: 'Test',
      [plural]: '{count, number} satır',
      '{name}': '{name}',
      Done: { done: 'Tamam', is: 'Yapıldı' },
    }
    expect(catalogFindings(call?.messages ?? [], { tr })).toEqual([])
  })

  test('a text that is put together in the code cannot be looked up', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code to be read
    const { program } = parseSync('planted.ts', 'msg(`${count} rows`)')
    expect(() => messageCalls(program)).toThrow('catalogs cannot name it')
  })
})
