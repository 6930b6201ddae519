import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { workspaces } from './architecture/source.ts'
import { readReleases, requireChangelog, versionsIn } from './releases.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('this version has an entry in CHANGELOG.md, and every part of the product has this version', () => {
  const releases = readReleases(root)
  expect(() => requireChangelog(releases)).not.toThrow()
  const files = globSync(`{${workspaces.join(',')}}/package.json`, { cwd: root })
  expect(files.length).toBe(workspaces.length)
  const versions = files.map((file) => JSON.parse(readFileSync(`${root}${file}`, 'utf8')).version)
  expect(new Set(versions)).toEqual(new Set([releases.version]))
  const containerfile = readFileSync(`${root}docs/examples/Containerfile`, 'utf8')
  expect(containerfile).toContain(`ARG VERSION=${releases.version}\n`)
})

test('a version without an entry, a date or a change is refused', () => {
  const changelog = (heading: string, changes = '- Payments') =>
    `# Changelog\n\n## [Unreleased]\n\n${heading}\n\n### Added\n\n${changes}\n\n## [0.1.0] - 2026-11-26\n\n- All\n`
  const check = (text: string) => () =>
    requireChangelog({ version: '0.2.0', released: versionsIn(text) })
  expect(check(changelog('## [0.2.0] - 2026-12-01'))).not.toThrow()
  expect(check(changelog('## [0.2.0]'))).toThrow('has 0.1.0 as its newest version')
  expect(check(changelog('## [0.2.0] - 2026-12-01', ''))).toThrow('0.2.0')
  expect(check(changelog('## [0.3.0] - 2026-12-01'))).toThrow('0.2.0')
  expect(check('# Changelog\n')).toThrow('no version')
})
