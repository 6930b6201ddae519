// The provider's pages that only say something.

import { type Html, html } from '@counterfoil/kit/server/codecs/html.ts'
import type { Context } from 'koa'
import { type PageContext, renderPage } from './page.ts'
import { type PageSource, pageContextOf } from './page-context.ts'

export interface Message {
  readonly title: string
  readonly text: string
  readonly more?: Html | undefined
  readonly button: string
  /** Where the button leads; the portal unless said. */
  readonly href?: string
  /** The page comes again by itself after so many seconds. */
  readonly refreshS?: number
  /** The browser goes to `href` by itself. */
  readonly goesOn?: boolean
}

export function answerMessage(
  ctx: Context,
  context: PageContext,
  status: number,
  message: Message,
): void {
  ctx.status = status
  ctx.type = 'html'
  ctx.set('cache-control', 'no-store')
  ctx.body = renderPage(context, {
    title: message.title,
    refreshS: message.refreshS,
    goesTo: message.goesOn === true ? message.href : undefined,
    content: html`<h1>${message.title}</h1>
<p class="lead">${message.text}</p>
${message.more}
<a class="primary" href="${message.href ?? `${context.portalUrl}/`}">${message.button}</a>`,
  })
}

/** A form that was left open too long, or belongs to another browser. */
export async function answerExpired(ctx: Context, source: PageSource): Promise<void> {
  const context = await pageContextOf(ctx, source)
  const { texts } = context
  answerMessage(ctx, context, 400, {
    title: texts.expiredTitle,
    text: texts.expired,
    button: texts.startAgain,
  })
}

export async function answerNotFound(ctx: Context, source: PageSource): Promise<void> {
  const context = await pageContextOf(ctx, source)
  const { texts } = context
  answerMessage(ctx, context, 404, {
    title: texts.notFoundTitle,
    text: texts.notFound,
    button: texts.backToPortal,
  })
}

/** A request that the provider refused, or a fault of ours (status 500 and above). The code is all that it tells. */
export async function answerFailed(
  ctx: Context,
  source: PageSource,
  failure: { readonly status: number; readonly error: string; readonly requestId: string },
): Promise<void> {
  const context = await pageContextOf(ctx, source)
  const { texts } = context
  const isOurs = failure.status >= 500
  answerMessage(ctx, context, failure.status, {
    title: isOurs ? texts.brokenTitle : texts.failedTitle,
    text: isOurs ? texts.broken : texts.failed,
    more: html`<p class="code">${texts.code}: ${failure.error} · ${failure.requestId}</p>`,
    button: texts.backToPortal,
  })
}

/** After so many seconds the page asks again by itself. */
export const retryAfterS = 5

/** The database does not answer: in the colours that were last seen, and again until it does. */
export async function answerUnavailable(
  ctx: Context,
  source: PageSource,
  requestId: string,
): Promise<void> {
  const context = await pageContextOf(ctx, source)
  const { texts } = context
  // what a form sent is not sent twice: its page comes again
  const here = `${new URL(ctx.href).pathname}${new URL(ctx.href).search}`
  answerMessage(ctx, context, 503, {
    title: texts.unavailableTitle,
    text: texts.unavailable,
    more: html`<p class="code">${texts.code}: database.unavailable · ${requestId}</p>`,
    button: texts.tryAgain,
    href: here,
    refreshS: retryAfterS,
  })
}

/** `/Identity/Account/Register`: nobody registers alone; the page says who makes accounts. */
export async function answerRegister(ctx: Context, source: PageSource): Promise<void> {
  const context = await pageContextOf(ctx, source)
  const { texts } = context
  answerMessage(ctx, context, 200, {
    title: texts.registerTitle,
    text: texts.register,
    button: texts.backToPortal,
  })
}

export async function answerSignedOut(ctx: Context, source: PageSource): Promise<void> {
  const context = await pageContextOf(ctx, source)
  const { texts } = context
  answerMessage(ctx, context, 200, {
    title: texts.signedOutTitle,
    text: texts.signedOut,
    button: texts.backToPortal,
  })
}
