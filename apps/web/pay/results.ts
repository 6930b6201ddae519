import type {
  PayerCard,
  PayerPage,
  PayerPayment,
} from '@counterfoil/features/payments/payment-pages/payer.contract.ts'
import type { InOneLanguage } from '@counterfoil/kit/contract/texts.ts'
import { brandName } from './card-choice.ts'
import { element } from './elements.ts'
import type { payTexts } from './pay.messages.ts'

/** What the payer made on the page: a payment, or a card that is saved without one. */
export type Made = PayerPayment | PayerCard

const isPayment = (made: Made): made is PayerPayment => 'amount' in made

interface Shown {
  readonly t: InOneLanguage<typeof payTexts>
  readonly page: PayerPage
  readonly email: string
  readonly money: (minor: number, currency?: string) => string
  /** The payer chooses another way to pay. */
  readonly abandon: (made: Made, button: HTMLButtonElement, alert: HTMLElement) => void
}

/** What became of it. */
export function resultOf(shown: Shown, made: Made): HTMLElement {
  if (made.outcome === 'pending') {
    return isPayment(made) && made.transfer !== null ? transfer(shown, made) : waiting(shown, made)
  }
  return isPayment(made) ? paid(shown, made) : saved(shown, made)
}

function paid({ t, page, email, money }: Shown, made: PayerPayment): HTMLElement {
  const { type } = made.method
  return element(
    'div',
    { class: 'paper' },
    element('h1', { tabindex: '-1', class: 'good' }, `✓ ${t.paid}`),
    element('p', { class: 'amount' }, money(made.amount, made.currency)),
    element('p', {}, t.thanks({ merchant: page.merchantName })),
    email !== '' && element('p', { class: 'quiet' }, t.receipt({ email })),
    facts([
      [t.paidWith, cardName(made) ?? t[type as PayerPage['methods'][number]]],
      [t.reference, page.externalId ?? made.id],
    ]),
    backTo(t, page, made),
  )
}

function saved({ t, page, email }: Shown, made: PayerCard): HTMLElement {
  return element(
    'div',
    { class: 'paper' },
    element('h1', { tabindex: '-1', class: 'good' }, `✓ ${t.saved}`),
    element('p', {}, t.savedText({ merchant: page.merchantName })),
    facts([
      [t.card, cardName(made)],
      [t.savedOf, email === '' ? null : email],
      [t.reference, page.externalId ?? made.id],
    ]),
    backTo(t, page, made),
  )
}

const cardName = ({ method: { brand, last4 } }: Made): string | null =>
  last4 === null ? null : `${brandName(brand ?? '')} •••• ${last4}`

const backTo = (t: Shown['t'], { merchantName }: PayerPage, { returnUrl }: Made) =>
  returnUrl !== null &&
  element('a', { class: 'button', href: returnUrl }, t.back({ merchant: merchantName }))

/** Where the payment may still be given up. */
function anotherWay({ t, abandon }: Shown, made: Made): HTMLElement | false {
  if (!isPayment(made) || !made.mayAbandon) return false
  const alert = element('div', { role: 'alert' })
  const button = element(
    'button',
    { type: 'button', class: 'second', click: () => abandon(made, button, alert) },
    t.anotherWay,
  )
  return element(
    'div',
    {},
    element('p', { class: 'quiet' }, made.transfer === null ? t.confirmFirst : t.notSentYet),
    button,
    alert,
  )
}

function waiting(shown: Shown, made: Made): HTMLElement {
  const { t, money } = shown
  return element(
    'div',
    { class: 'paper', role: 'status' },
    element('h1', { tabindex: '-1' }, isPayment(made) ? t.pending : t.checking),
    isPayment(made) && element('p', { class: 'amount' }, money(made.amount, made.currency)),
    element('p', {}, isPayment(made) ? t.pendingText : t.checkingText),
    made.confirmUrl !== null && element('a', { class: 'button', href: made.confirmUrl }, t.confirm),
    anotherWay(shown, made),
  )
}

function transfer(shown: Shown, made: PayerPayment): HTMLElement {
  const { t, page, money } = shown
  const { reference, accountHolder, iban, bic, qr } = made.transfer ?? {
    ...{ reference: '', accountHolder: null, iban: null, bic: null, qr: null },
  }
  const amount = money(made.amount, made.currency)
  return element(
    'div',
    { class: 'paper' },
    element('h1', { tabindex: '-1' }, t.transferTitle({ amount })),
    element('p', {}, t.transferText),
    iban === null && element('p', {}, t.noAccount({ merchant: page.merchantName })),
    facts([
      [t.amount, amount],
      [t.reference, reference],
      [t.holder, accountHolder],
      [t.iban, iban],
      [t.bic, bic],
    ]),
    qr !== null &&
      element('img', {
        ...{ class: 'qr', alt: t.qr },
        src: `data:image/svg+xml,${encodeURIComponent(qr)}`,
      }),
    anotherWay(shown, made),
  )
}

/** A page on which nothing is paid any more, or on which somebody else pays: it says no more of them than that. */
export function usedUp(t: Shown['t'], page: PayerPage, isLate: boolean): HTMLElement {
  const state = stateOf(page)
  const next = {
    ...({ paid: 'nothingMore', stored: undefined, pending: 'opensAgain' } as const),
    ...({ checking: 'opensAgain', expired: 'askMerchant' } as const),
    ...({ disabled: 'askMerchant', saveEnded: 'askMerchant' } as const),
  }[state]
  return element(
    'div',
    { class: 'paper', role: 'status' },
    element('h1', { tabindex: '-1' }, t.states[state]),
    isLate && element('p', {}, t.states.notCharged),
    next !== undefined && element('p', {}, t.states[next]),
  )
}

function stateOf({ status, amount }: PayerPage) {
  if (status === 'open') throw new Error('An open page has its form')
  if (amount !== 0 || status === 'stored') return status
  return status === 'pending' ? 'checking' : 'saveEnded'
}

function facts(all: readonly (readonly [string, string | null])[]): HTMLElement {
  const known = all.filter(([, value]) => value !== null)
  return element(
    'dl',
    {},
    ...known.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value ?? '')]),
  )
}
