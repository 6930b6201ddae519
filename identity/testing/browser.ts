// A browser reduced to what a sign-in needs: cookies with their paths, redirects one at a time, forms.

import { createHash, randomBytes } from 'node:crypto'
import { portalUrl } from './test-identity.ts'

export interface Page {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Absolute address of a redirect. */
  readonly location: string | undefined
}

export class Browser {
  readonly #cookies = new Map<string, { path: string; name: string; value: string }>()
  readonly #headers: Record<string, string>

  /** `headers` go with every request, as a proxy adds them. */
  constructor(headers: Record<string, string> = {}) {
    this.#headers = headers
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#ask(url, { headers })
  }

  async post(
    url: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Page> {
    return this.#ask(url, { method: 'POST', body: new URLSearchParams(fields), headers })
  }

  /** Follows redirects as long as they stay with the provider. */
  async follow(page: Page): Promise<Page> {
    const origin = new URL(page.url).origin
    let at = page
    while (at.location !== undefined && new URL(at.location).origin === origin) {
      at = await this.get(at.location)
    }
    return at
  }

  async #ask(url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Page> {
    const { pathname } = new URL(url)
    const cookie = [...this.#cookies.values()]
      .filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...this.#headers,
        ...init.headers,
        ...(cookie === '' ? {} : { cookie }),
      },
    })
    for (const line of answer.headers.getSetCookie()) this.#keep(line)
    const location = answer.headers.get('location')
    return {
      url,
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
      location: location === null ? undefined : new URL(location, url).href,
    }
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */)
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(name.length + 1)
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    const isGone = value === '' || attributes.some((one) => /^expires=.* 1970 /i.test(one))
    if (isGone) this.#cookies.delete(`${name} ${path}`)
    else this.#cookies.set(`${name} ${path}`, { name, value, path })
  }
}

export interface Tokens {
  readonly access_token: string
  readonly id_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
}

/** The portal as the provider knows it: it starts sign-ins and exchanges what comes back. */
export class PortalClient {
  readonly #issuer: string
  readonly #portalUrl: string
  readonly verifier = randomBytes(32).toString('base64url')
  readonly state = randomBytes(8).toString('hex')

  constructor(issuer: string, portalUrl: string) {
    this.#issuer = issuer
    this.#portalUrl = portalUrl
  }

  authorizationUrl(changes: Record<string, string | undefined> = {}): string {
    const parameters: Record<string, string | undefined> = {
      client_id: 'counterfoil-portal',
      redirect_uri: `${this.#portalUrl}/login-callback`,
      response_type: 'code',
      scope: 'openid profile email Merchant Payment Webhook Accounting Support FileService Banking',
      state: this.state,
      nonce: 'n-1',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    }
    const given = Object.entries(parameters).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    return `${this.#issuer}/auth?${new URLSearchParams(given)}`
  }

  /** Opens the sign-in form. */
  async open(browser: Browser, changes: Record<string, string | undefined> = {}): Promise<Page> {
    return browser.follow(await browser.get(this.authorizationUrl(changes)))
  }

  /** Signs in and returns where the provider sends the browser back to, or its page when it does not. */
  async signIn(browser: Browser, email: string, password: string): Promise<Page> {
    const form = await this.open(browser)
    return browser.follow(await browser.post(form.url, { email, password }))
  }

  async exchange(code: string, changes: Record<string, string> = {}): Promise<Response> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${this.#portalUrl}/login-callback`,
      code_verifier: this.verifier,
      ...changes,
    })
  }

  async refresh(refreshToken: string): Promise<Response> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken })
  }

  async token(fields: Record<string, string>): Promise<Response> {
    return fetch(`${this.#issuer}/token`, {
      method: 'POST',
      headers: { origin: new URL(this.#portalUrl).origin },
      body: new URLSearchParams({ client_id: 'counterfoil-portal', ...fields }),
    })
  }

  /** All the way from the form to the tokens. */
  async tokens(browser: Browser, email: string, password: string): Promise<Tokens> {
    const back = await this.signIn(browser, email, password)
    const answer = await this.exchange(codeOf(back))
    if (!answer.ok) throw new Error(`No tokens: ${await answer.text()}`)
    return (await answer.json()) as Tokens
  }
}

/** The code that the provider sent the browser back with. */
export function codeOf(page: Page): string {
  const code = page.location && new URL(page.location).searchParams.get('code')
  if (!code) throw new Error(`No code: ${page.status} ${page.location ?? page.text}`)
  return code
}

export const parameterOf = (page: Page, name: string): string | null =>
  page.location === undefined ? null : new URL(page.location).searchParams.get(name)

/** Follows redirects and the page that leads on, wherever they go, as long as it is not the portal. */
export async function walkToPortal(browser: Browser, from: Page): Promise<Page> {
  let at = from
  for (let step = 0; step < 12; step++) {
    const on = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(at.text)?.[1]
    const next = at.location ?? on?.replaceAll('&amp;', '&')
    // by its origin: 40001 is another port than 4000
    if (next === undefined || new URL(next).origin === portalUrl) return at
    at = await browser.get(next)
  }
  return at
}
