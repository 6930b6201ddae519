// A forgotten password: asking for the link, and the form that the link opens.

import { setTimeout as wait } from 'node:timers/promises'
import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { html } from '@counterfoil/kit/server/codecs/html.ts'
import type { Context } from 'koa'
import { v7 } from 'uuid'
import { inTransaction, recordAccountEvent } from './account-events.ts'
import { resetTexts } from './account-texts.ts'
import { type AccountToken, findToken, useToken } from './account-tokens.ts'
import { emailKey, setPassword } from './accounts.ts'
import { isElsewhereOnly } from './federation/closed-local.ts'
import { type Complaints, fieldOf, isForeignForm, isWrong, readForm } from './form.ts'
import { answerFormPage } from './form-page.ts'
import type { Language } from './language.ts'
import { answerMessage } from './message-pages.ts'
import { complaintsOf, passwordFields } from './new-password.ts'
import type { PageContext } from './page.ts'
import { pageContextOf } from './page-context.ts'
import { lockMinutes } from './sign-in.ts'
import { originOf, type SignInSource } from './sign-in-source.ts'

/** How long the link of a mail works; the portal makes it so (features/access/users/users.rules.ts). */
const linkMinutes = 30
const maxAsksPerAccount = 3
const maxAsksPerAddress = 20
/** Every answer takes this long, whether an account was found or not. */
const answerMs = 400

/** `/Identity/Account/ForgotPassword` */
export async function answerForgotten(ctx: Context, source: SignInSource): Promise<void> {
  if (ctx.method !== 'POST') return showAsk(ctx, await pageContextOf(ctx, source), '', {})
  const email = ((await readForm(ctx.req)).get('email') ?? '').trim()
  const context = await pageContextOf(ctx, source, { email })
  if (isForeignForm(ctx, source.issuer)) {
    return showAsk(ctx, context, '', { sentences: [context.texts.foreignForm] }, 403)
  }
  if (!email.includes('@')) {
    return showAsk(ctx, context, email, { fields: { email: context.texts.emailMissing } })
  }
  const { ip, isShared } = originOf(ctx)
  if (isShared !== true && (await hasAskedTooOften(source, ip))) {
    ctx.set('retry-after', String(lockMinutes * 60))
    const { tooMany } = inLanguage(resetTexts, context.language)
    return showAsk(ctx, context, email, { sentences: [tooMany({ minutes: lockMinutes })] }, 429)
  }
  await Promise.all([ask(source, ctx, email, context.language), wait(answerMs)])
  showSent(ctx, context, source)
}

/** Asks the portal for the mail, when the address has an account that may sign in and did not ask too often. */
async function ask(
  { pool }: SignInSource,
  ctx: Context,
  email: string,
  language: Language,
): Promise<void> {
  const { rows } = await pool.query<{ user_id: string; tenant_id: string; asks: number }>(
    `select a.user_id, a.tenant_id, (
       select count(*)::int from identity.sign_in s where s.user_id = a.user_id
         and s.outcome = 'reset_requested' and s.created_at > now() - make_interval(mins => $2)) as asks
     from identity.account a left join app.user_directory d using (user_id)
     left join app.tenant t on t.id = a.tenant_id
     where a.email = $1 and a.is_active and coalesce(d.is_active, true) and coalesce(t.is_active, true)
       and not ${isElsewhereOnly('a')}`,
    [emailKey(email), lockMinutes],
  )
  const [account] = rows
  const from = originOf(ctx)
  const { ip, userAgent } = from
  await pool.query(
    `insert into identity.sign_in (id, user_id, email, outcome, ip, user_agent, created_at)
     values ($1, $2, $3, 'reset_requested', $4, $5, now())`,
    [
      v7(),
      account?.user_id ?? null,
      account && emailKey(email),
      ip,
      userAgent?.slice(0, 500) ?? null,
    ],
  )
  if (account === undefined || account.asks >= maxAsksPerAccount) return
  const whose = { userId: account.user_id, tenantId: account.tenant_id }
  await recordAccountEvent(pool, whose, from, { kind: 'password_reset_requested', language })
}

