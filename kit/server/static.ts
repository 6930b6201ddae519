import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerNotFound } from './request/problems.ts'

/** Addresses at which a page of its own may stand beside the portal's: `/support/external` is `support/external.html`. */
const plainPath = /^\/[a-z]+(?:[/-][a-z]+)*$/

/** The file, or what was compressed of it. */
const signInsLastPage = /\/assets\/silent-redirect\.html(\.\w+)?$/

/** What only a page's own script or style needs: its name has a hash, so that it is asked for once. */
const hashedFile = /^\/build\/[\w-]+\.(js|css)$/
/** About the answer to a page, or for asking for it again. */
const notOfFiles = ['etag', 'last-modified', 'accept-ranges', 'x-request-id']

export const isHashedFile = (url: string): boolean => hashedFile.test(url)

/** The page's icon, for which a browser asks again with each address of the page. */
const icon = /\/favicon\.svg(\.\w+)?$/

/** Pages that begin no sign-in. */
const afterSignOut = /^\/authentication\/(?!log(in|out)$)/

/** `/v2` is a mistake of a merchant’s server, not a page. */
const serverPaths = /^\/(api|v\d+|sandbox)(\/|$|\?)/

/** Whether a request is for the portal's page or one of its files, as `servePortal` answers them. */
export const isOfPortal = ({ method, url, is404, routeOptions }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !serverPaths.test(url) &&
  (is404 || routeOptions.url === '/' || routeOptions.url === '/*')

/** A page that payers meet, or the card fields of the virtual terminal: each with a policy of its own. */
const payPath = /^\/pay\/([\w-]+)$/

/** Scripts, styles and calls of ours alone; in nobody's frame. */
const payPolicy = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ')

/**
 * The card fields have an origin of their own, in which nothing of the portal can look, though they come from the same
 * server: so the server is named.
 */
const cardPolicy = (origin: string) =>
  [
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    ...[`script-src ${origin}`, `style-src ${origin}`, `connect-src ${origin}`],
    ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'"],
  ].join('; ')

/**
 * Serves the built portal from `folder`. Every path that is not the server's own answers the portal's page, which
 * routes in the browser and signs in with `issuer`; files with a hash in their name never change and are kept for a year.
 */
export async function servePortal(
  app: FastifyInstance,
  folder: string,
  issuer: string,
  publicUrl: string,
): Promise<void> {
  if (!existsSync(folder)) throw new Error(`The portal is not built: ${folder} is missing`)
  app.addHook('onSend', async (request, reply) => {
    if (!isHashedFile(request.url)) return
    for (const name of notOfFiles) reply.removeHeader(name)
  })
  await app.register(fastifyStatic, {
    root: folder,
    // the page is answered below, at whatever path
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = /\/build\//.test(path)
      // the last page of a sign-in's own window tells the page that opened it how it went
      if (signInsLastPage.test(path)) {
        reply.header('cross-origin-opener-policy', 'unsafe-none')
      }
      const keptS = isHashed ? '31536000, immutable' : icon.test(path) ? '3600' : undefined
      // the card fields ask for theirs from an origin of their own
      if (/\/build\/pay-/.test(path)) reply.header('access-control-allow-origin', '*')
      reply.header('cache-control', keptS ? `public, max-age=${keptS}` : 'no-cache')
    },
  })
  // asked for while the scripts come, for the sign-in that begins with them
  const discovery = `<${issuer.replace(/\/$/, '')}/.well-known/openid-configuration>; rel=preload; as=fetch; crossorigin`
  const publicOrigin = new URL(publicUrl).origin
  const answerPage = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const [, pay] = payPath.exec(path) ?? []
    if (pay !== undefined) {
      const isCard = pay === 'card'
      // a preview stands in the portal's page of hosted payments
      const isFramed = isCard || pay === 'preview'
      const own = isFramed
        ? payPolicy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        : payPolicy
      reply.header('content-security-policy', isCard ? cardPolicy(publicOrigin) : own)
      if (!isFramed) reply.header('x-frame-options', 'DENY')
      const file = isCard ? 'pay/card.html' : 'pay/page.html'
      return reply.header('cache-control', 'no-store').sendFile(file)
    }
    const own = plainPath.test(path) ? `${path.slice(1)}.html` : ''
    const page = own !== '' && existsSync(join(folder, own)) ? own : 'index.html'
    if (page === 'index.html' && !afterSignOut.test(path)) reply.header('link', discovery)
    return reply.header('cache-control', 'no-cache').sendFile(page)
  }
  app.get('/', answerPage)
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const isPage =
      request.method === 'GET' &&
      !serverPaths.test(request.url) &&
      !/\.\w+$/.test(request.url.split('?')[0] ?? '')
    return isPage ? answerPage(request, reply) : answerNotFound(request, reply)
  })
}
