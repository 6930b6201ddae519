// No setting without a test that changes it and sees the product behave otherwise.
import { readFileSync } from 'node:fs'
import { featureNames } from '@counterfoil/kit/contract/features.ts'
import { variableCodes } from '@counterfoil/kit/contract/system-variables.ts'
import { scanResources } from '@counterfoil/kit/server/scan.ts'
import { expect, test } from 'vitest'
import { inForce, type Proof, variablesInForce } from './testing/in-force.ts'

const words = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
/** Of tests that run: neither what is skipped nor what a comment says. */
const titles = (file: string) =>
  [...words(file).matchAll(/^ *test(?:\.each\([^)]*\))?\(\s*(['"`])(.+?)\1/gm)].map(
    ([, , title = '']) => title,
  )
const unproved = (proofs: Readonly<Record<string, Proof>>) =>
  Object.entries(proofs).filter(([, [file, title]]) => {
    // one row of a table that a test goes through
    if (title.startsWith('[')) return !words(file).includes(title)
    return !titles(file).some((one) => one.includes(title))
  })

test('each declared resource names its test', async () => {
  // people's daily work is no setting
  const settings = (await scanResources()).filter(({ isSetting }) => isSetting !== false)
  const declared = settings.map(({ id }) => id)
  expect(Object.keys(inForce).toSorted()).toEqual(declared.toSorted())
  expect(unproved(inForce)).toEqual([])
})

test('each system variable names its test', () => {
  expect(Object.keys(variablesInForce).toSorted()).toEqual(variableCodes.toSorted())
  expect(unproved(variablesInForce)).toEqual([])
})

test('each feature of a tenant is switched off in a test', () => {
  expect(featureNames.length).toBeGreaterThan(5)
  const title = 'without %s its door is shut, and every other stays open'
  expect(words('apps/api/settings-features.test.ts')).toContain(
    `test.each(featureNames)('${title}'`,
  )
})
