// The sandbox's stand-in for the pages of a bank, on which its customer decides.
import { hash } from 'node:crypto'
import { utcDayOf } from '@counterfoil/kit/contract/calendar-days.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { type Html, html } from '@counterfoil/kit/server/codecs/html.ts'
import type { BankQuestion } from '@counterfoil/providers/banks/sandbox/bank-server.ts'

const style = `
:root { color-scheme: light dark; --ground: #fff; --ink: #1c2733; --quiet: #55616d; --yes: #17503f }
@media (prefers-color-scheme: dark) { :root { --ground: #11151a; --ink: #eaeef3; --quiet: #a7b1be } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 28rem; margin: 8vh auto; padding: 0 1.5rem; background: var(--ground); color: var(--ink) }
h1 { font-size: 1.4rem } .amount { font-size: 1.6rem; font-weight: 600 } .note { font-size: .85rem; color: var(--quiet) }
.bank { border-bottom: 3px solid var(--yes); padding-bottom: .4rem; font-weight: 600 }
button { width: 100%; padding: .7rem; margin: .3rem 0; font: inherit; border: 1px solid var(--quiet); border-radius: .4rem; background: var(--ground); color: var(--ink) }
button:focus-visible { outline: 3px solid currentColor; outline-offset: 2px }
.yes { background: var(--yes); border-color: var(--yes); color: #fff }
`

/** The pages allow only their own style, and forms to themselves. */
export const bankPagePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** What is asked. Its forms have no body, because their addresses name the choice. */
export function questionPage(question: BankQuestion): string {
  const { bank, id, kind, accounts, payment, expiresAt } = question
  const choose = (choice: string, label: string, isYes: boolean) =>
    html`<form method="post" enctype="text/plain" action="/sandbox/banks/${bank.id}/authorize/${id}/${choice}"><button${isYes ? html` class="yes"` : ''}>${label}</button></form>`
  const reject = choose('reject', 'Reject', false)
  const numbers = accounts.map(
    ({ name, number }) => html`<li>${name}, account ending ${number.slice(-4)}</li>`,
  )
  const content =
    kind === 'payments' && payment !== null
      ? html`<p>Do you want to pay</p>
<p class="amount">${moneyText(payment.amountMinor, payment.currency).en}</p>
<p>to <strong>${payment.payee}</strong>, with the reference “${payment.reference}”?</p>
<h2 class="note">Choose the account to pay from</h2>
${accounts.map((one) => choose(one.id, `Pay from ${one.name}, ending ${one.number.slice(-4)}`, true))}${reject}`
      : html`<p>Counterfoil asks to read these accounts: their details, balances and transactions.</p>
<ul>${numbers}</ul>
<p>${expiresAt === null ? 'Until you revoke it.' : `Until ${utcDayOf(expiresAt)}, or until you revoke it.`} Nothing can be paid with it.</p>
${choose('all', 'Share all of them', true)}
${accounts.map((one) => choose(one.id, `Share ${one.name} alone`, false))}${reject}`
  return page(bank.name, kind === 'payments' ? 'Approve a payment' : 'Share your accounts', content)
}

/** Goes back by itself: a redirect behind a form would need the address in the policy. */
export const backPage = (bank: string, address: string): string =>
  page(
    bank,
    'Thank you',
    html`<p><a href="${address}">Go back</a></p>`,
    html`<meta http-equiv="refresh" content="0;url=${address}">`,
  )

export const nothingPage = (bank: string): string =>
  page(
    bank,
    'There is nothing to approve',
    html`<p>It was answered already, or it has waited too long. Go back to where you came from and begin again.</p>`,
  )

function page(bank: string, title: string, content: Html, head: Html = html``): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html`${title} – ${bank}`.text}</title>
<style>${style}</style>
${head.text}
</head>
<body><main><p class="bank">${html`${bank}`.text}</p><h1>${html`${title}`.text}</h1>
${content.text}
<p class="note">This bank is the sandbox’s: no money moves.</p>
</main></body>
</html>`
}
