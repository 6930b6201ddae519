import { Html, html } from '@counterfoil/kit/server/codecs/html.ts'
import type { Context } from 'koa'
import { renderPage } from './page.ts'
import { type PageSource, pageContextOf } from './page-context.ts'

/**
 * Asks whether to sign out; with `isConfirmed` the form sends itself, and the button is for browsers without JavaScript.
 * `form` is the provider's own, which carries its proof that the request came from here.
 */
export async function answerSignOut(
  ctx: Context,
  source: PageSource,
  { form, isConfirmed, uiLocales }: { form: string; isConfirmed: boolean; uiLocales?: string },
): Promise<void> {
  const context = await pageContextOf(ctx, source, { uiLocales })
  const { texts, brand } = context
  const title = isConfirmed ? texts.signingOut : texts.signOutTitle
  ctx.type = 'html'
  ctx.body = renderPage(context, {
    title,
    content: html`<h1>${title}</h1>
<p class="lead">${texts.signOutText({ name: brand.name })}</p>
${new Html(form)}
<button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes"${!isConfirmed && html` autofocus`}>${texts.signOut}</button>
${!isConfirmed && html`<a class="secondary" href="${context.portalUrl}/">${texts.staySignedIn}</a>`}`,
    ...(isConfirmed ? { script: `document.querySelector('.primary').click()` } : {}),
  })
}