async function hasAskedTooOften({ pool }: SignInSource, ip: string): Promise<boolean> {
  const { rows } = await pool.query<{ asks: number }>(
    `select count(*)::int as asks from identity.sign_in
     where ip = $1 and created_at > now() - make_interval(mins => $2) and outcome = 'reset_requested'`,
    [ip, lockMinutes],
  )
  return (rows[0]?.asks ?? 0) >= maxAsksPerAddress
}

function showAsk(
  ctx: Context,
  context: PageContext,
  email: string,
  complaints: Complaints,
  status?: number,
): void {
  const texts = inLanguage(resetTexts, context.language)
  answerFormPage(ctx, context, {
    title: texts.askTitle,
    lead: texts.askLead,
    errorTitle: texts.askErrorTitle,
    complaints,
    ...(status === undefined ? {} : { status }),
    submit: texts.askSubmit,
    busy: texts.sending,
    fields: fieldOf(context, {
      name: 'email',
      label: context.texts.email,
      type: 'email',
      value: email,
      autocomplete: 'username',
      inputMode: 'email',
      maxLength: 254,
      problem: complaints.fields?.email,
      isFirst: true,
    }),
    asides: html`<div class="asides"><p><a href="${context.portalUrl}/">${texts.backToSignIn}</a></p></div>`,
  })
}

function showSent(ctx: Context, context: PageContext, { outboxUrl }: SignInSource): void {
  const texts = inLanguage(resetTexts, context.language)
  answerMessage(ctx, context, 200, {
    title: texts.sentTitle,
    text: texts.sent({ minutes: linkMinutes }),
    ...(outboxUrl === undefined
      ? {}
      : {
          more: html`<p class="note">${texts.demoOutbox} <a href="${outboxUrl}">${texts.openOutbox}</a></p>`,
        }),
    button: texts.backToSignIn,
  })
}

/** `/Identity/Account/ResetPassword?token=…` */
export async function answerReset(ctx: Context, source: SignInSource): Promise<void> {
  const given = typeof ctx.query.token === 'string' ? ctx.query.token : ''
  const token = await findToken(source.pool, 'password_reset', given)
  if (token === undefined) return answerGone(ctx, source)
  const context = await pageContextOf(ctx, source, { tenantId: token.tenantId })
  if (ctx.method !== 'POST') return showSet(ctx, context, token, {})
  const form = await readForm(ctx.req)
  const complaints = {
    ...(isForeignForm(ctx, source.issuer) ? { sentences: [context.texts.foreignForm] } : {}),
    fields: { ...complaintsOf(form, context.language, source.isDemo) },
  }
  if (isWrong(complaints)) return showSet(ctx, context, token, complaints)
  const isSet = await inTransaction(source.pool, async (client) => {
    if (!(await useToken(client, 'password_reset', token))) return false
    await setPassword(client, token.userId, form.get('password') ?? '')
    const { language } = context
    const change = { kind: 'security_changed', what: 'password', language } as const
    await recordAccountEvent(client, token, originOf(ctx), change)
    return true
  })
  if (!isSet) return answerGone(ctx, source)
  const texts = inLanguage(resetTexts, context.language)
  answerMessage(ctx, context, 200, {
    title: texts.doneTitle,
    text: texts.done,
    button: context.texts.signIn,
  })
}

function showSet(
  ctx: Context,
  context: PageContext,
  { email }: AccountToken,
  complaints: Complaints,
): void {
  const texts = inLanguage(resetTexts, context.language)
  answerFormPage(ctx, context, {
    title: texts.setTitle,
    lead: texts.setLead({ email }),
    errorTitle: texts.setErrorTitle,
    complaints,
    submit: texts.setSubmit,
    busy: texts.setting,
    // a password manager must know whose password it keeps
    fields: html`<input class="unseen" type="email" name="email" value="${email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${passwordFields(context, complaints.fields ?? {}, { isFirst: true, isReplacing: true })}`,
  })
}

async function answerGone(ctx: Context, source: SignInSource): Promise<void> {
  const context = await pageContextOf(ctx, source)
  const texts = inLanguage(resetTexts, context.language)
  answerMessage(ctx, context, 410, {
    title: texts.goneTitle,
    text: texts.gone,
    button: texts.askAgain,
    href: '/Identity/Account/ForgotPassword',
  })
}
