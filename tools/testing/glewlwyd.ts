// Glewlwyd, an OpenID provider of Debian (package `glewlwyd`), on a database of its own: set up by its own API alone.
import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'

const program = '/usr/bin/glewlwyd'
const packaged = {
  settings: '/etc/glewlwyd/glewlwyd.conf',
  schema: '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3',
  pages: '/usr/share/glewlwyd/webapp',
}
const startsWithinMs = 20_000

export const isGlewlwydInstalled = existsSync(program)

export const glewlwydPassword = 'Glewlwyd-test-1'

export interface GlewlwydUser {
  readonly username: string
  readonly name: string
  readonly email?: string
  /** As it writes it: text. */
  readonly email_verified?: 'true' | 'false'
}

export interface Glewlwyd {
  readonly issuer: string
  /** Changes settings of its OpenID plugin: `access-token-duration`. */
  change(settings: Record<string, unknown>): Promise<void>
  /** Another client, public as the portal's is. */
  addClient(id: string, redirectUri: string): Promise<void>
  close(): Promise<void>
}

/** Starts it with one public client for the portal. */
export async function startGlewlwyd(
  port: number,
  portalUrl: string,
  users: readonly GlewlwydUser[],
): Promise<Glewlwyd> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-glewlwyd-'))
  const url = `http://localhost:${port}`
  writeFiles(folder, url)
  const child = spawn(program, [`--config-file=${join(folder, 'settings')}`], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const close = async () => {
    child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const call = await signInAsAdministrator(`${url}/api`)
    const plugin = openIdPlugin(`${url}/api/oidc`)
    await call('POST', 'mod/plugin/', plugin)
    await keepProperty(call, 'user', 'email_verified', false)
    await keepProperty(call, 'client', 'post_logout_redirect_uris', true)
    for (const name of ['profile', 'email']) {
      await call('POST', 'scope/', { name, display_name: name, password_required: false })
    }
    for (const user of users) {
      const scope = ['openid', 'profile', 'email', 'g_profile']
      await call('POST', 'user/', { ...user, password: glewlwydPassword, enabled: true, scope })
    }
    const redirectUris = [`${portalUrl}/login-callback`, `${portalUrl}/assets/silent-redirect.html`]
    await call('POST', 'client/', {
      ...clientOf('counterfoil-portal', redirectUris),
      post_logout_redirect_uris: [`${portalUrl}/assets/logout-callback.html`],
    })
    return {
      issuer: `${url}/api/oidc`,
      async change(settings) {
        const parameters = { ...plugin.parameters, ...settings }
        await call('PUT', 'mod/plugin/oidc', { ...plugin, parameters })
        await call('PUT', 'mod/plugin/oidc/reset')
      },
      addClient: async (id, redirectUri) => {
        await call('POST', 'client/', clientOf(id, [redirectUri]))
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function writeFiles(folder: string, url: string): void {
  const database = new DatabaseSync(join(folder, 'database'))
  database.exec(readFileSync(packaged.schema, 'utf8'))
  database.close()
  const pages = join(folder, 'pages')
  // it serves no file that a link leads to, as the package's own do
  cpSync(packaged.pages, pages, { recursive: true, dereference: true })
  const settings = join(pages, 'config.json')
  if (statSync(settings).isDirectory()) {
    // Debian's package puts it one folder too deep
    const text = readFileSync(join(settings, 'config.json'))
    rmSync(settings, { recursive: true })
    writeFileSync(settings, text)
  }
  const set = {
    port: `port=${new URL(url).port}\nbind_address="127.0.0.1"`,
    external_url: `external_url="${url}"`,
    log_file: `log_file="${folder}/log"\nstatic_files_path="${pages}/"`,
    '@include': `database = { type = "sqlite3" path = "${folder}/database" }`,
  }
  const text = Object.entries(set).reduce(
    (before, [name, line]) => before.replace(new RegExp(`^${name}.*$`, 'm'), line),
    readFileSync(packaged.settings, 'utf8'),
  )
  writeFileSync(join(folder, 'settings'), text)
}

type Call = (method: string, path: string, body?: object) => Promise<string>

/** As the package leaves it, its administrator is `admin`. */
async function signInAsAdministrator(api: string): Promise<Call> {
  let cookie = ''
  const call: Call = async (method, path, body) => {
    const answer = await fetch(`${api}/${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`Glewlwyd: ${method} ${path}: ${answer.status} ${text}`)
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return text
  }
  const until = Date.now() + startsWithinMs
  for (;;) {
    try {
      await call('POST', 'auth/', { username: 'admin', password: 'password' })
      return call
    } catch (error) {
      if (Date.now() > until) throw error
      await wait(100)
    }
  }
}

/** Its databases of users and clients keep the properties alone that they are set up for. */
async function keepProperty(call: Call, of: string, name: string, multiple: boolean) {
  const module = JSON.parse(await call('GET', `mod/${of}/database`))
  const may = { read: true, write: true, 'profile-read': false, 'profile-write': false }
  module.parameters['data-format'][name] = { multiple, ...may }
  await call('PUT', `mod/${of}/database`, module)
  await call('PUT', `mod/${of}/database/reset`)
}

function openIdPlugin(issuer: string) {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    order_rank: 0,
    parameters: {
      iss: issuer,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: keys.privateKey,
      cert: keys.publicKey,
      'jwks-show': true,
      'access-token-duration': 3600,
      'refresh-token-duration': 86_400,
      'code-duration': 60,
      'auth-type-code-enabled': true,
      'auth-type-refresh-enabled': true,
      'pkce-allowed': true,
      'pkce-required': true,
      'subject-type': 'public',
      'email-claim': 'mandatory',
      'name-claim': 'mandatory',
      claims: [
        {
          name: 'email_verified',
          'user-property': 'email_verified',
          type: 'string',
          mandatory: true,
        },
      ],
      'session-management-allowed': true,
      'session-cookie-name': 'glewlwyd-oidc',
      'session-cookie-expiration': 86_400,
      'front-channel-logout-allowed': true,
    },
  }
}

const clientOf = (id: string, redirectUris: readonly string[]) => ({
  client_id: id,
  name: id,
  enabled: true,
  confidential: false,
  scope: [],
  authorization_type: ['code', 'refresh_token'],
  token_endpoint_auth_method: ['none'],
  redirect_uri: redirectUris,
})
