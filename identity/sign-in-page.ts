// The sign-in form: a plain HTML form that works without JavaScript.
import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import type { Provider } from 'oidc-provider'
import { type Html, html } from './html.ts'
import { answerExpired } from './message-pages.ts'
import { type PageContext, renderPage } from './page.ts'
import { type PageSource, pageContextOf, rememberTenant } from './page-context.ts'
import { lockMinutes, maxWrongTries, type SignInServices, signIn } from './sign-in.ts'

export interface SignInSource extends PageSource, SignInServices {
  readonly issuer: string
}

/** Answers GET and POST of `/Identity/Account/Login/{uid}`. */
export async function answerSignIn(
  ctx: Context,
  provider: Provider,
  source: SignInSource,
  uid: string,
): Promise<void> {
  const interaction = await provider.interactionDetails(ctx.req, ctx.res).catch(() => undefined)
  // The uid is in the address, so that two tabs that sign in at once do not finish each other's; the cookie, bound to
  // that address, proves that the form belongs to this browser.
  if (interaction === undefined || interaction.uid !== uid || interaction.prompt.name !== 'login') {
    return answerExpired(ctx, source)
  }
  const { login_hint: loginHint, tenant, ui_locales: uiLocales } = interaction.params
  const page = (typedEmail?: string) =>
    pageContextOf(ctx, source, {
      slug: textOf(tenant),
      email: typedEmail ?? textOf(loginHint),
      uiLocales: textOf(uiLocales),
    })
  if (ctx.method !== 'POST') {
    return show(ctx, await page(), { email: textOf(loginHint) ?? '' })
  }
  if (ctx.get('origin') !== '' && ctx.get('origin') !== new URL(source.issuer).origin) {
    const context = await page()
    return show(ctx, context, { email: '', summary: [context.texts.foreignForm] }, 403)
  }
  const form = await readForm(ctx.req)
  const email = (form.get('email') ?? '').trim()
  const password = form.get('password') ?? ''
  if (email === '' || password === '') {
    const missing = { email: email === '', password: password === '' }
    return show(ctx, await page(email), { email, missing }, 422)
  }
  const outcome = await signIn(source, {
    email,
    password,
    ip: ctx.ip,
    userAgent: ctx.get('user-agent') || undefined,
  })
  if (outcome.kind === 'success') {
    const { brand } = await pageContextOf(ctx, source, { tenantId: outcome.tenantId })
    if (brand.slug !== undefined) rememberTenant(ctx, brand.slug)
    const returnTo = await provider.interactionResult(
      ctx.req,
      ctx.res,
      // not remembered: the session ends with the browser, as befits a desk where money is moved
      { login: { accountId: outcome.userId, remember: false, amr: ['pwd'] } },
      { mergeWithLastSubmission: false },
    )
    ctx.status = 303
    return ctx.redirect(returnTo)
  }
  const context = await page(email)
  const { texts } = context
  if (outcome.kind === 'too_many') {
    ctx.set('retry-after', String(lockMinutes * 60))
    return show(ctx, context, { email, summary: [texts.tooMany(lockMinutes)] }, 429)
  }
  if (outcome.kind === 'inactive') {
    return show(ctx, context, { email, summary: [texts.inactive] }, 403)
  }
  const summary = [texts.refused, texts.refusedMore(maxWrongTries, lockMinutes)]
  return show(ctx, context, { email, summary, areFieldsWrong: true }, 401)
}

interface FormState {
  readonly email: string
  /** What is said of the whole try. */
  readonly summary?: readonly string[]
  readonly areFieldsWrong?: boolean
  readonly missing?: { readonly email: boolean; readonly password: boolean }
}

