// No setting without a test that changes it and sees the product behave otherwise. The test stands where it belongs and
// says so in its title, or in a row of its table: `[setting fees]`, `[variable webhook_pause]`.
import { readFileSync } from 'node:fs'
import { featureNames } from '@counterfoil/kit/contract/features.ts'
import { variableCodes } from '@counterfoil/kit/contract/system-variables.ts'
import { scanResources } from '@counterfoil/kit/server/scan.ts'
import { expect, test } from 'vitest'
import { provedOf } from './testing/proof-tags.ts'

const root = new URL('../../', import.meta.url)
const words = (file: string) => readFileSync(new URL(file, root), 'utf8')

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
