import { type Html, html } from '@counterfoil/kit/server/codecs/html.ts'
import type { Context } from 'koa'
import { type Complaints, errorSummary, formScript } from './form.ts'
import { type PageContext, renderPage } from './page.ts'

export interface FormPage {
  readonly title: string
  readonly lead: string
  readonly errorTitle: string
  readonly complaints: Complaints
  readonly fields: Html | readonly Html[]
  readonly submit: string
  /** What the button says while the form is on its way. */
  readonly busy: string
  readonly asides?: Html
  /** Of an answer to a form with complaints. */
  readonly status?: number
}

/** A page that is one form, sent to its own address. */
export function answerFormPage(ctx: Context, context: PageContext, page: FormPage): void {
  const errors = errorSummary(page.errorTitle, page.complaints)
  ctx.status = errors === undefined ? 200 : (page.status ?? 422)
  ctx.type = 'html'
  ctx.set('cache-control', 'no-store')
  ctx.body = renderPage(context, {
    title: errors === undefined ? page.title : `${context.texts.error}: ${page.title}`,
    script: formScript,
    content: html`<h1>${page.title}</h1>
<p class="lead">${page.lead}</p>
${errors}
<form method="post" action="${ctx.path}${ctx.search}" novalidate data-busy="${page.busy}">
${page.fields}
<button class="primary" type="submit">${page.submit}</button>
</form>
${page.asides}`,
  })
}
