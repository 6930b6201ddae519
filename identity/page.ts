// The frame that every page of the provider stands in.

import { languageCodes, languageNames } from '@counterfoil/kit/contract/languages.ts'
import { Html, html } from '@counterfoil/kit/server/codecs/html.ts'
import type { Brand } from './brand.ts'
import type { Language } from './language.ts'
import { styleOf } from './page-style.ts'
import type { Texts } from './texts.ts'

/** What a page needs to know of the request that it answers. */
export interface PageContext {
  readonly language: Language
  readonly texts: Texts
  readonly brand: Brand
  /** Allows this answer's own style and script, and no other (content security policy). */
  readonly nonce: string
  readonly portalUrl: string
  /** Links to the same page in each language. */
  readonly inLanguage: (language: Language) => string
}

export interface PageParts {
  readonly title: string
  readonly content: Html
  readonly script?: string
  /** For pages with more than one short form. */
  readonly isWide?: boolean
  /** Seconds after which the page comes again. */
  readonly refreshS?: number | undefined
  /** The page that comes after this one by itself, at once. */
  readonly goesTo?: string | undefined
}

export function renderPage(
  context: PageContext,
  { title, content, script, isWide, refreshS, goesTo }: PageParts,
): string {
  const { brand, texts, nonce, language } = context
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refreshS !== undefined && html`<meta http-equiv="refresh" content="${String(refreshS)}">`}
${goesTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${goesTo}">`}
<title>${title} · ${brand.name}</title>
<link rel="icon" href="${iconOf(brand)}">
<style nonce="${nonce}">${new Html(styleOf(brand))}</style>
</head>
<body>
<header class="aside">
<div class="name">${logoOf(context)}<span>${brand.name}</span></div>
${art}
<p class="tagline">${brand.isPlatform ? texts.tagline : texts.welcome}</p>
</header>
<div class="main${isWide === true && ' wide'}">
${languageBar(context)}
<main class="content">
${content}
</main>
${foot(context)}
</div>
${script !== undefined && html`<script nonce="${nonce}">${new Html(script)}</script>`}
</body>
</html>
`
  return page.text
}

function languageBar({ language, inLanguage, texts }: PageContext): Html {
  const link = (other: Language) =>
    html`<a href="${inLanguage(other)}" lang="${other}" hreflang="${other}"${
      other === language && new Html(' aria-current="true"')
    }>${languageNames[other]}</a>`
  return html`<nav class="bar" aria-label="${texts.language}">${languageCodes.map(link)}</nav>`
}

function foot({ brand, texts }: PageContext): Html {
  const support =
    brand.supportEmail !== undefined &&
    html`<a href="mailto:${brand.supportEmail}">${texts.askSupport({ name: brand.name })}</a>`
  return html`<footer class="foot">${support}${!brand.isPlatform && html`<span>${texts.runsOn}</span>`}</footer>`
}

/** The tenant's logo, as far as the content security policy lets it load; else its initials; else our mark. */
function logoOf({ brand, portalUrl }: PageContext): Html {
  const { logo } = brand
  if (logo?.startsWith('data:image/')) return html`<img src="${logo}" alt="">`
  if (logo?.startsWith('/')) return html`<img src="${portalUrl}${logo}" alt="">`
  if (brand.isPlatform) return mark
  return html`<svg class="mark" viewBox="0 0 36 36" aria-hidden="true"><rect class="plate" x="0.5" y="0.5" width="35" height="35" rx="9"/><text x="18" y="23.5">${initialsOf(brand.name)}</text></svg>`
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

// The product's own mark, as the portal has it: a slip with its counterfoil beside the perforation.
const markParts =
  '<rect width="32" height="32" rx="7" fill="#1d2433"/><path d="M8 8h10v16l-2.5-1.7L13 24l-2.5-1.7L8 24z" fill="#fff"/><path d="M21.5 8v16" stroke="#09d0bd" stroke-width="2.4" stroke-dasharray="2.6 2.3"/>'

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">${new Html(markParts)}</svg>`

function iconOf({ logo }: Brand): string {
  if (logo?.startsWith('data:image/')) return logo
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${markParts}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

// A payment slip, and on the right of the perforation the part that is kept, just being torn off.
const art = html`<svg class="art" viewBox="0 0 420 250" aria-hidden="true">
<path class="paper" d="M16 20h232a12 12 0 0 0 12 12v186a12 12 0 0 0-12 12H16a16 16 0 0 1-16-16V36a16 16 0 0 1 16-16Z"/>
<rect class="ink" x="28" y="48" width="84" height="12" rx="6"/><rect class="faint" x="28" y="72" width="132" height="8" rx="4"/>
<rect class="faint" x="28" y="112" width="176" height="8" rx="4"/><rect class="faint" x="28" y="132" width="150" height="8" rx="4"/><rect class="faint" x="28" y="152" width="164" height="8" rx="4"/>
<rect class="ink" x="28" y="188" width="112" height="18" rx="9"/>
<g transform="rotate(5 262 230)">
<path class="paper" d="M276 20h112a16 16 0 0 1 16 16v178a16 16 0 0 1-16 16H276a12 12 0 0 0-12-12V32a12 12 0 0 0 12-12Z"/>
<path class="tear" d="M271 44v166"/>
<rect class="faint" x="296" y="48" width="76" height="8" rx="4"/><rect class="faint" x="296" y="66" width="52" height="8" rx="4"/>
<circle class="seal" cx="338" cy="130" r="32"/><path class="tick" d="m324 131 10 10 19-21"/>
<rect class="ink" x="296" y="190" width="84" height="14" rx="7"/>
</g>
</svg>`
