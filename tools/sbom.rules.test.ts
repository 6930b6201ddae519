import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readLock, refusedLicences, sbomText } from './sbom.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const lock = readLock(root)

test('every package has a licence that is permissive, or MPL-2.0', () => {
  expect(refusedLicences(lock)).toEqual([])
})

test.each<[string | undefined, boolean]>([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['(MIT AND Zlib)', true],
  ['MIT AND GPL-3.0', false],
  ['AGPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.txt', false],
  [undefined, false],
])('%s is allowed: %s', (license, isAllowed) => {
  const some = license === undefined ? {} : { license }
  const refused = refusedLicences({ 'node_modules/one': { version: '1.0.0', ...some } })
  expect(refused).toHaveLength(isAllowed ? 0 : 1)
})

test('docs/sbom.cdx.json is fresh: run npm run sbom', () => {
  const text = readFileSync(`${root}docs/sbom.cdx.json`, 'utf8')
  expect(text).toBe(sbomText(lock))
  const { bomFormat, components } = JSON.parse(text)
  expect(bomFormat).toBe('CycloneDX')
  expect(components.find(({ name }: { name: string }) => name === 'fastify')).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/fastify@5/),
    licenses: [{ expression: 'MIT' }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  })
})
