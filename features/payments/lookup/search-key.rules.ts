import { currenciesWith } from '@counterfoil/kit/contract/money.ts'

// What one search text can mean. The server searches by it, and the page says so.

/** From how many characters on a beginning is searched for. */
const minPrefixLength = 3

export interface AmountSearched {
  readonly amountMinor: bigint
  /** The currencies of so many decimals; `isOther`: all but these. */
  readonly currencies: readonly string[]
  readonly isOther: boolean
}

export interface SearchMeaning {
  /** In small letters, to compare with beginnings; undefined: too short. */
  readonly beginning: string | undefined
  readonly isEmail: boolean
  /** Of a name as people say it, `ida moreau`: how the e-mails with it begin. */
  readonly nameBeginnings: readonly string[]
  readonly last4: string | undefined
  readonly amounts: readonly AmountSearched[]
}

const amountText = /^(\d{1,3}(?:[., ]\d{3})+|\d{1,9})(?:[.,](\d{1,3}))?$/
/** Before or behind an amount: £, EUR or TL. */
const currencyText = /^(?:\p{Sc} ?|[A-Z]{3} )|(?<=\d)(?: ?\p{Sc}| [A-Z]{3}| ?TL)$/giu
const nameText = /^\p{L}+(?: \p{L}+){1,2}$/u
/** What stands between the names in an e-mail. */
const nameJoints = ['.', '_', '-', '']

export function meaningOf(key: string): SearchMeaning {
  return {
    beginning: key.length >= minPrefixLength ? key.toLowerCase() : undefined,
    // an order number has digits, a name has none
    isEmail: key.includes('@') || /^\p{L}[\p{L}._+-]*\d*$/u.test(key),
    nameBeginnings: nameText.test(key)
      ? nameJoints.map((joint) => key.toLowerCase().replaceAll(' ', joint))
      : [],
    last4: /^\d{4}$/.test(key) ? key : undefined,
    amounts: amountsIn(key),
  }
}

/** The amount in each kind of currency: 64.50 is 6450 pence, and 64 is 64 yen too. */
function amountsIn(key: string): AmountSearched[] {
  const [, whole, fraction = ''] = amountText.exec(key.replace(currencyText, '')) ?? []
  if (whole === undefined) return []
  const digits = whole.replace(/\D/g, '')
  return [2, 0, 3].flatMap((places) => {
    if (fraction.length > places) return []
    const amountMinor = BigInt(`${digits}${fraction.padEnd(places, '0')}`)
    const isOther = places === 2
    const currencies = isOther
      ? [0, 3, 4].flatMap((other) => currenciesWith(other))
      : currenciesWith(places)
    return amountMinor === 0n ? [] : [{ amountMinor, currencies, isOther }]
  })
}
