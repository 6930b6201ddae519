// The sign-in form: a plain HTML form that works without JavaScript.

import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { html } from '@counterfoil/kit/server/codecs/html.ts'
import type { Context } from 'koa'
import type { Provider } from 'oidc-provider'
import { answerCodeStep, beginCodeStep, isInCodeStep } from './code-page.ts'
import { beginExternal, finishExternal } from './federation/external-sign-in.ts'
import { federationTexts } from './federation/federation-texts.ts'
import { findFederationOfEmail, hasFederations } from './federation/federations.ts'
import {
  type Complaints,
  errorSummary,
  fieldOf,
  formScript,
  isForeignForm,
  readForm,
} from './form.ts'
import { answerFormPage } from './form-page.ts'
import { answerExpired } from './message-pages.ts'
import { type PageContext, renderPage } from './page.ts'
import { pageContextOf, rememberTenant } from './page-context.ts'
import { lockMinutes, maxWrongTries, type SignInOutcome, signIn } from './sign-in.ts'
import { type Interaction, originOf, type SignInSource } from './sign-in-source.ts'

/** Answers GET and POST of `/Identity/Account/Login/{uid}`. */
export async function answerSignIn(
  ctx: Context,
  provider: Provider,
  source: SignInSource,
  uid: string,
): Promise<void> {
  const details = await provider.interactionDetails(ctx.req, ctx.res).catch(() => undefined)
  // The uid is in the address, so that two tabs that sign in at once do not finish each other's; the cookie, bound to
  // that address, proves that the form belongs to this browser.
  if (details === undefined || details.uid !== uid || details.prompt.name !== 'login') {
    return answerExpired(ctx, source)
  }
  const { login_hint: loginHint, tenant, ui_locales: uiLocales } = details.params
  const hint = textOf(loginHint)
  const interaction: Interaction = {
    uid,
    page: ({ email = hint, tenantId } = {}) =>
      pageContextOf(ctx, source, {
        slug: textOf(tenant),
        email,
        tenantId,
        uiLocales: textOf(uiLocales),
      }),
    isFresh: details.prompt.reasons.some((one) => one === 'login_prompt' || one === 'max_age'),
    finish: (outcome, amr) => finish(ctx, provider, source, outcome, amr),
  }
  if (isForeignForm(ctx, source.issuer)) {
    const context = await interaction.page()
    return show(ctx, context, { email: '', sentences: [context.texts.foreignForm] }, 403)
  }
  if (ctx.method !== 'POST' && ctx.query.from !== undefined) {
    return finishExternal(ctx, source, interaction)
  }
  if (await isInCodeStep(ctx, source, uid)) return answerCodeStep(ctx, source, interaction)
  const isEmailFirst = ctx.query.password === undefined && (await hasFederations(source.pool))
  if (isEmailFirst) return answerEmailStep(ctx, source, interaction, hint ?? '')
  if (ctx.method !== 'POST') return show(ctx, await interaction.page(), { email: hint ?? '' })
  return answerPassword(ctx, source, interaction)
}

/** Where a tenant has another provider: the e-mail first, whose domain says where its people sign in. */
async function answerEmailStep(
  ctx: Context,
  source: SignInSource,
  interaction: Interaction,
  hint: string,
): Promise<void> {
  if (ctx.method !== 'POST') return showEmailStep(ctx, await interaction.page(), { email: hint })
  const email = ((await readForm(ctx.req)).get('email') ?? '').trim()
  const context = await interaction.page({ email })
  if (!email.includes('@')) {
    const fields = { email: context.texts.emailMissing }
    return showEmailStep(ctx, context, { email, fields }, 422)
  }
  const federation = await findFederationOfEmail(source.pool, email)
  if (federation !== undefined) {
    return beginExternal(ctx, source, interaction, { federation, email })
  }
  return show(ctx, context, { email, isSecondStep: true })
}

async function answerPassword(
  ctx: Context,
  source: SignInSource,
  interaction: Interaction,
): Promise<void> {
  const form = await readForm(ctx.req)
  const email = (form.get('email') ?? '').trim()
  const password = form.get('password') ?? ''
  const context = await interaction.page({ email })
  const { texts } = context
  if (email === '' || password === '') {
    const fields = {
      email: email === '' ? texts.emailMissing : undefined,
      password: password === '' ? texts.passwordMissing : undefined,
    }
    return show(ctx, context, { email, fields }, 422)
  }
  const outcome = await signIn(source, { email, password, ...originOf(ctx) })
  switch (outcome.kind) {
    case 'success':
      return interaction.finish(outcome, ['pwd'])
    case 'confirmed':
    case 'code_asked':
      await beginCodeStep(source, interaction.uid, outcome.userId)
      await rememberTenantOf(ctx, source, outcome.tenantId)
      ctx.status = 303
      return ctx.redirect(ctx.path)
    default: {
      const { status, sentences } = refusalOf(ctx, context, outcome)
      const areFieldsWrong = outcome.kind === 'refused'
      return show(ctx, context, { email, sentences, areFieldsWrong }, status)
    }
  }
}

