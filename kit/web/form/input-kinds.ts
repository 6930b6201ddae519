import {
  allowedUrl,
  type DigitOptions,
  filterDigits,
  filterMoney,
  filterNumberWithComma,
  filterPercentage,
  filterPlain,
  filterSwift,
  filterTyped,
  type InputKind,
  leaveDigits,
  maxLengths,
  pointForComma,
  sanitise,
  splitSwift,
} from './input-rules.ts'

/** All that an input of one kind does to what is typed into it. */
export interface InputRule {
  readonly type: 'text' | 'email' | 'password' | 'tel' | 'url' | 'search'
  readonly inputMode?: 'decimal' | 'numeric'
  /** For the browser to hold to; absent where it would cut a pasted text before it is filtered. */
  readonly maxLength?: number
  /** The field is for a number: turning the wheel over it does nothing. */
  readonly isNumber?: boolean
  /** What is kept of what was typed, pasted or dropped; `before` is the text as it was. */
  filter(typed: string, before: string): string
  /** What is kept when the field is left. */
  leave?(text: string): string
  /** How the text is shown, when not as it is. */
  show?(text: string): string
}

function plainKind(kind: InputKind, type: InputRule['type']): InputRule {
  return {
    type,
    maxLength: maxLengths[kind],
    filter: (typed) => filterTyped(kind, typed),
    leave: sanitise,
  }
}

function filteredKind(kind: InputKind, type: InputRule['type']): InputRule {
  return { type, maxLength: maxLengths[kind], filter: (typed) => filterTyped(kind, typed) }
}

/** What a text field may hold: each kind has its rule in `input-rules.ts`. */
export const inputRules = {
  text: plainKind('text', 'text'),
  search: plainKind('search', 'search'),
  other: plainKind('other', 'text'),
  email: filteredKind('email', 'email'),
  // a receipt for a+b@c.example must not go to ab@c.example: the address of a payer is taken as it was given
  payerEmail: {
    type: 'email',
    maxLength: maxLengths.email,
    filter: (typed) => typed,
    leave: (address) => address.trim(),
  },
  password: filteredKind('password', 'password'),
  tel: filteredKind('tel', 'tel'),
  url: { ...filteredKind('url', 'url'), leave: (text) => sanitise(allowedUrl(text)) },
  number: { ...filteredKind('number', 'text'), inputMode: 'decimal', isNumber: true },
  plain: { type: 'text', maxLength: maxLengths.text, filter: filterPlain, leave: sanitise },
  money: { type: 'text', inputMode: 'decimal', isNumber: true, filter: filterMoney },
  swift: {
    type: 'text',
    filter: filterSwift,
    show: (code) => splitSwift(code).join(' '),
  },
} as const satisfies Record<string, InputRule>
export type RuledKind = keyof typeof inputRules

/** `inputRules.number`, for readers whose decimal mark is a comma. */
export const numberWithCommaRule: InputRule = {
  ...inputRules.number,
  filter: filterNumberWithComma,
}

/** A number whose text is kept, with a point; `hasComma`: the reader's decimal mark is a comma, which becomes one. */
export const decimalTextRule = (hasComma: boolean): InputRule => ({
  ...inputRules.other,
  inputMode: 'decimal',
  isNumber: true,
  ...(hasComma ? { filter: pointForComma } : {}),
})

export function digitRule(options: DigitOptions = {}): InputRule {
  return {
    type: 'text',
    inputMode: options.hasDecimals === true ? 'decimal' : 'numeric',
    isNumber: true,
    filter: (typed, before) => filterDigits(typed, before, options),
    leave: (text) => leaveDigits(text, options),
  }
}

/** The form's value has a point; `hasComma`: the reader's decimal mark is a comma, and is shown in its place. */
export function percentageRule(has100 = false, hasComma = false): InputRule {
  return {
    type: 'text',
    inputMode: 'decimal',
    isNumber: true,
    filter: (typed, before) => filterPercentage(typed, before, has100),
    // 5. is 5
    leave: (text) => text.replace(/\.$/, ''),
    ...(hasComma ? { show: (text) => text.replace('.', ',') } : {}),
  }
}
