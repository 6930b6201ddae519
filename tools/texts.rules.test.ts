import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { textFindings } from './architecture/texts.ts'

const root = join(import.meta.dirname, '..')
const files = globSync(
  ['{apps,kit}/web/**/*.{ts,tsx}', 'features/**/*.{tsx,messages.ts,screens.ts}'],
  { cwd: root },
).filter((file) => !/node_modules|\/dist\/|\.test\.tsx?$|apps\/web\/building/.test(file))

test('every text that people read is in English and Turkish, and knows its language', () => {
  expect(files.length).toBeGreaterThan(150)
  const found = files.flatMap((file) =>
    textFindings(file, readFileSync(join(root, file), 'utf8')).map(
      ({ line, what }) => `${file}:${line} ${what}`,
    ),
  )
  expect(found).toEqual([])
})

describe('what the check finds', () => {
  test.each([
    ['<p>Hello there</p>', 'says “Hello there” in one language'],
    ['<p title="Hello">{t.x}</p>', 'says “Hello” in one language'],
    ['<p aria-label={`found by`} />', 'says “found by” in one language'],
    ["<p>{isOpen ? 'Close' : t.open}</p>", 'says “Close” in one language'],
    ["<p>{isOpen && 'Close'}</p>", 'says “Close” in one language'],
    ["messages({ a: ['One'] })", 'a is not in two languages'],
    ["messages({ a: ['One', ''] })", 'a is empty in one language'],
    ["messages({ a: ['One', 'One'] })", 'a is “One” in both languages'],
    ["screen({ title: ['Leads', 'Leads'] })", 'title is “Leads” in both languages'],
    ['name.toUpperCase()', 'toUpperCase knows no language'],
    ['count.toLocaleString()', 'toLocaleString without a locale'],
  ])('%s', (code, what) => {
    expect(textFindings('planted.tsx', `const x = () => ${code}`)).toEqual([{ line: 1, what }])
  })

  test('what is right is left alone', () => {
    const code = `const x = () => (
      <p title={t.title} className="wide" data-kind="a b">
        {t.found(3)} · <kbd>Esc</kbd> {'·'}
      </p>
    )
    messages({ mode: ['Test', 'Test'], count: [(n) => \`\${n} found\`, (n) => \`\${n} bulundu\`] })`
    expect(textFindings('right.tsx', code)).toEqual([])
  })
})
