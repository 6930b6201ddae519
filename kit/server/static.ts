import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerNotFound } from './problems.ts'

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
      if (path.endsWith('/assets/silent-redirect.html')) {
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
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
