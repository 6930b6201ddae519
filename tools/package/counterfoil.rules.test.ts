import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** The launcher beside a Node that is this script. */
function launcherWith(
  node: string,
): (...args: string[]) => { status: number | null; stderr: string } {
  const folder = temporaryFolder('counterfoil-launcher-')
  for (const name of ['bin', 'node/bin']) mkdirSync(join(folder, name), { recursive: true })
  const program = join(folder, 'node/bin/node')
  writeFileSync(program, `#!/bin/sh\n${node}\n`)
  const launcher = join(folder, 'bin/counterfoil')
  copyFileSync(join(import.meta.dirname, 'counterfoil.sh'), launcher)
  for (const file of [program, launcher]) chmodSync(file, 0o755)
  return (...args) => spawnSync(launcher, args, { encoding: 'utf8' })
}

test.skipIf(process.platform === 'win32')(
  'where Node lacks a library, the archive says what to install',
  () => {
    const run = launcherWith('echo "libatomic.so.1: cannot open shared object file" >&2; exit 127')
    const { status, stderr } = run('start')
    expect(status).toBe(1)
    expect(stderr).toContain('cannot open shared object file')
    expect(stderr).toContain('apt-get install libatomic1')
  },
)

test.skipIf(process.platform === 'win32')(
  'a command that there is not is named with those that there are, and none starts nothing',
  () => {
    const run = launcherWith('exit 0')
    for (const args of [['launch'], ['--help'], []]) {
      const { status, stderr } = run(...args)
      expect(status).toBe(2)
      expect(stderr).toContain(`There is no command "${args[0] ?? ''}". There are: start,`)
    }
  },
)
