import { isIban } from './iban.ts'

/** How card numbers of a length begin, over all schemes. */
const schemes = [
  // Diners Club
  /^3(?:0|6|8|9)\d{12}$/,
  // American Express
  /^3[47]\d{13}$/,
  // Visa, Maestro, Discover, UnionPay, RuPay, Elo, JCB and the longer Diners Club
  /^(?:[456]|3[05689]|8[12])\d{14,18}$/,
  // Mastercard, Mir and Troy
  /^(?:2(?:20[0-4]|22[1-9]|2[3-9]|[3-6]|7[01]|720)|9792)\d{12,17}$/,
]
const shortest = 14
const longest = 19

/** What has as many digits without being a card: UUIDs, hashes and telephone numbers. */
export const otherNumbers =
  /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?<![\da-z])(?=\d*[a-f])[\da-f]{24,}(?![\da-z])|\+\d{1,15}(?!\d)/gi
const ibanLike = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{1,4}){3,8}\b/g
/** Tags and spaces of rich text, within which a number is still read as one. */
const markup = /&nbsp;|<[^<>]{0,200}>/g
export const digitRun = /\d+(?:[\s\p{Pd}\p{Cf}._]{1,3}\d+)*/gu

/**
 * Whether the text holds what is the number of a card: its length, its first digits and its check digit say so. Digits may
 * stand in groups, as on the card.
 */
export function hasCardNumber(text: string): boolean {
  // elements of a document beside one another are different values
  if (/^\uFEFF?\s*<(?:\?xml|Document)\b/.test(text)) return text.split(/<[^<>]*>/).some(hasNumber)
  return hasNumber(text)
}

function hasNumber(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replace(markup, ' ')
    .replace(otherNumbers, ' ')
    .replace(ibanLike, (found) => (isIban(found.replaceAll(' ', '')) ? ' ' : found))
  return (plain.match(digitRun) ?? []).some(isNumberIn)
}

/** The same text with the digits of card numbers hidden but for the last four, for what others wrote and send. */
export const maskCardNumbers = (text: string): string =>
  text.replace(digitRun, (run) => (isNumberIn(run) ? run.replace(/\d(?=(?:\D*\d){4})/g, '•') : run))

/** Groups that follow one another are a number together; an expiry date may stand behind them. */
const isNumberIn = (run: string) => findNumber(run, isCardNumber) !== undefined

/** The first number in a run of digits that is one, whose groups stand as in a number. */
export function findNumber(run: string, isOne: (digits: string) => boolean): string | undefined {
  const groups = [...run.matchAll(/(\D*)(\d+)/g)].map(([, before = '', digits = '']) => ({
    ...{ digits, beginsLine: /[\r\n]/.test(before) },
  }))
  for (const first of groups.keys()) {
    for (let end = first + 1; end <= groups.length; end += 1) {
      const taken = groups.slice(first, end)
      const digits = taken.map((group) => group.digits).join('')
      if (digits.length > longest) break
      const sizes = taken.map((group) => group.digits.length)
      // numbers below one another are a list, unless they stand as on a card
      const isList = taken.slice(1).some(({ beginsLine }) => beginsLine)
      if (isOne(digits) && (isList ? printed.has(sizes.join(' ')) : isGrouped(sizes))) return digits
    }
  }
  return undefined
}

/** How many digits stand together on cards. */
const printed = new Set(['4 4 4 4', '4 4 4 4 3', '4 6 5', '4 6 4'])

/** As people write numbers, in groups of three and more or all alike; dates and times side by side are not. */
function isGrouped(sizes: readonly number[]): boolean {
  const [first = 0] = sizes
  const isAlike = sizes.every((size, place) => size === first || place === sizes.length - 1)
  return sizes.every((size) => size >= 3) || (isAlike && (sizes.at(-1) ?? 0) <= first)
}

/** By its length and first digits alone. */
export const isCardLike = (digits: string) =>
  digits.length >= shortest && schemes.some((scheme) => scheme.test(digits))

/** With its check digit too. */
export const isCardNumber = (digits: string) => isCardLike(digits) && passesLuhn(digits)

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
