// Which of the provider's own pages answers an address; what is not among them goes on to the OpenID endpoints.
import type { Context, Middleware } from 'koa'
import type { Provider } from 'oidc-provider'
import { answerExternal, externalPath } from './federation/external-sign-in.ts'
import { answerTest, testPath } from './federation/test-run.ts'
import { answerManage } from './manage/manage.ts'
import { answerNotFound, answerSignedOut } from './message-pages.ts'
import { answerForgotten, answerReset } from './password-pages.ts'
import { signInPath } from './provider.ts'
import { answerInvitation } from './register-page.ts'
import { answerSignIn } from './sign-in-page.ts'
import type { SignInSource } from './sign-in-source.ts'

const forms: Readonly<Record<string, (ctx: Context, source: SignInSource) => Promise<void>>> = {
  '/Identity/Account/Register': answerInvitation,
  '/Identity/Account/ForgotPassword': answerForgotten,
  '/Identity/Account/ResetPassword': answerReset,
}

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
    const isForm = isRead || ctx.method === 'POST'
    if (path.startsWith(`${signInPath}/`) && isForm) {
      return answerSignIn(ctx, provider, source, path.slice(signInPath.length + 1))
    }
    if (path.startsWith(externalPath) && isRead) return answerExternal(ctx, source)
    if (path.startsWith(testPath) && isRead) return answerTest(ctx, source)
    const form = forms[path]
    if (form !== undefined && isForm) return form(ctx, source)
    if (isForm && (await answerManage(ctx, provider, source))) return
    if (isRead) {
      // a sign-in begins in the portal, which knows where to come back to
      if (path === '/' || path === signInPath) return ctx.redirect(`${source.portalUrl}/`)
      if (path === '/Identity/Account/Logout') return answerSignedOut(ctx, source)
    }
    await next()
    if (ctx.status === 404 && ctx.body === undefined && ctx.accepts('json', 'html') === 'html') {
      return answerNotFound(ctx, source)
    }
  }
}