/** What whoever tried is told; the same words for a wrong password, an unknown e-mail and a lock. */
function refusalOf(
  ctx: Context,
  { texts }: PageContext,
  outcome: Exclude<SignInOutcome, { userId: string }>,
): { status: number; sentences: string[] } {
  if (outcome.kind === 'too_many') {
    ctx.set('retry-after', String(lockMinutes * 60))
    return { status: 429, sentences: [texts.tooMany({ minutes: lockMinutes })] }
  }
  if (outcome.kind === 'refused') {
    return {
      status: 401,
      sentences: [texts.refused, texts.refusedMore({ tries: maxWrongTries, minutes: lockMinutes })],
    }
  }
  return { status: 403, sentences: [texts[outcome.kind]] }
}

async function finish(
  ctx: Context,
  provider: Provider,
  source: SignInSource,
  outcome: { userId: string; tenantId: string },
  amr: readonly string[],
): Promise<void> {
  await rememberTenantOf(ctx, source, outcome.tenantId)
  const returnTo = await provider.interactionResult(
    ctx.req,
    ctx.res,
    // not remembered: the session ends with the browser, as befits a desk where money is moved
    { login: { accountId: outcome.userId, remember: false, amr: [...amr] } },
    { mergeWithLastSubmission: false },
  )
  ctx.status = 303
  ctx.redirect(returnTo)
}

/** From the right password on, pages are the tenant's whose account it is. */
async function rememberTenantOf(ctx: Context, source: SignInSource, tenantId: string) {
  const { brand } = await pageContextOf(ctx, source, { tenantId })
  if (brand.slug !== undefined) rememberTenant(ctx, brand.slug)
}

interface FormState extends Complaints {
  readonly email: string
  /** The password is asked after the e-mail, or without it. */
  readonly isSecondStep?: boolean
  readonly areFieldsWrong?: boolean
}

function show(ctx: Context, context: PageContext, state: FormState, status = 200): void {
  const { texts, brand } = context
  const { email, fields } = state
  const errors = errorSummary(texts.errorTitle, state)
  // so that the page behind the link wears the same colours
  const ofTenant = brand.slug === undefined ? '' : `?tenant=${encodeURIComponent(brand.slug)}`
  const summaryId = state.areFieldsWrong === true ? 'summary' : undefined
  const isSecondStep = state.isSecondStep === true || ctx.query.password !== undefined
  ctx.status = status
  ctx.type = 'html'
  ctx.set('cache-control', 'no-store')
  ctx.body = renderPage(context, {
    title: errors === undefined ? texts.signIn : `${texts.error}: ${texts.signIn}`,
    script: formScript,
    content: html`<h1>${texts.signInTo({ name: brand.name })}</h1>
<p class="lead">${texts.lead}</p>
${errors}
<form method="post" action="${ctx.path}${isSecondStep && '?password'}" novalidate data-busy="${texts.signingIn}">
${fieldOf(context, {
  name: 'email',
  label: texts.email,
  type: 'email',
  value: email,
  maxLength: 254,
  autocomplete: 'username',
  inputMode: 'email',
  problem: fields?.email,
  // the cursor goes where there is something to do: to the password once the e-mail is known
  isFirst: email === '',
  summaryId,
})}
${fieldOf(context, {
  name: 'password',
  label: texts.password,
  type: 'password',
  maxLength: 128,
  autocomplete: 'current-password',
  problem: fields?.password,
  isFirst: email !== '',
  summaryId,
})}
<button class="primary" type="submit">${texts.signIn}</button>
</form>
<div class="asides">
${isSecondStep && html`<p><a href="${ctx.path}">${inLanguage(federationTexts, context.language).otherEmail}</a></p>`}
<p><a href="/Identity/Account/ForgotPassword${ofTenant}">${texts.forgotten}</a></p>
<p>${texts.noAccount} <a href="/Identity/Account/Register${ofTenant}">${texts.noAccountLink}</a></p>
</div>`,
  })
}

function showEmailStep(ctx: Context, context: PageContext, state: FormState, status = 200): void {
  const { texts } = context
  const ours = inLanguage(federationTexts, context.language)
  answerFormPage(ctx, context, {
    title: texts.signInTo({ name: context.brand.name }),
    lead: ours.lead,
    errorTitle: texts.errorTitle,
    complaints: state,
    status,
    submit: ours.continue,
    busy: ours.continuing,
    fields: fieldOf(context, {
      name: 'email',
      label: texts.email,
      type: 'email',
      value: state.email,
      maxLength: 254,
      autocomplete: 'username',
      inputMode: 'email',
      problem: state.fields?.email,
      isFirst: true,
    }),
    asides: html`<div class="asides"><p><a href="${ctx.path}?password">${ours.withPassword}</a></p></div>`,
  })
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
