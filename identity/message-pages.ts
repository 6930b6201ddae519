// The provider's pages that show a message and a button alone.

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

type Texts = PageContext['texts']

/** A message in the texts of the page's language. */
async function answerTexts(
  ctx: Context,
  source: PageSource,
  status: number,
  messageIn: (texts: Texts) => Message,
): Promise<void> {
  const context = await pageContextOf(ctx, source)
  answerMessage(ctx, context, status, messageIn(context.texts))
}

/** A form that was left open too long, or belongs to another browser. */
export const answerExpired = (ctx: Context, source: PageSource): Promise<void> =>
  answerTexts(ctx, source, 400, (texts) => ({
    title: texts.expiredTitle,
    text: texts.expired,
    button: texts.startAgain,
  }))

export const answerNotFound = (ctx: Context, source: PageSource): Promise<void> =>
  answerTexts(ctx, source, 404, (texts) => ({
    title: texts.notFoundTitle,
    text: texts.notFound,
    button: texts.backToPortal,
  }))

/** A request that the provider refused, or a fault of ours (status 500 and above). The code is all that it tells. */
export const answerFailed = (
  ctx: Context,
  source: PageSource,
  { status, error, requestId }: { status: number; error: string; requestId: string },
): Promise<void> =>
  answerTexts(ctx, source, status, (texts) => ({
    title: status >= 500 ? texts.brokenTitle : texts.failedTitle,
    text: status >= 500 ? texts.broken : texts.failed,
    more: html`<p class="code">${texts.code}: ${error} · ${requestId}</p>`,
    button: texts.backToPortal,
  }))

/** After so many seconds the page asks again by itself. */
export const retryAfterS = 5

/** The database does not answer: in the colours that were last seen, and again until it does. */
export const answerUnavailable = (
  ctx: Context,
  source: PageSource,
  requestId: string,
): Promise<void> =>
  answerTexts(ctx, source, 503, (texts) => ({
    title: texts.unavailableTitle,
    text: texts.unavailable,
    more: html`<p class="code">${texts.code}: database.unavailable · ${requestId}</p>`,
    button: texts.tryAgain,
    // what a form sent is not sent twice: its page comes again
    href: `${new URL(ctx.href).pathname}${new URL(ctx.href).search}`,
    refreshS: retryAfterS,
  }))

/** `/Identity/Account/Register`: nobody registers alone; the page says who makes accounts. */
export const answerRegister = (ctx: Context, source: PageSource): Promise<void> =>
  answerTexts(ctx, source, 200, (texts) => ({
    title: texts.registerTitle,
    text: texts.register,
    button: texts.backToPortal,
  }))

export const answerSignedOut = (ctx: Context, source: PageSource): Promise<void> =>
  answerTexts(ctx, source, 200, (texts) => ({
    title: texts.signedOutTitle,
    text: texts.signedOut,
    button: texts.backToPortal,
  }))
