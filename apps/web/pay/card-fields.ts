import type { InOneLanguage } from '@counterfoil/kit/contract/texts.ts'
import cardValidator from 'card-validator'
import { element, type Field, field } from './elements.ts'
import type { payTexts } from './pay.messages.ts'

export interface Card {
  readonly number: string
  readonly expiryMonth: number
  readonly expiryYear: number
  readonly securityCode: string
}

/** The fields of a card, which know its brand while it is typed. */
export interface CardFields {
  readonly blocks: readonly HTMLElement[]
  /** The card, or undefined with the faults shown and the first of them in focus. */
  read(): Card | undefined
  /** What must not be left in the page. */
  clear(): void
}

/** The name on the card, once it is typed: a refused card leaves it for the next one. */
let typedName = ''

const digitsIn = (text: string) => text.replace(/\D/g, '')

export function cardFields(t: InOneLanguage<typeof payTexts>, withName: boolean): CardFields {
  const brand = element('span', { class: 'brand', 'aria-live': 'polite' })
  const number = field(
    'cc-number',
    t.number,
    { inputmode: 'numeric', maxlength: '25', required: true, input: () => showNumber() },
    { beside: brand },
  )
  const expiry = field('cc-exp', t.expiry, {
    ...{
      inputmode: 'numeric',
      maxlength: '7',
      required: true,
      input: (event) => showExpiry(event),
    },
  })
  const code = field(
    'cc-csc',
    t.code,
    { inputmode: 'numeric', maxlength: '4', required: true },
    { hint: t.codeHint },
  )
  const keepName = (event: Event) => {
    typedName = (event.target as HTMLInputElement).value
  }
  const name = withName
    ? field('cc-name', t.name, {
        ...{ maxlength: '100', required: true, value: typedName, input: keepName },
      })
    : undefined
  const typeOf = () => cardValidator.number(digitsIn(number.input.value)).card

  function showNumber() {
    const { input } = number
    const isAtEnd = input.selectionStart === input.value.length
    const digits = digitsIn(input.value).slice(0, 19)
    const gaps = typeOf()?.gaps ?? [4, 8, 12, 16]
    // only at the end: elsewhere the cursor would jump
    if (isAtEnd) {
      input.value = [...digits]
        .map((digit, at) => (gaps.includes(at) ? ` ${digit}` : digit))
        .join('')
    }
    brand.textContent = digits.length < 2 ? '' : (typeOf()?.niceType ?? '')
    number.complain(undefined)
  }
  function showExpiry(event: Event) {
    const { input } = expiry
    if (input.selectionStart !== input.value.length) return
    // the slash that comes by itself can be deleted, and typed as well
    if (String((event as InputEvent).inputType ?? '').startsWith('delete')) return
    input.value = input.value.replace(/\/\s*\/$/, '/')
    const typed = input.value
    const digits = digitsIn(typed)
    if (/^\d{2}$/.test(typed) && Number(digits) <= 12) input.value = `${digits}/`
    else if (/^[2-9]$/.test(typed)) input.value = `0${typed}/`
  }

  function faults(): readonly (readonly [Field, string])[] {
    const wrong: [Field, string][] = []
    const digits = digitsIn(number.input.value)
    if (digits === '') wrong.push([number, t.numberMissing])
    else if (!cardValidator.number(digits, { luhnValidateUnionPay: true }).isValid) {
      wrong.push([number, t.numberWrong])
    }
    const date = readExpiry(expiry.input.value)
    if (date === undefined) wrong.push([expiry, t.expiryWrong])
    else if (isPast(date)) wrong.push([expiry, t.expiryPast])
    const size = typeOf()?.code.size ?? 3
    if (digitsIn(code.input.value).length !== size)
      wrong.push([code, t.codeWrong({ digits: size })])
    if (name !== undefined && name.input.value.trim() === '') wrong.push([name, t.nameMissing])
    return wrong
  }

  return {
    blocks: [
      number.block,
      element('div', { class: 'pair' }, expiry.block, code.block),
      ...(name === undefined ? [] : [name.block]),
    ],
    read() {
      const wrong = faults()
      for (const one of [number, expiry, code, name]) one?.complain(undefined)
      for (const [one, text] of wrong) one.complain(text)
      wrong[0]?.[0].input.focus()
      const date = readExpiry(expiry.input.value)
      if (wrong.length > 0 || date === undefined) return undefined
      return {
        number: digitsIn(number.input.value),
        expiryMonth: date.month,
        expiryYear: date.year,
        securityCode: digitsIn(code.input.value),
      }
    },
    clear() {
      for (const { input } of [number, expiry, code]) input.value = ''
      brand.textContent = ''
    },
  }
}

/** `9/28`, `09/2028` or `0928`. */
function readExpiry(text: string): { month: number; year: number } | undefined {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*[/.\- ]?\s*(\d{2}|\d{4})\s*$/.exec(text) ?? []
  if (Number(month) < 1 || Number(month) > 12 || year === '') return undefined
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) }
}

const isPast = ({ month, year }: { month: number; year: number }) =>
  Date.now() >= Date.UTC(year, month, 1, 12)
