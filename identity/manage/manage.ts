// `/Identity/Account/Manage`: what people see and change of their own account, once signed in.

import { html } from '@counterfoil/kit/server/codecs/html.ts'
import type { Context } from 'koa'
import type { Provider } from 'oidc-provider'
import { findAccount, isActiveAccount } from '../accounts.ts'
import { isForeignForm, readForm } from '../form.ts'
import { pageContextOf } from '../page-context.ts'
import type { SignInSource } from '../sign-in-source.ts'
import { answerAuthenticator } from './authenticator-page.ts'
import { answerPassword } from './password-page.ts'
import { answerProfile } from './profile-page.ts'
import { type Managed, managePath, showSection } from './section.ts'
import { answerSessions } from './sessions-page.ts'

const pages: Readonly<Record<string, (managed: Managed) => Promise<void>>> = {
  [managePath]: answerProfile,
  [`${managePath}/Password`]: answerPassword,
  [`${managePath}/Authenticator`]: answerAuthenticator,
  [`${managePath}/Sessions`]: answerSessions,
}

/** False when the address is none of these pages. */
export async function answerManage(
  ctx: Context,
  provider: Provider,
  source: SignInSource,
): Promise<boolean> {
  const answer = pages[ctx.path]
  if (answer === undefined) return false
  const session = await provider.Session.get(ctx)
  const { accountId, loginTs } = session
  const account = accountId === undefined ? undefined : await findAccount(source.pool, accountId)
  if (account === undefined || !account.isActive || !isActiveAccount(account, loginTs)) {
    // sign-ins begin in the portal, which comes back here
    ctx.redirect(`${source.portalUrl}/authentication/login?returnUrl=/authentication/profile`)
    return true
  }
  const context = await pageContextOf(ctx, source, { tenantId: account.tenantId })
  if (ctx.method === 'POST' && isForeignForm(ctx, source.issuer)) {
    const complaints = { sentences: [context.texts.foreignForm] }
    showSection({ ctx, context }, { lead: '', content: html``, complaints, status: 403 })
    return true
  }
  const form = ctx.method === 'POST' ? await readForm(ctx.req) : undefined
  await answer({
    ctx,
    source,
    context,
    account,
    sessionUid: session.uid,
    signedInAtS: loginTs ?? 0,
    form,
  })
  return true
}
