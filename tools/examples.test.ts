// The examples are what the programs that read them accept, where these are installed.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { environment } from '@counterfoil/kit/server/settings.ts'
import { afterAll, describe, expect, test } from 'vitest'

const examples = join(import.meta.dirname, '../docs/examples')
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-examples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (program: string, args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0

describe.skipIf(!isInstalled('systemd-analyze'))('units of systemd', () => {
  // with a program and a user that every machine has; an instance of the template
  const units = globSync('counterfoil*', { cwd: examples }).map((name) => {
    const text = readFileSync(join(examples, name), 'utf8')
      .replaceAll('/opt/counterfoil/bin/counterfoil', '/bin/true')
      .replace(/^User=.*/m, 'User=daemon')
      .replace(/^Group=.*/m, 'Group=daemon')
    const file = join(folder, name.replace('@.', '@api-1.'))
    writeFileSync(file, text)
    return file
  })

  test.each(units.map((unit) => [basename(unit), unit]))('%s is understood', (name, unit) => {
    const { status, said } = run('systemd-analyze', ['verify', unit])
    expect(said.split('\n').filter((line) => line.includes(name))).toEqual([])
    expect(status).toBe(0)
  })

  test.each(
    units.filter((unit) => unit.endsWith('.service')).map((unit) => [basename(unit), unit]),
  )('%s may do little beside its work', (_, unit) => {
    const { said } = run('systemd-analyze', ['security', '--offline=true', unit])
    const exposure = Number(/exposure level for .*: (\d+\.\d)/.exec(said)?.[1])
    expect(exposure).toBeLessThan(3)
  })
})

test('each folder that a unit writes to is made by systemd or by a command of the runbook', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../docs/runbooks/install.md'), 'utf8')
  const units = globSync('*.service', { cwd: examples }).map((name) =>
    readFileSync(join(examples, name), 'utf8'),
  )
  const valuesOf = (key: string) =>
    units.flatMap((text) => new RegExp(`^${key}=(.*)`, 'm').exec(text)?.[1]?.split(' ') ?? [])
  const made = valuesOf('StateDirectory').map((name) => `/var/lib/${name}`)
  // without its folder a unit is not even started
  const missing = valuesOf('ReadWritePaths').filter(
    (path) => !made.includes(path) && !new RegExp(`^install -d .* ${path}$`, 'm').test(runbook),
  )
  expect(missing).toEqual([])
})

test.skipIf(!existsSync('/usr/bin/caddy'))('the Caddyfile is understood', () => {
  const file = join(folder, 'Caddyfile')
  copyFileSync(join(examples, 'Caddyfile'), file)
  const { status, said } = run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file])
  expect(said).toContain('Valid configuration')
  expect(status).toBe(0)
})

test.each(['counterfoil@.service', 'counterfoil-backup.service', 'Containerfile'])(
  '%s sets only settings that there are, and starts a command that there is',
  (name) => {
    const text = readFileSync(join(examples, name), 'utf8')
    const set = [...text.matchAll(/^(?:Environment=|ENV )(.*)$/gm)]
      .flatMap(([, one = '']) => one.split(' '))
      .map((one) => one.split('=')[0] ?? '')
    expect(set.length).toBeGreaterThan(1)
    expect(set.filter((one) => !(one in environment.shape))).toEqual([])
    const commands = [...text.matchAll(/\/bin\/counterfoil ([a-z-]+)|^CMD \["([a-z-]+)"\]/gm)]
    expect(commands).toHaveLength(1)
    const command = commands[0]?.[1] ?? commands[0]?.[2] ?? ''
    const script = readFileSync(join(import.meta.dirname, 'package/counterfoil.sh'), 'utf8')
    expect(script).toMatch(new RegExp(`^ +(.* \\| )?${command}( \\| .*)?\\)`, 'm'))
  },
)
