// The proxies of docs/examples, as Debian's packages bring them.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ExampleProxy {
  readonly program: string
  /** What its processes are started with. */
  readonly settings: Readonly<Record<string, string>>
  /** Starts it on the example of its documentation, whose ports are replaced by those of `places`. */
  readonly start: (folder: string, places: Places) => ChildProcess
}

/** Ports by those of the examples: 4000 portal, 4001 identity, 4011 and 4012 API processes, 4021 and 4022 identity providers. */
export type Places = Readonly<Record<string, number>>

export const proxies: Readonly<Record<'nginx' | 'Caddy', ExampleProxy>> = {
  nginx: {
    program: '/usr/sbin/nginx',
    settings: {},
    start(folder, places) {
      const file = join(folder, 'nginx.conf')
      mkdirSync(join(folder, 'logs'), { recursive: true })
      writeFileSync(file, `pid ${join(folder, 'nginx.pid')};\n${exampleAt('nginx.conf', places)}`)
      return spawn('/usr/sbin/nginx', ['-p', folder, '-c', file], { stdio: 'ignore' })
    },
  },
  Caddy: {
    program: '/usr/bin/caddy',
    settings: { DRAIN_MS: '3000' },
    start(folder, places) {
      const file = join(folder, 'Caddyfile')
      writeFileSync(file, exampleAt('Caddyfile', places))
      const args = ['run', '--adapter', 'caddyfile', '--config', file]
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
      return spawn('/usr/bin/caddy', args, { env, stdio: 'ignore' })
    },
  },
}

function exampleAt(name: string, places: Places): string {
  const text = readFileSync(join(import.meta.dirname, '../../docs/examples', name), 'utf8')
  return text.replace(/(127\.0\.0\.1|^):(\d+)/gm, (_, host: string, port: string) => {
    const place = places[port]
    if (place === undefined) throw new Error(`${name}: no port instead of ${port}`)
    return `${host}:${place}`
  })
}
