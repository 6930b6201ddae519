import { expect, test } from 'vitest'

// Every text that the portal has, as it is declared, and every component's source.
const declared = import.meta.glob<Record<string, unknown>>(
  ['../../{apps,features,kit}/**/*.messages.ts', '../../kit/web/**/*-{texts,groups,pages}.ts'],
  { eager: true },
)
const sources = import.meta.glob<string>(
  ['../../{apps,features,kit}/**/*.tsx', '!**/dist/**', '!**/*.test.tsx', '!**/testing/**'],
  { eager: true, query: '?raw', import: 'default' },
)

type Pair = readonly [unknown, unknown]
const isPair = (value: unknown): value is Pair =>
  Array.isArray(value) && value.length === 2 && value.every((one) => isText(one))
const isText = (value: unknown) => typeof value === 'string' || typeof value === 'function'

/** What a text says; what varies is filled in with things that no text has. */
const said = (text: unknown): string =>
  typeof text === 'function' ? String(text('⁂', '⁂', '⁂')) : String(text)

function pairsIn(value: unknown, place: string): (readonly [string, Pair])[] {
  if (isPair(value)) return [[place, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => pairsIn(inner, `${place} ${key}`))
}

const pairs = Object.entries(declared).flatMap(([file, exports]) => pairsIn(exports, file))

/** The same word in both languages, or a name. */
const same = new Set(['BDT', 'CRM', 'Logo', 'MID', 'MPI', 'Test', 'Wiki'])
const hasWords = (text: string) => /\p{L}{2}/u.test(text.replaceAll('⁂', ''))

test('there is no text without both languages, none that is empty, and none in English on the Turkish side [i18n.languages]', () => {
  expect(pairs.length).toBeGreaterThan(500)
  const wrong = pairs.filter(([, [english, turkish]]) => {
    const [one, other] = [said(english), said(turkish)]
    if (one.trim() === '' || other.trim() === '') return true
    return one === other && hasWords(one) && !same.has(one)
  })
  expect(wrong.map(([place, [english]]) => `${place}: ${said(english)}`)).toEqual([])
})

test('Turkish texts are written with Turkish letters: no dotted capital is lost [i18n.languages]', () => {
  // words that a casing by English rules would have broken: "Iptal", "Işlem", "Iade"
  const broken = pairs.filter(([, [, turkish]]) =>
    /\b(Iptal|Işlem|Islem|Iade|Ileri|Istek|Ilk|Indir|Icin|Içer|Isim|Iste)/u.test(said(turkish)),
  )
  expect(broken.map(([place]) => place)).toEqual([])
})

/** Names and patterns that are the same in every language. */
const untranslated = new Set(['Counterfoil', 'Esc', 'DD/MM/YYYY', 'DD/MM/YYYY HH:mm'])

test('no component says anything that is not declared in both languages', () => {
  const literal = Object.entries(sources).flatMap(([file, source]) =>
    [
      ...source.matchAll(/[^=]>\s*([A-Z][A-Za-z ,.']{2,}?)\s*<\//g),
      ...source.matchAll(
        /\b(?:title|label|placeholder|aria-label|alt|description)="([A-Za-z][^"]*)"/g,
      ),
    ]
      .map(([, text = '']) => text)
      .filter((text) => !untranslated.has(text))
      .map((text) => `${file}: ${text}`),
  )
  expect(literal).toEqual([])
})
