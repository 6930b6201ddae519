import './pay.css'
import type { PayerPage } from '@counterfoil/features/payments/payment-pages/payer.contract.ts'
import { languageNames } from '@counterfoil/kit/contract/languages.ts'
import { type InOneLanguage, inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { moneyText, readAmount } from './amounts.ts'
import { attemptsAt, newKey } from './attempt.ts'
import { type BankChoice, bankChoice } from './bank-choice.ts'
import { type CardChoice, cardChoice, type EnteredCard } from './card-choice.ts'
import { element, type Field, field, isDark, redraw, unseenOn } from './elements.ts'
import { agreement, keepChoice } from './keep-card.ts'
import { type Language, languageOf } from './page-language.ts'
import { payTexts } from './pay.messages.ts'
import { noAnswerText, problemText, refusedText } from './problems.ts'
import { ask, Refusal } from './requests.ts'
import { type Made, resultOf, usedUp } from './results.ts'
import { findNumber } from './work.ts'

type Texts = InOneLanguage<typeof payTexts>
type Method = PayerPage['methods'][number]

const place = document.getElementById('page') as HTMLElement
const token = window.location.pathname.split('/').pop() ?? ''
const address = `/api/pay/${token}`
const payments = attemptsAt<Made>(`${address}/payments`)
const cards = attemptsAt<Made>(`${address}/cards`)
/** A page of an amount of zero saves a card and takes no payment. */
const savesCard = () => page.amount === 0
const attempts = () => (savesCard() ? cards : payments)
const pollMs = 2_000
const watchMs = 5_000
const backAfterMs = 4_000

let language = languageOf(navigator.languages)
let page: PayerPage
/** What became of what this browser made: the payment, or the card that it saved. */
let made: Made | undefined
/** The payer has tried, and somebody else was first. */
let isLate = false
/** What the page has to say, in the language that is chosen. */
let alertText: (() => string) | undefined
let method: Method = 'card'
let email = ''
/** As it was typed; a refused card leaves it. */
let amountText = ''
/** The payer agrees to the card being kept. */
const keeping = { isTicked: false }

const texts = (): Texts => inLanguage(payTexts, language)

const money = (minor: number, currency = page.currency): string =>
  moneyText(minor, currency, { digits: page.decimalPlaces, language })

const refusalOf = (refused: Made) => () =>
  refusedText(texts(), refused, { language, savesCard: savesCard() })

async function load(): Promise<void> {
  try {
    page = await ask<PayerPage>(address)
  } catch (cause) {
    return showNothing(cause)
  }
  const known = new URLSearchParams(window.location.search).get(idName())
  made = known === null ? await readOwn() : await readMade(known)
  if (made !== undefined && known !== null) page = await ask<PayerPage>(address)
  email = page.email ?? ''
  if (made?.outcome === 'refused') {
    alertText = refusalOf(made)
    made = undefined
  }
  begin()
  // sent before the page was loaded, and not answered then
  if (attempts().isUnanswered()) await sendAgain()
}

const readMade = (id: string) => ask<Made>(addressOf(id)).catch(() => undefined)

/** What this browser made on a page that is used up; a page that is still open is for another payment. */
async function readOwn(): Promise<Made | undefined> {
  const id = page.status === 'open' ? null : attempts().madeId()
  return id === null ? undefined : readMade(id)
}

/** With which a payer comes back from the bank. */
const idName = () => (savesCard() ? 'storedCardId' : 'paymentId')
const addressOf = (id: string) => `${address}/${savesCard() ? 'cards' : 'payments'}/${id}`

/** Asks once more for the answer to what was sent; until it comes nothing else is paid. */
async function sendAgain(): Promise<void> {
  try {
    const answer = await attempts().sendAgain()
    if (answer !== undefined) await proceed(answer)
  } catch (cause) {
    await complain(cause)
  }
}

function begin(): void {
  method = page.methods[0] ?? 'card'
  if (!page.languages.includes(language)) language = (page.languages[0] ?? 'en') as Language
  show()
}

function showNothing(cause: unknown): void {
  const t = texts()
  const isGone = cause instanceof Refusal && cause.status === 404
  const title = isGone ? t.states.gone : noAnswerText(t, cause)
  document.title = title
  place.removeAttribute('aria-busy')
  const heading = element('h1', { tabindex: '-1' }, title)
  const hint = isGone && element('p', {}, t.states.askMerchant)
  place.replaceChildren(element('div', { class: 'paper' }, heading, hint))
}

function show(): void {
  const t = texts()
  document.documentElement.lang = language
  document.title = titleOf(t)
  const { style, dataset } = document.documentElement
  style.setProperty('--brand', page.colour)
  style.setProperty('--on-brand', isDark(page.colour) ? '#fff' : '#000')
  dataset.unseenOn = unseenOn(page.colour)
  place.removeAttribute('aria-busy')
  const paper = body(t)
  // at every step: who reads a result knows that no money has moved
  if (page.mode === 'Test') paper.prepend(element('p', { class: 'test' }, t.test))
  place.replaceChildren(head(t), paper, element('footer', {}, t.by({ tenant: page.tenantName })))
}

const titleOf = (t: Texts) => (savesCard() ? t.saveTitle : t.title)({ merchant: page.merchantName })

function head(t: Texts): HTMLElement {
  return element(
    'header',
    {},
    page.logo !== null && element('img', { src: page.logo, alt: '' }),
    element('strong', {}, page.merchantName),
    page.languages.length > 1 &&
      element(
        'select',
        {
          ...{ class: 'language', 'aria-label': t.language },
          change: ({ target }) => {
            language = (target as HTMLSelectElement).value as Language
            redraw(place, show)
          },
        },
        ...page.languages.map((code) =>
          element(
            'option',
            { value: code, selected: code === language, lang: code },
            languageNames[code as Language] ?? code,
          ),
        ),
      ),
  )
}

function body(t: Texts): HTMLElement {
  if (made !== undefined) return result(t, made)
  if (page.status === 'open') return form(t)
  if (page.status === 'pending') setTimeout(() => void watch(), watchMs)
  return usedUp(t, page, isLate)
}

/** Until the payment of somebody else ends. */
async function watch(): Promise<void> {
  page = await ask<PayerPage>(address).catch(() => page)
  if (page.status === 'pending') setTimeout(() => void watch(), watchMs)
  else show()
}

function form(t: Texts): HTMLElement {
  const consent = page.storeCard?.text[language]
  const keep = savesCard() ? undefined : keepChoice(t.keepCard, consent, keeping)
  const card = cardChoice(t, page.storedCards, keep)
  const mail = field(
    'email',
    t.email,
    {
      ...{ type: 'email', maxlength: '254', value: email, inputmode: 'email' },
    },
    { hint: t.optional },
  )
  const amount =
    page.amount === null
      ? field(
          'amount',
          t.amount,
          { autocomplete: 'off', inputmode: 'decimal', value: amountText },
          { hint: t.amountHint(limits()) },
        )
      : undefined
  const label = () => {
    if (savesCard()) return t.saveCard
    const minor =
      amount === undefined ? page.amount : readAmount(amount.input.value, page.decimalPlaces)
    const isTransfer = method === 'bank_transfer'
    if (minor === null || minor === undefined) return isTransfer ? t.showTransferAny : t.payAny
    return (isTransfer ? t.showTransfer : t.pay)({ amount: money(minor) })
  }
  const button = element(
    'button',
    { type: 'submit', 'aria-describedby': savesCard() ? 'consent' : 'transfer-note' },
    label(),
  )
  amount?.input.addEventListener('input', () => {
    button.textContent = label()
  })
  const alert = element('div', { role: 'alert' })
  // a refusal is read where the form begins again; what is wrong later, where it was sent
  const isRefused = alertText !== undefined
  if (alertText !== undefined) alert.append(element('p', { class: 'alert' }, alertText()))
  const cardBlock = card.block
  const bank = bankChoice(t, page.banks)
  const transferNote = element('p', { id: 'transfer-note', class: 'quiet' })
  const choose = (chosen: Method) => {
    method = chosen
    cardBlock.hidden = chosen !== 'card'
    bank.block.hidden = chosen !== 'pay_by_bank'
    transferNote.hidden = chosen !== 'bank_transfer'
    // a description is read out though it is hidden
    transferNote.textContent = transferNote.hidden ? '' : t.transferWaits
    button.textContent = label()
  }
  choose(method)
  const isLocked = attempts().isUnanswered()
  for (const { block } of [card, bank, mail, ...(amount === undefined ? [] : [amount])]) {
    block.inert = isLocked
  }
  return element(
    'form',
    {
      class: 'paper',
      novalidate: true,
      autocomplete: 'on',
      submit: (event) => {
        event.preventDefault()
        email = mail.input.value.trim()
        void submit(t, { card, bank, mail, amount, button, alert })
      },
    },
    element('h1', {}, titleOf(t)),
    savesCard()
      ? element('p', {}, t.saveFor({ email }))
      : page.amount !== null && element('p', { class: 'amount' }, money(page.amount)),
    page.description !== null && element('p', { class: 'quiet' }, page.description),
    isRefused && alert,
    page.methods.length > 1 &&
      element(
        'fieldset',
        { disabled: isLocked },
        element('legend', {}, t.how),
        element(
          'div',
          { class: 'choices' },
          ...page.methods.map((one) =>
            element(
              'label',
              {},
              element('input', {
                ...{ type: 'radio', name: 'method', value: one, checked: one === method },
                change: () => choose(one),
              }),
              t[one],
            ),
          ),
        ),
      ),
    amount?.block,
    cardBlock,
    bank.block,
    ...(savesCard() ? [agreement(t, consent ?? '')] : [mail.block]),
    !isRefused && alert,
    transferNote,
    button,
  )
}

const limits = () => ({ least: money(page.minAmount ?? 1), most: money(page.maxAmount ?? 0) })

interface Parts {
  readonly card: CardChoice
  readonly bank: BankChoice
  readonly mail: Field
  readonly amount: Field | undefined
  readonly button: HTMLButtonElement
  readonly alert: HTMLElement
}

async function submit(t: Texts, { card, bank, mail, amount, button, alert }: Parts): Promise<void> {
  if (button.disabled) return
  alert.replaceChildren()
  alertText = undefined
  isLate = false
  if (attempts().isUnanswered()) {
    button.disabled = true
    button.textContent = t.working
    return sendAgain()
  }
  const entered = method === 'card' ? card.read() : undefined
  if (method === 'card' && entered === undefined) return
  if (method === 'pay_by_bank' && bank.select.value === '') {
    alert.append(element('p', { class: 'alert' }, t.bankChoose))
    return bank.select.focus()
  }
  mail.complain(undefined)
  if (email !== '' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
    mail.complain(t.emailWrong)
    return mail.input.focus()
  }
  const isNew = entered !== undefined && 'card' in entered
  const kept = isNew && (keeping.isTicked || savesCard()) ? page.storeCard : null
  if (kept !== null && email === '') {
    mail.complain(t.emailToKeep)
    return mail.input.focus()
  }
  amountText = amount?.input.value ?? ''
  const chosen = amount === undefined ? undefined : readAmount(amountText, page.decimalPlaces)
  if (amount !== undefined) {
    const isWithin =
      chosen !== undefined && chosen >= (page.minAmount ?? 1) && chosen <= (page.maxAmount ?? 0)
    amount.complain(isWithin ? undefined : t.amountWrong(limits()))
    if (!isWithin) return amount.input.focus()
  }
  const said = button.textContent
  button.disabled = true
  button.textContent = t.working
  try {
    const held =
      entered !== undefined && 'card' in entered
        ? await ask<{ id: string }>(`${address}/card-tokens`, { ...entered.card })
        : undefined
    const what = savesCard()
      ? { token: held?.id }
      : {
          method: methodOf(held, bank, entered),
          ...(chosen === undefined ? {} : { amount: chosen }),
          ...(email === '' ? {} : { email }),
        }
    const answer = await sendWithWork({
      ...what,
      ...(kept === null ? {} : { storeCard: { consent: true, version: kept.version } }),
      language,
    })
    card.clear()
    await proceed(answer)
  } catch (cause) {
    button.disabled = false
    button.textContent = said
    await complain(cause, alert)
  }
}

/** With the work that the page asks for; with that of a fresh page where a page was open for too long. */
async function sendWithWork(what: object): Promise<Made> {
  const send = async () => {
    const key = newKey()
    const { challenge, bits } = page.work
    const work = { challenge, number: await findNumber(challenge, key, bits) }
    return attempts().send({ ...what, work }, key)
  }
  try {
    return await send()
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.code !== 'payment_page.work') throw cause
    page = await ask<PayerPage>(address)
    return send()
  }
}

