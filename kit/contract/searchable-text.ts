import { digitRun, findNumber, isCardLike, isCardNumber, otherNumbers } from './card-number.ts'
import { isIban } from './iban.ts'

/**
 * What may be searched for: of a whole card number its last four digits alone, which is all that is stored. A number that
 * was mistyped counts too, so its check digit is not asked for.
 */
export function searchableText(text: string): string {
  const plain = text.normalize('NFKC')
  if (isIban(plain.replaceAll(' ', ''))) return text
  const found: string[] = []
  // what looks alike without being a card stays as it is
  const others = plain.match(otherNumbers) ?? []
  const parts = plain.split(otherNumbers).map((part) =>
    part.replace(digitRun, (run) => {
      const number = findCardLike(run)
      if (number !== undefined) found.push(number.slice(-4))
      return number?.slice(-4) ?? run
    }),
  )
  const [first] = found
  if (first === undefined) return text
  // beside a number only its expiry date or code can stand
  if (!/\p{L}/u.test(plain)) return first
  return parts.map((part, place) => part + (others[place] ?? '')).join('')
}

const findCardLike = (run: string) => findNumber(run, isCardNumber) ?? findNumber(run, isCardLike)
