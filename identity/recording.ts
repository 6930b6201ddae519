// What the provider writes down, and what it answers when it cannot.
import type { EventEmitter } from 'node:events'
import type { Middleware } from 'koa'
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Logger } from 'pino'
import { v7 } from 'uuid'
import { answerFailed } from './message-pages.ts'
import type { PageSource } from './page-context.ts'

/** Gives each request its id and writes one line for it. */
export function recordRequests(log: Logger): Middleware {
  return async (ctx, next) => {
    const began = performance.now()
    ctx.state.requestId = v7()
    ctx.set('x-request-id', ctx.state.requestId)
    await next()
    log.info(
      {
        requestId: ctx.state.requestId,
        method: ctx.method,
        // without the query and without the id of a sign-in, which let somebody in
        route: ctx.path
          .replace(/^(\/auth|\/Identity\/Account\/Login)\/.*/, '$1/:uid')
          .slice(0, 200),
        status: ctx.status,
        ms: Math.round(performance.now() - began),
        ip: ctx.ip,
      },
      'identity request',
    )
  }
}

/** A fault of ours, such as a database that does not answer, as a page of its own; details are for the log alone. */
export function answerFaults(pages: PageSource, log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const requestId = ctx.state.requestId as string
      log.error({ err: error, requestId }, 'identity failed')
      await answerFailed(ctx, pages, { status: 500, error: 'server_error', requestId })
    }
  }
}

/** What the OpenID endpoints refuse or fail at; a token shown twice is found here. */
export function recordFailures(provider: Provider, log: Logger): void {
  const failed = (ctx: KoaContextWithOIDC, error: Error) =>
    log.error({ err: error, requestId: ctx.state.requestId }, 'identity failed')
  const refused = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) =>
    log.warn(
      {
        requestId: ctx.state.requestId,
        ip: ctx.ip,
        error: error.error,
        reason: error.error_detail ?? error.error_description,
      },
      'identity refused a request',
    )
  provider.on('server_error', failed)
  provider.on('grant.error', refused)
  // a silent sign-in without a session is daily business
  provider.on('authorization.error', (ctx, error) => {
    if (error.error !== 'login_required') refused(ctx, error)
  })
  // what fails after the answer began arrives here, as of any Koa application
  const application: EventEmitter = provider
  application.on('error', (error: unknown) => log.error({ err: error }, 'identity failed'))
}
