// No setting without a test that changes it and sees the product behave otherwise. The test stands where it belongs and
// says so in its title, or in a row of its table: `[setting fees]`, `[variable webhook_pause]`.
import { globSync, readFileSync } from 'node:fs'
import { featureNames } from '@counterfoil/kit/contract/features.ts'
import { variableCodes } from '@counterfoil/kit/contract/system-variables.ts'
import { scanResources } from '@counterfoil/kit/server/scan.ts'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const words = (file: string) => readFileSync(new URL(file, root), 'utf8')

/** Of tests that run: neither what is skipped nor what a comment says. */
const titles = (text: string) =>
  [...text.matchAll(/^ *test(?:\.each\([^)]*\))?\(\s*(['"`])(.+?)\1/gm)].map(
    ([, , title = '']) => title,
  )
const rows = (text: string) =>
  [...text.matchAll(/'((?:\[(?:setting|variable) [\w-]+\])+)'/g)].map(([, tags = '']) => tags)

const proved = globSync('{apps/api,features}/**/*.test.ts', { cwd: root })
  .map(words)
  .flatMap((text) => [...titles(text), ...rows(text)])
  .flatMap((title) => [...title.matchAll(/\[(setting|variable) ([\w-]+)\]/g)])
const provedOf = (kind: string) =>
  [...new Set(proved.filter(([, one]) => one === kind).map(([, , name = '']) => name))].toSorted()

test('each declared resource is changed in a test', async () => {
  // people's daily work is no setting
  const settings = (await scanResources()).filter(({ isSetting }) => isSetting !== false)
  expect(provedOf('setting')).toEqual(settings.map(({ id }) => id).toSorted())
})

test('each system variable is changed in a test', () => {
  expect(provedOf('variable')).toEqual(variableCodes.toSorted())
})

test('each feature of a tenant is switched off in a test', () => {
  expect(featureNames.length).toBeGreaterThan(5)
  const title = 'without %s its door is shut, and every other stays open'
  expect(words('apps/api/settings-features.test.ts')).toContain(
    `test.each(featureNames)('${title}'`,
  )
})
