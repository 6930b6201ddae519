import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { JWTPayload } from 'jose'

/** Names the subject as whom a browser is signed in. */
export const personCookie = 'person'

/** How everybody signs in, as `acr` says it: well enough for what asks for a confirmation. */
export const confirmingAcr = 'urn:test:mfa'

const tokensLiveS = 3600

type Tokens = (subject: string, claims: JWTPayload) => Promise<string>

/** The code flow for whoever the browser's cookie names: no page is shown, and nobody is asked. */
export function signInsOf(tokenOf: Tokens) {
  const codes = new Map<string, { subject: string; clientId: string; nonce: string | null }>()
  return {
    authorize(request: IncomingMessage, response: ServerResponse) {
      const asked = new URL(request.url ?? '', 'http://issuer').searchParams
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.searchParams.set('state', asked.get('state') ?? '')
      const subject = new RegExp(`\\b${personCookie}=([^;]+)`).exec(
        request.headers.cookie ?? '',
      )?.[1]
      if (asked.get('nonce') === null) {
        // as some providers do
        back.searchParams.set('error', 'invalid_request')
      } else if (subject === undefined) {
        back.searchParams.set('error', 'login_required')
      } else {
        const code = randomUUID()
        codes.set(code, {
          subject,
          clientId: asked.get('client_id') ?? '',
          nonce: asked.get('nonce'),
        })
        back.searchParams.set('code', code)
      }
      response.writeHead(302, { location: back.href }).end()
    },
    async exchange(request: IncomingMessage, response: ServerResponse) {
      const form = new URLSearchParams(await text(request))
      const code = form.get('code') ?? ''
      const known = codes.get(code)
      codes.delete(code)
      if (known === undefined) {
        response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant' }))
        return
      }
      const { subject, clientId, nonce } = known
      const ofPerson = { acr: confirmingAcr, auth_time: Math.floor(Date.now() / 1000) }
      const [access_token, id_token] = await Promise.all([
        tokenOf(subject, ofPerson),
        tokenOf(subject, { ...ofPerson, aud: clientId, ...(nonce === null ? {} : { nonce }) }),
      ])
      const answer = { access_token, id_token, token_type: 'Bearer', expires_in: tokensLiveS }
      response.end(JSON.stringify({ ...answer, scope: form.get('scope') ?? 'openid' }))
    },
  }
}
