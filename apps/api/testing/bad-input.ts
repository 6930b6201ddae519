// What the documents' input rules look for in texts (rules.json, `inputs.*`), and what no field takes at all.
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** Texts that each rule is about. A field refuses one, or keeps it as it was typed. */
export const roguishTexts: Readonly<Record<string, string>> = {
  'inputs.sanitise: script tag': '<script>alert(1)</script>',
  'inputs.sanitise: script-like protocol': 'javascript:alert(1)',
  'inputs.sanitise: event handler': '<img src=x onerror=alert(1)>',
  'inputs.sanitise: special characters': '& < > " \' &amp; &lt;',
  'inputs.sanitise: control characters': 'bell\u0007 escape\u001b[31m',
  'inputs.sanitise: SQL': "x'; drop table app.payment; --",
  'inputs.sanitise: SQL, always true': "' or 1=1 --",
  'inputs.sanitise: words that are names': 'Select Drop Union Ltd, O’Neil & Sons',
  'inputs.email': 'Two@@At. Spaces@example..com',
  'inputs.number': '--1.2.3e999',
  'inputs.phone': '+90 (212) 555-00-00 ext. <1>',
  'inputs.url': 'ftp://127.0.0.1/%00',
  'inputs.percentage': '.00%',
  'inputs.card': '4242424242424242',
  'a formula': '=HYPERLINK("http://x.example","y")',
  'right to left': 'abc\u202Etxt.exe',
  'zero width': 'zero\u200bwidth\ufeff',
  emoji: '👩‍👩‍👧‍👦'.repeat(3),
}

/** The longest that each kind of input takes, and one more (`inputs.max-length.*`). */
export const longTexts = [20, 128, 254, 255, 500, 1000, 2048].map((most) => 'x'.repeat(most + 1))

/** What is no text that can be stored, or no text. */
export const wrongValues: readonly unknown[] = [
  null,
  -1,
  0.5,
  1e300,
  true,
  '',
  ' ',
  'x'.repeat(1_000_000),
  'nul\u0000byte',
  '\ud800 half a character',
  '2026-02-30T25:61:00Z',
  '0000-01-01',
  {},
  { $ne: 1 },
  [[]],
  [{}],
  ['x'.repeat(1_000_000)],
  Array.from({ length: 1000 }, () => 'many'),
]

/** How many rows each table has. What was refused left them as they are. */
export async function rowCounts({ owner }: TestDatabase): Promise<Record<string, number>> {
  const { rows: tables } = await owner.query(
    "select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'",
  )
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int from app.${name}`,
  )
  const { rows } = await owner.query(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
