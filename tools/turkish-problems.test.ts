import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { turkishProblems } from '../apps/web/state/turkish-problems.ts'

test('every translated refusal is one that the server can give', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync('{features,kit}/**/*.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  }).filter((file) => !file.endsWith('.test.ts'))
  const source = files.map((file) => readFileSync(`${root}${file}`, 'utf8')).join('\n')
  // an action's refusal is put together of the action and what stands in its way
  const isThere = (code: string) =>
    source.includes(`'${code}'`) ||
    (/^(refund|capture|dispute|payout|approvePayout|declinePayout)\./.test(code) &&
      source.includes(`'${code.split('.')[1]}'`))
  expect(Object.keys(turkishProblems).filter((code) => !isThere(code))).toEqual([])
})
