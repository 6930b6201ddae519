// No setting without a test that changes it and sees the product behave otherwise.
import { readFileSync } from 'node:fs'
import { featureNames } from '@counterfoil/features/access/permissions/features.contract.ts'
import { variableCodes } from '@counterfoil/kit/contract/system-variables.ts'
import { scanResources } from '@counterfoil/kit/server/scan.ts'
import { expect, test } from 'vitest'
import { awaited, inForce, type Proof, variablesInForce } from './testing/in-force.ts'

const words = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const unproved = (proofs: Readonly<Record<string, Proof>>) =>
  Object.entries(proofs).filter(([, [file, title]]) => !words(file).includes(title))

test('each declared resource names its test, or what it waits for', async () => {
  const declared = (await scanResources()).map(({ id }) => id)
  const named = [...Object.keys(inForce), ...Object.keys(awaited)]
  expect(named.toSorted()).toEqual(declared.toSorted())
  expect(unproved(inForce)).toEqual([])
})

test('each system variable names its test', () => {
  expect(Object.keys(variablesInForce).toSorted()).toEqual(variableCodes.toSorted())
  expect(unproved(variablesInForce)).toEqual([])
})

test('each feature of a tenant is switched off in a test', () => {
  expect(featureNames.length).toBeGreaterThan(5)
  const title = '%s, when it is off, takes its own permissions and no others'
  expect(words('features/tenants/management/tenants.test.ts')).toContain(
    `test.each(featureNames)(\n    '${title}'`,
  )
})
