// The frame of the pages of one's own account.

import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { type Html, html } from '@counterfoil/kit/server/codecs/html.ts'
import type { Context } from 'koa'
import type { Account } from '../accounts.ts'
import { type Complaints, errorSummary, formScript } from '../form.ts'
import { type PageContext, renderPage } from '../page.ts'
import type { SignInSource } from '../sign-in-source.ts'
import { manageTexts } from './manage-texts.ts'

export const managePath = '/Identity/Account/Manage'

/** One request of somebody who is signed in. */
export interface Managed {
  readonly ctx: Context
  readonly source: SignInSource
  readonly context: PageContext
  readonly account: Account
  readonly sessionUid: string
  /** When the session began, in seconds. */
  readonly signedInAtS: number
  /** Of a POST; undefined: the page is only looked at. */
  readonly form: URLSearchParams | undefined
}

export interface Section {
  readonly lead: string
  readonly content: Html
  readonly complaints?: Complaints
  readonly status?: number
  /** What was just done. */
  readonly done?: string | undefined
}

export function showSection(
  { ctx, context }: Pick<Managed, 'ctx' | 'context'>,
  section: Section,
): void {
  const texts = inLanguage(manageTexts, context.language)
  const errors = errorSummary(texts.notSaved, section.complaints ?? {})
  ctx.status = errors === undefined ? 200 : (section.status ?? 422)
  ctx.type = 'html'
  ctx.set('cache-control', 'no-store')
  ctx.body = renderPage(context, {
    title: errors === undefined ? texts.title : `${context.texts.error}: ${texts.title}`,
    isWide: true,
    script: formScript,
    content: html`<h1>${texts.title}</h1>
${tabs(ctx.path, context)}
${section.lead !== '' && html`<p class="lead">${section.lead}</p>`}
${errors}
${section.done !== undefined && html`<p class="done" role="status">${section.done}</p>`}
${section.content}
<div class="asides"><p><a href="${context.portalUrl}/">${texts.backToPortal}</a></p></div>`,
  })
}

function tabs(path: string, { language }: PageContext): Html {
  const texts = inLanguage(manageTexts, language)
  const tab = (address: string, name: string) =>
    html`<a href="${address}"${address === path && html` aria-current="page"`}>${name}</a>`
  return html`<nav class="tabs" aria-label="${texts.sections}">${[
    tab(managePath, texts.profile),
    tab(`${managePath}/Password`, texts.password),
    tab(`${managePath}/Authenticator`, texts.authenticator),
    tab(`${managePath}/Sessions`, texts.sessions),
  ]}</nav>`
}

/** After a change the page is asked for anew, so that reloading it changes nothing again. */
export function showDone({ ctx }: Managed, what: string): void {
  ctx.status = 303
  ctx.redirect(`${ctx.path}?done=${what}`)
}
