// Versions: the one that is being made, and those that have an entry in CHANGELOG.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Releases {
  /** The version that is being made, as package.json has it. */
  readonly version: string
  /** The versions of CHANGELOG.md, newest first. */
  readonly released: readonly string[]
}

export function readReleases(root: string): Releases {
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const { version } = JSON.parse(read('package.json')) as { version: string }
  return { version, released: versionsIn(read('CHANGELOG.md')) }
}

/** Versions with a date and with something that changed; what is not released yet has neither. */
export function versionsIn(changelog: string): string[] {
  return changelog.split(/^## /m).flatMap((part) => {
    const version = /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/m.exec(
      part.split('\n')[0] ?? '',
    )?.[1]
    return version !== undefined && /^- /m.test(part) ? [version] : []
  })
}

/** Throws where CHANGELOG.md does not begin with the version that is being made. */
export function requireChangelog({ version, released }: Releases): void {
  if (released[0] === version) return
  throw new Error(
    `CHANGELOG.md has ${released[0] ?? 'no version'} as its newest version, package.json has ${version}: ` +
      'say what changes in it, under "## [VERSION] - YYYY-MM-DD"',
  )
}