/** As the server takes it. */
function methodOf(
  held: { readonly id: string } | undefined,
  { select }: BankChoice,
  entered: EnteredCard | undefined,
): object {
  if (entered !== undefined && 'stored' in entered) return { type: 'stored', ...entered.stored }
  if (held !== undefined) return { type: 'token', token: held.id }
  return method === 'pay_by_bank' ? { type: method, bank: select.value } : { type: method }
}

async function proceed(answer: Made): Promise<void> {
  // who comes back from the bank by the browser's button finds this payment, and pays no second one
  history.replaceState(null, '', `?${idName()}=${answer.id}`)
  if (answer.confirmUrl !== null) {
    window.location.assign(answer.confirmUrl)
    return
  }
  if (answer.outcome === 'refused') {
    // without an answer what is known of the page stays, and the refusal is shown all the same
    page = await ask<PayerPage>(address).catch(() => page)
    made = undefined
    alertText = refusalOf(answer)
    show()
    focusForm()
    return
  }
  made = answer
  show()
  place.querySelector('h1')?.focus()
}

/** On what is asked for first; with a kept card that is its security code alone. */
function focusForm(): void {
  const asked = method === 'card' ? '#cc-number, #cc-csc' : 'button'
  place.querySelector<HTMLElement>(place.querySelector(asked) === null ? 'h1' : asked)?.focus()
}

