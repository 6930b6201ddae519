// The demo's outbox: the mails that would have been sent.
import { hash } from 'node:crypto'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { listNewest } from './mail.queries.ts'

const style = `
:root { color-scheme: light dark; --ground: #f3f5f8; --card: #fff; --ink: #17202b; --quiet: #566273; --line: #dfe4ea; --link: #2537d6 }
@media (prefers-color-scheme: dark) { :root { --ground: #11151a; --card: #191e25; --ink: #eaeef3; --quiet: #a7b1be; --line: #2a313a; --link: #9fb0ff } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: var(--ground); color: var(--ink) }
main { max-width: 44rem; margin: 0 auto; padding: 2.5rem 1.25rem }
h1 { font-size: 1.5rem; margin: 0 0 .25rem } h2 { font-size: 1.0625rem; margin: 0 }
a { color: var(--link); overflow-wrap: anywhere } p { margin: 0 0 1.5rem; color: var(--quiet) }
article { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem 1.5rem; margin: 0 0 1rem }
small { color: var(--quiet) } pre { font: inherit; font-size: .9375rem; white-space: pre-wrap; overflow-wrap: anywhere; margin: 1rem 0 0 }
`

/** Allows the page's own style and nothing else. */
export const outboxPolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; frame-ancestors 'none'`

type Mail = Awaited<ReturnType<typeof listNewest>>[number]

export function outboxPage(mails: readonly Mail[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Outbox of the demo</title>
<style>${style}</style>
</head>
<body><main><h1>Outbox of the demo</h1>
<p>The demo sends no mail. What it would have sent is here, newest first.</p>
${mails.length === 0 ? '<p>Nothing yet.</p>' : mails.map(article).join('\n')}
</main></body>
</html>`
}

const article = (mail: Mail) => `<article><h2>${escaped(mail.subject)}</h2>
<small>To ${escaped(mail.recipient)} · ${mail.created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC</small>
<pre>${withLinks(escaped(mail.text_body))}</pre></article>`

const withLinks = (text: string) =>
  text.replace(/https?:\/\/[^\s<]*[^\s<.,]/g, (url) => `<a href="${url}">${url}</a>`)
