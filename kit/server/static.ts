import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerNotFound } from './request/problems.ts'

/** Addresses at which a page of its own may stand beside the portal's: `/support/external` is `support/external.html`. */
const plainPath = /^\/[a-z]+(?:[/-][a-z]+)*$/

/** The file, or what was compressed of it. */
const signInsLastPage = /\/assets\/silent-redirect\.html(\.\w+)?$/

const serverPaths = /^\/(api|v1|sandbox)(\/|$|\?)/

/**
 * Serves the built portal from `folder`. Every path that is not the server's own answers the portal's page, which
 * routes in the browser; files with a hash in their name never change and are kept for a year.
 */
export async function servePortal(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) throw new Error(`The portal is not built: ${folder} is missing`)
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = /\/build\//.test(path)
      // the last page of a sign-in's own window tells the page that opened it how it went
      if (signInsLastPage.test(path)) {
        reply.header('cross-origin-opener-policy', 'unsafe-none')
      }
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (
      request.method !== 'GET' ||
      serverPaths.test(request.url) ||
      /\.\w+$/.test(request.url.split('?')[0] ?? '')
    ) {
      return answerNotFound(request, reply)
    }
    const path = request.url.split('?')[0] ?? ''
    const own = plainPath.test(path) ? `${path.slice(1)}.html` : ''
    const page = own !== '' && existsSync(join(folder, own)) ? own : 'index.html'
    return reply.header('cache-control', 'no-cache').sendFile(page)
  })
}
