// The sandbox's stand-in for the page of a customer's bank.
import { hash } from 'node:crypto'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { type Html, html } from '@counterfoil/kit/server/codecs/html.ts'

const style = `
:root { color-scheme: light dark; --ground: #fff; --ink: #1c2733; --quiet: #55616d; --yes: #17613a }
@media (prefers-color-scheme: dark) { :root { --ground: #11151a; --ink: #eaeef3; --quiet: #a7b1be } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 12vh auto; padding: 0 1.5rem; background: var(--ground); color: var(--ink) }
h1 { font-size: 1.4rem } .amount { font-size: 1.6rem; font-weight: 600 } small, .note { font-size: .8rem; color: var(--quiet) }
button { width: 100%; padding: .7rem; margin: .3rem 0; font: inherit; border: 1px solid var(--quiet); border-radius: .4rem; background: var(--ground); color: var(--ink) }
.yes { background: var(--yes); border-color: var(--yes); color: #fff }
`

/** The pages allow only their own style, and forms to themselves. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

interface Challenge {
  readonly provider: string
  readonly reference: string
  readonly record: {
    readonly amountMinor: bigint
    readonly currency: string
    readonly settlesAt: Date | null
  }
}

/** Whose zone the payer is in is not known here. */
const until = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  ...{ timeZone: 'UTC', timeZoneName: 'short' },
})

/** The confirmation page. Its forms have no body, because their addresses name the choice. */
export function challengePage({ provider, reference, record }: Challenge): string {
  const address = `/sandbox/3ds/${encodeURIComponent(provider)}/${encodeURIComponent(reference)}`
  return page(
    'Confirm your payment',
    html`<p>Your bank would ask you here to confirm a payment of</p>
<p class="amount">${moneyText(record.amountMinor, record.currency).en}</p>
<form method="post" enctype="text/plain" action="${address}/confirm"><button class="yes">Confirm</button></form>
<form method="post" enctype="text/plain" action="${address}/refuse"><button>Refuse</button></form>
<p class="note">${record.settlesAt === null ? '' : `Until ${until.format(record.settlesAt)}. `}No money moves: this is a sandbox.</p>`,
  )
}

/** The outcome page. It goes on to the shop by itself: a redirect behind a form would need the shop in the policy. */
export function outcomePage(status: string, returnUrl: string | null = null): string {
  const said = html`<p>The payment is now <strong>${status.replaceAll('_', ' ')}</strong>.`
  return page(
    'Thank you',
    returnUrl === null
      ? html`${said} You can close this page.</p>`
      : html`${said}</p>
<p><a href="${returnUrl}">Back to the shop</a></p>`,
    returnUrl === null ? html`` : html`<meta http-equiv="refresh" content="0;url=${returnUrl}">`,
  )
}

function page(title: string, content: Html, head: Html = html``): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – sandbox</title>
<style>${style}</style>
${head.text}
</head>
<body><main><h1>${title}</h1>
${content.text}
</main></body>
</html>`
}
