import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { signInsOf } from './browser-sign-in.ts'

/**
 * An OpenID provider reduced to discovery, keys, tokens signed with them, and a sign-in without pages: a browser is
 * whoever its cookie says, at once (browser-sign-in.ts).
 */
export interface TokenIssuer {
  readonly issuer: string
  /** An access token as a provider would issue it; `claims` and `header` replace what they name. */
  token(
    subject: string,
    claims?: JWTPayload,
    header?: { alg?: string; typ?: string },
  ): Promise<string>
  close(): Promise<void>
}

export interface TokenIssuerOptions {
  readonly audience: string
  /** What tokens say of their issuer, when not the truth. */
  readonly claimedIssuer?: string
  /** What its userinfo answers to every token; without it there is none. */
  readonly userinfo?: JWTPayload
}

const lifetimeS = 3600

/** Starts a provider on loopback with a key pair of its own. */
export async function startTokenIssuer(options: TokenIssuerOptions): Promise<TokenIssuer> {
  const said = () => options.claimedIssuer ?? issuer
  let issuer = ''
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }
  const signIns = signInsOf((subject, claims) =>
    sign(privateKey, { iss: said(), aud: options.audience, sub: subject, ...claims }, {}),
  )
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('access-control-allow-origin', '*')
    if (request.url === '/.well-known/openid-configuration') {
      response.end(
        JSON.stringify({
          issuer,
          jwks_uri: `${issuer}/keys`,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          ...(options.userinfo === undefined ? {} : { userinfo_endpoint: `${issuer}/me` }),
        }),
      )
    } else if (request.url?.startsWith('/authorize?')) {
      signIns.authorize(request, response)
    } else if (request.url === '/token') {
      signIns.exchange(request, response)
    } else if (request.url === '/me' && options.userinfo !== undefined) {
      response.end(JSON.stringify(options.userinfo))
    } else if (request.url === '/keys') {
      response.end(JSON.stringify({ keys: [jwk] }))
    } else {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    token: (subject, claims = {}, header = {}) =>
      sign(privateKey, { iss: said(), aud: options.audience, sub: subject, ...claims }, header),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function sign(
  key: CryptoKey,
  claims: JWTPayload,
  header: { alg?: string; typ?: string },
): Promise<string> {
  const nowS = Math.floor(Date.now() / 1000)
  return new SignJWT({ iat: nowS, exp: nowS + lifetimeS, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'test', typ: 'at+jwt', ...header })
    .sign(key)
}