/** With these the page is drawn as it is now: what is agreed to, and the ways to pay. */
const changesPage = ['payment_page.consent_changed', 'payment_page.method']

/** `alert`: of the form that stays; absent: the page is shown anew. */
async function complain(cause: unknown, alert?: HTMLElement): Promise<void> {
  const isRefusal = cause instanceof Refusal && !attempts().isUnanswered()
  // what was paid elsewhere meanwhile, or has ended, is shown; the rest may be tried again with a fresh task
  if (isRefusal) {
    page = await ask<PayerPage>(address).catch(() => page)
    if (page.status !== 'open') {
      made = await readOwn()
      if (made?.outcome === 'refused') made = undefined
      isLate = made === undefined
      email = page.email ?? ''
      show()
      return place.querySelector('h1')?.focus()
    }
  }
  alertText = () => (isRefusal ? problemText(texts(), page, cause) : noAnswerText(texts(), cause))
  const isShown = alert !== undefined && !attempts().isUnanswered()
  if (isShown && isRefusal && changesPage.includes(cause.code)) return redraw(place, show)
  if (isShown) {
    alert.replaceChildren(element('p', { class: 'alert' }, alertText()))
    return alert.scrollIntoView({ block: 'nearest' })
  }
  show()
  place.querySelector('button')?.focus()
}

