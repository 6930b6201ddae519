// Forms as plain HTML: what comes in, and how fields and their complaints look.
import type { IncomingMessage } from 'node:http'
import { withoutInvisible } from '@counterfoil/kit/contract/plain-text.ts'
import { type Html, html } from '@counterfoil/kit/server/codecs/html.ts'
import type { Context } from 'koa'
import type { PageContext } from './page.ts'

const maxFormBytes = 8_192

/** The form's fields; of a body larger than any honest form nothing is kept. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let length = 0
  // read to its end all the same: to stop in the middle would break the connection before the answer
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= maxFormBytes) chunks.push(chunk)
  }
  const text = length <= maxFormBytes ? Buffer.concat(chunks).toString('utf8') : ''
  const form = new URLSearchParams(text)
  // a password is taken as it is typed; everything else comes to people's eyes, or to the database, which takes no zero
  for (const [name, value] of [...form]) {
    if (!/password|repeat|current/i.test(name)) form.set(name, withoutInvisible(value))
  }
  return form
}

/** Browsers say where a form was sent from; another site's is not answered. */
export function isForeignForm(ctx: Context, issuer: string): boolean {
  return ctx.get('origin') !== '' && ctx.get('origin') !== new URL(issuer).origin
}

export interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly value?: string
  readonly autocomplete: string
  readonly maxLength: number
  /** What is wrong with it. */
  readonly problem?: string | undefined
  readonly hint?: string
  /** Where the cursor starts. */
  readonly isFirst?: boolean
  /** The id of the element that says what is wrong with the whole form. */
  readonly summaryId?: string | undefined
  readonly inputMode?: 'email' | 'numeric'
  /** Shown, and not to be changed. */
  readonly isFixed?: boolean
}

export function fieldOf({ texts }: PageContext, field: Field): Html {
  const { name, label, type = 'text', problem, hint } = field
  const isPassword = type === 'password'
  const input = html`<input id="${name}" name="${name}" type="${type}"${
    !isPassword && html` value="${field.value ?? ''}"`
  } maxlength="${field.maxLength}"${
    field.isFixed === true ? html` readonly` : html` required`
  } autocomplete="${field.autocomplete}"${
    type !== 'text' || field.inputMode !== undefined
      ? html` autocapitalize="none" spellcheck="false"`
      : undefined
  }${field.inputMode !== undefined && html` inputmode="${field.inputMode}"`}${marks(field)}>`
  return html`<div class="field">
<label for="${name}">${label}</label>
${
  isPassword
    ? html`<div class="box">${input}<button type="button" class="reveal" hidden aria-pressed="false" aria-controls="${name}" aria-label="${texts.showPassword}">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="2.75"/><path class="slash" d="m4 4 16 16"/></svg></button></div>`
    : input
}
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}
</div>`
}

/** Where the cursor starts, and what a screen reader says with a field. */
function marks({ name, problem, hint, isFirst, summaryId }: Field): Html {
  const wrong = problem !== undefined ? `${name}-problem` : summaryId
  const described = [wrong, hint !== undefined && `${name}-hint`].filter(Boolean).join(' ')
  return html`${isFirst === true && html` autofocus`}${wrong !== undefined && html` aria-invalid="true"`}${
    described !== '' && html` aria-describedby="${described}"`
  }`
}

export interface Complaints {
  /** What is said of the whole form. */
  readonly sentences?: readonly string[] | undefined
  /** What is said of single fields, by their names. */
  readonly fields?: Readonly<Record<string, string | undefined>>
}

export const isWrong = ({ sentences, fields }: Complaints): boolean =>
  (sentences?.length ?? 0) > 0 ||
  Object.values(fields ?? {}).some((problem) => problem !== undefined)

/** All that is wrong, at the top of the form, with links to the fields. */
export function errorSummary(title: string, complaints: Complaints): Html | undefined {
  if (!isWrong(complaints)) return undefined
  const links = Object.entries(complaints.fields ?? {}).flatMap(([name, problem]) =>
    problem === undefined ? [] : [html`<li><a href="#${name}">${problem}</a></li>`],
  )
  return html`<div class="errors" role="alert" id="summary">
<h2>${title}</h2>
${complaints.sentences?.map((sentence) => html`<p>${sentence}</p>`)}${links.length > 0 && html`<ul>${links}</ul>`}
</div>`
}

// Comfort alone: shows passwords on request, and keeps an impatient second click from counting as a second try.
export const formScript = `
for (const show of document.querySelectorAll('.reveal')) {
  const field = document.getElementById(show.getAttribute('aria-controls'))
  show.hidden = false
  show.addEventListener('click', () => {
    const shown = field.type === 'password'
    field.type = shown ? 'text' : 'password'
    show.setAttribute('aria-pressed', String(shown))
    field.focus()
  })
  field.form.addEventListener('submit', () => { field.type = 'password' })
}
for (const form of document.querySelectorAll('form[data-busy]')) {
  form.addEventListener('submit', (event) => {
    const button = form.querySelector('.primary')
    if (button.getAttribute('aria-disabled')) return event.preventDefault()
    button.setAttribute('aria-disabled', 'true')
    button.textContent = form.dataset.busy
  })
}
addEventListener('pageshow', (event) => { if (event.persisted) location.reload() })
`
