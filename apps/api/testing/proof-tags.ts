import { globSync, readFileSync } from 'node:fs'

const root = new URL('../../../', import.meta.url)

/** Titles of tests that run: neither what is skipped nor what a comment says. */
const titles = (text: string) =>
  [...text.matchAll(/^ *test(?:\.each\([^)]*\))?\(\s*(['"`])(.+?)\1/gm)].map(
    ([, , title = '']) => title,
  )
const rows = (text: string) =>
  [...text.matchAll(/'((?:\[\w+ [\w.-]+\])+)'/g)].map(([, tags = '']) => tags)

const proved = globSync('{apps/api,features}/**/*.test.ts', { cwd: root })
  .map((file) => readFileSync(new URL(file, root), 'utf8'))
  .flatMap((text) =>
    [...titles(text), ...rows(text)]
      .flatMap((title) => [...title.matchAll(/\[(\w+) ([\w.-]+)\]/g)])
      // who sees an entry names its action
      .filter(([, kind, name]) => kind !== 'audit' || text.includes(`'${name}'`)),
  )

/**
 * What tests say that they prove, in their title or in a row of their table: `[setting fees]`, `[variable webhook_pause]`,
 * `[audit payments.refund]`. The test stands where its subject does, and no list names it.
 */
export const provedOf = (kind: 'setting' | 'variable' | 'audit'): readonly string[] =>
  [...new Set(proved.filter(([, one]) => one === kind).map(([, , name = '']) => name))].toSorted()