function result(t: Texts, made: Made): HTMLElement {
  const { returnUrl } = made
  if (made.outcome === 'pending') setTimeout(() => void look(made), pollMs)
  else if (returnUrl !== null) {
    setTimeout(() => window.location.assign(returnUrl), backAfterMs)
  }
  return resultOf({ t, page, email, money, abandon }, made)
}

/** Ends what waits for the payer, who then chooses another way. */
async function abandon({ id }: Made, button: HTMLButtonElement, alert: HTMLElement): Promise<void> {
  button.disabled = true
  alert.replaceChildren()
  try {
    await proceed(await ask<Made>(`${addressOf(id)}/abandon`, {}))
  } catch (cause) {
    const t = texts()
    const isRefused = cause instanceof Refusal && cause.status !== 429
    const text = isRefused ? t.problems['payment_page.not_abandoned'] : noAnswerText(t, cause)
    alert.replaceChildren(element('p', { class: 'alert' }, text))
    button.disabled = false
    button.focus()
  }
}

async function look(before: Made): Promise<void> {
  // given up meanwhile
  if (made !== before) return
  const now = await ask<Made>(addressOf(before.id)).catch(() => before)
  if (made !== before) return
  if (now.outcome === 'pending') {
    setTimeout(() => void look(before), pollMs)
    return
  }
  await proceed(now)
}

/** The look of a page, for its merchant: the portal around it says what it shows, and nothing is paid. */
function preview(): void {
  place.inert = true
  window.addEventListener('message', ({ origin, data }) => {
    // tools that look at a page post messages of their own
    if (origin !== window.location.origin || !Array.isArray(data?.methods)) return
    page = data as PayerPage
    begin()
  })
  window.parent.postMessage('ready', window.location.origin)
}

place.textContent = texts().loading
if (token === 'preview') preview()
else void load()

// kept as it was when the payer went to the bank, it would wait for an answer that has come: the payment is shown instead
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload()
})
