// What the provider writes down, and what it answers when it cannot.
import type { EventEmitter } from 'node:events'
import { databaseProblem } from '@counterfoil/kit/database/failures.ts'
import type { Context, Middleware } from 'koa'
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { v7 } from 'uuid'
import { recordAccountEvent } from './account-events.ts'
import { findAccount } from './accounts.ts'
import { answerFailed, answerUnavailable, retryAfterS } from './message-pages.ts'
import type { PageSource } from './page-context.ts'
import { originOf } from './sign-in-source.ts'

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

/**
 * A fault of ours as a page of its own; details are for the log alone. A database that does not answer is told by its name,
 * with the advice to come again, also where the OpenID endpoints have answered their own 500.
 */
export function answerFaults(pages: PageSource, log: Logger): Middleware {
  return async (ctx, next) => {
    const requestId = ctx.state.requestId as string
    try {
      await next()
    } catch (error) {
      log.error({ err: error, requestId }, 'identity failed')
      noteFault(ctx, error)
      if (ctx.state.isWithoutDatabase !== true) {
        return answerFailed(ctx, pages, { status: 500, error: 'server_error', requestId })
      }
      ctx.status = 500
    }
    if (ctx.state.isWithoutDatabase !== true || ctx.status < 500) return
    ctx.set('retry-after', String(retryAfterS))
    if (ctx.accepts('json', 'html') === 'html') return answerUnavailable(ctx, pages, requestId)
    ctx.status = 503
    ctx.body = {
      error: 'temporarily_unavailable',
      error_description: 'The database does not answer at the moment. Try again in a moment.',
    }
  }
}

/** For whoever answers the request in the end: whether it failed for want of the database. */
function noteFault(ctx: Context, error: unknown): void {
  if (databaseProblem(error)?.code === 'database.unavailable') ctx.state.isWithoutDatabase = true
}

/** What the OpenID endpoints refuse or fail at; a token shown twice is found here. */
export function recordFailures(provider: Provider, log: Logger): void {
  const failed = (ctx: KoaContextWithOIDC, error: Error) => {
    noteFault(ctx, error)
    log.error({ err: error, requestId: ctx.state.requestId }, 'identity failed')
  }
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

/** Tells the portal of those who sign out; that it cannot must not keep them signed in. */
export function recordSignOuts(provider: Provider, pool: Pool, log: Logger): void {
  const recordSignOut = async (ctx: KoaContextWithOIDC) => {
    const userId = ctx.oidc.session?.accountId
    // whoever was asked may have stayed
    if (userId === undefined || !ctx.oidc.params?.logout) return
    const account = await findAccount(pool, userId)
    if (account === undefined) return
    await recordAccountEvent(pool, account, originOf(ctx), { kind: 'signed_out', where: 'here' })
  }
  provider.on('end_session.success', (ctx) => {
    recordSignOut(ctx).catch((error) => log.warn({ err: error }, 'a sign-out was not written down'))
  })
}
