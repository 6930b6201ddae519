import { createHash, randomBytes } from 'node:crypto'

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  readonly idToken: string
}

/**
 * Signs in as a browser without JavaScript would: authorisation code with PKCE, the form filled in, every redirect
 * followed with its cookies. Throws with the page's text when the provider does not come back with a code.
 */
export async function signInByForm(
  portalUrl: string,
  email: string,
  password: string,
): Promise<Tokens> {
  const client = await readClient(portalUrl)
  const verifier = randomBytes(32).toString('base64url')
  const start = new URL(client.authorizationEndpoint)
  start.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: client.redirect_uri,
    response_type: 'code',
    scope: client.scope,
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(client.scope.includes('offline_access') ? { prompt: 'consent' } : {}),
    ...(client.resource ? { resource: client.resource } : {}),
  }).toString()
  const code = await walk(start.href, client.redirect_uri, { email, password })
  const response = await fetch(client.tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client.client_id,
      code,
      redirect_uri: client.redirect_uri,
      code_verifier: verifier,
      ...(client.resource ? { resource: client.resource } : {}),
    }),
  })
  if (!response.ok) throw new Error(`No tokens for ${email}: ${await response.text()}`)
  const tokens = (await response.json()) as {
    access_token: string
    refresh_token?: string
    id_token: string
  }
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    idToken: tokens.id_token,
  }
}

async function readClient(portalUrl: string) {
  const configuration = (await (
    await fetch(`${portalUrl}/api/_configuration/counterfoil-portal`)
  ).json()) as {
    authority: string
    client_id: string
    redirect_uri: string
    scope: string
    resource?: string
  }
  const discovery = (await (
    await fetch(`${configuration.authority}/.well-known/openid-configuration`)
  ).json()) as { authorization_endpoint: string; token_endpoint: string }
  return {
    ...configuration,
    authorizationEndpoint: discovery.authorization_endpoint,
    tokenEndpoint: discovery.token_endpoint,
  }
}

const maxSteps = 12

/** Follows redirects and submits forms until the provider comes back to `redirectUri`; returns the code. */
async function walk(
  from: string,
  redirectUri: string,
  fields: Record<string, string>,
): Promise<string> {
  const cookies = new Map<string, string>()
  let url = from
  let form: URLSearchParams | undefined
  for (let step = 0; step < maxSteps; step++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    keepCookies(cookies, response)
    const location = response.headers.get('location')
    if (location) {
      const next = new URL(location, url)
      const code = next.searchParams.get('code')
      if (next.href.startsWith(redirectUri) && code) return code
      if (next.href.startsWith(redirectUri))
        throw new Error(`Sign-in came back with ${next.search}`)
      url = next.href
      form = undefined
      continue
    }
    const page = await response.text()
    if (form && response.status >= 400) throw new Error(`Sign-in was refused: ${textOf(page)}`)
    const action = /<form[^>]*action="([^"]*)"/i.exec(page)?.[1]
    if (action === undefined) throw new Error(`Sign-in stopped at ${url}: ${textOf(page)}`)
    url = new URL(decode(action), url).href
    form = new URLSearchParams({ ...hiddenFieldsOf(page), ...fields })
  }
  throw new Error(`Sign-in did not end within ${maxSteps} steps`)
}

function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

function hiddenFieldsOf(page: string): Record<string, string> {
  const inputs = page.match(/<input[^>]*type="hidden"[^>]*>/gi) ?? []
  return Object.fromEntries(
    inputs.map((input) => [
      /name="([^"]*)"/i.exec(input)?.[1] ?? '',
      decode(/value="([^"]*)"/i.exec(input)?.[1] ?? ''),
    ]),
  )
}

const decode = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")

const textOf = (page: string) =>
  page
    .replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