function show(ctx: Context, context: PageContext, state: FormState, status = 200): void {
  const { texts, brand } = context
  const isWrong = state.summary !== undefined || state.missing !== undefined
  ctx.status = status
  ctx.type = 'html'
  ctx.set('cache-control', 'no-store')
  ctx.body = renderPage(context, {
    title: isWrong ? `${texts.error}: ${texts.signIn}` : texts.signIn,
    script: formScript,
    content: html`<h1>${texts.signInTo(brand.name)}</h1>
<p class="lead">${texts.lead}</p>
${isWrong && errorSummary(context, state)}
<form method="post" action="${ctx.path}" novalidate data-busy="${texts.signingIn}">
${emailField(context, state)}
${passwordField(context, state)}
<button class="primary" type="submit">${texts.signIn}</button>
</form>
<div class="asides">
<p>${texts.forgotten} ${texts.forgottenAnswer}</p>
<p>${texts.noAccount} <a href="/Identity/Account/Register">${texts.noAccountLink}</a></p>
</div>`,
  })
}

function errorSummary({ texts }: PageContext, { summary, missing }: FormState): Html {
  const links = [
    missing?.email && html`<li><a href="#email">${texts.emailMissing}</a></li>`,
    missing?.password && html`<li><a href="#password">${texts.passwordMissing}</a></li>`,
  ].filter((link) => typeof link === 'object')
  return html`<div class="errors" role="alert" id="summary">
<h2>${texts.errorTitle}</h2>
${summary?.map((sentence) => html`<p>${sentence}</p>`)}${links.length > 0 && html`<ul>${links}</ul>`}
</div>`
}

function emailField({ texts }: PageContext, state: FormState): Html {
  const { email, missing } = state
  const isMissing = missing?.email === true
  // the cursor goes where there is something to do: to the password once the e-mail is known
  const isFirst = isMissing || email === ''
  return html`<div class="field">
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" value="${email}" maxlength="254" required autocomplete="username" autocapitalize="none" spellcheck="false" inputmode="email"${marks(isFirst, isMissing ? 'email-problem' : summaryId(state))}>
${isMissing && html`<p class="problem" id="email-problem">${texts.emailMissing}</p>`}
</div>`
}

function passwordField({ texts }: PageContext, state: FormState): Html {
  const { email, missing } = state
  const isMissing = missing?.password === true
  const isFirst = email !== ''
  return html`<div class="field">
<label for="password">${texts.password}</label>
<div class="box"><input id="password" name="password" type="password" maxlength="128" required autocomplete="current-password"${marks(isFirst, isMissing ? 'password-problem' : summaryId(state))}><button type="button" id="show" hidden aria-pressed="false" aria-controls="password" aria-label="${texts.showPassword}">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="2.75"/><path class="slash" d="m4 4 16 16"/></svg></button></div>
${isMissing && html`<p class="problem" id="password-problem">${texts.passwordMissing}</p>`}
</div>`
}

const summaryId = ({ areFieldsWrong }: FormState) => (areFieldsWrong ? 'summary' : undefined)

/** Where the cursor starts, and what a screen reader says with a field that is wrong. */
function marks(isFirst: boolean, problemId: string | undefined): Html {
  const problem =
    problemId !== undefined && html` aria-invalid="true" aria-describedby="${problemId}"`
  return html`${isFirst && html` autofocus`}${problem}`
}

// Comfort alone: shows the password on request, and keeps an impatient second click from counting as a second try.
const formScript = `
const form = document.forms[0], show = document.getElementById('show'), field = document.getElementById('password')
show.hidden = false
show.addEventListener('click', () => {
  const shown = field.type === 'password'
  field.type = shown ? 'text' : 'password'
  show.setAttribute('aria-pressed', String(shown))
  field.focus()
})
form.addEventListener('submit', (event) => {
  const button = form.querySelector('.primary')
  if (button.getAttribute('aria-disabled')) return event.preventDefault()
  field.type = 'password'
  button.setAttribute('aria-disabled', 'true')
  button.textContent = form.dataset.busy
})
addEventListener('pageshow', (event) => { if (event.persisted) location.reload() })
`

const maxFormBytes = 8_192

/** The form's fields; of a body larger than any honest form nothing is kept. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let length = 0
  // read to its end all the same: to stop in the middle would break the connection before the answer
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= maxFormBytes) chunks.push(chunk)
  }
  const text = length <= maxFormBytes ? Buffer.concat(chunks).toString('utf8') : ''
  return new URLSearchParams(text)
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
