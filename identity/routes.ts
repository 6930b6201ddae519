// Which of the provider's own pages answers an address; what is not among them goes on to the OpenID endpoints.
import type { Middleware } from 'koa'
import type { Provider } from 'oidc-provider'
import { answerManage, answerNotFound, answerRegister, answerSignedOut } from './message-pages.ts'
import { signInPath } from './provider.ts'
import { answerSignIn, type SignInSource } from './sign-in-page.ts'

/** `provider` is asked for with each request: it is made anew when its keys change. */
export function accountPages(provider: Provider, source: SignInSource): Middleware {
  return async (ctx, next) => {
    const { path } = ctx
    if (path === '/health/live' || path === '/health/ready') {
      if (path === '/health/ready') await source.pool.query('select 1')
      ctx.body = { status: path.slice('/health/'.length) }
      return
    }
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (path.startsWith(`${signInPath}/`) && (isRead || ctx.method === 'POST')) {
      return answerSignIn(ctx, provider, source, path.slice(signInPath.length + 1))
    }
    if (isRead) {
      // a sign-in begins in the portal, which knows where to come back to
      if (path === '/' || path === signInPath) return ctx.redirect(`${source.portalUrl}/`)
      if (path === '/Identity/Account/Register') return answerRegister(ctx, source)
      if (path === '/Identity/Account/Manage') return answerManage(ctx, source)
      if (path === '/Identity/Account/Logout') return answerSignedOut(ctx, source)
    }
    await next()
    if (ctx.status === 404 && ctx.body === undefined && ctx.accepts('json', 'html') === 'html') {
      return answerNotFound(ctx, source)
    }
  }
}
