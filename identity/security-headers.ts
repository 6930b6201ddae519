import { randomBytes } from 'node:crypto'
import type { Middleware } from 'koa'

/**
 * Sets what browsers may do with an answer: only its own style and script (by nonce), forms to here and from here back to
 * the portal, and no framing, save for the portal's silent sign-in, which opens the authorisation endpoint in a frame.
 */
export function securityHeaders(issuer: string, portalUrl: string): Middleware {
  const portalOrigin = new URL(portalUrl).origin
  const isSecure = issuer.startsWith('https:')
  return async (ctx, next) => {
    const nonce = randomBytes(16).toString('base64')
    const mayBeFramed = ctx.path === '/auth' && ctx.query.prompt === 'none'
    ctx.state.nonce = nonce
    ctx.set({
      'content-security-policy': [
        `default-src 'none'`,
        `style-src 'nonce-${nonce}'`,
        `script-src 'nonce-${nonce}'`,
        `img-src 'self' data: ${portalOrigin}`,
        // a finished form is redirected to the portal, and browsers hold that against this list too
        `form-action 'self' ${portalOrigin}`,
        `frame-ancestors ${mayBeFramed ? portalOrigin : `'none'`}`,
        `base-uri 'none'`,
      ].join('; '),
      'x-content-type-options': 'nosniff',
      // `no-referrer` would take the Origin header from our own forms, which the sign-in form checks
      'referrer-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      ...(mayBeFramed ? {} : { 'x-frame-options': 'DENY' }),
      ...(isSecure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
    })
    await next()
  }
}
