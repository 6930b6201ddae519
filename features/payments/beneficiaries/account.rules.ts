import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'

// Accounts of payees: how they are written, which are checked with their bank, and what the form of an address has to be.

/** A card that its holder lets the merchant pay to: a stored card. */
export interface PayeeCard {
  /** Of the stored card. */
  readonly id: string
  /** The same of every stored card with this number. */
  readonly fingerprint: string
  /** Its brand and last digits, as people read them. */
  readonly hint: string
}

/** An account, without spaces and hyphens. */
export interface PayeeAccount {
  readonly iban: string | null
  readonly bic: string | null
  readonly sortCode: string | null
  readonly accountNumber: string | null
}

/** In which euro moves as SEPA: the EEA and those that joined. */
export const sepaCountries: ReadonlySet<string> = new Set(
  (
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE ' +
    'AD AL CH GB GI MC MD ME MK SM VA RS GG JE IM'
  ).split(' '),
)
/** Of these no address is needed. */
const eea: ReadonlySet<string> = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE'.split(
    ' ',
  ),
)

const packed = (text: string | null | undefined): string | null => {
  const bare = (text ?? '').replace(/[\s-]/g, '').toUpperCase()
  return bare === '' ? null : bare
}

/** As it is stored, whatever way it was typed. */
export const packedAccount = (
  account: Readonly<Record<keyof PayeeAccount, string | null | undefined>>,
): PayeeAccount => ({
  iban: packed(account.iban),
  bic: packed(account.bic),
  sortCode: packed(account.sortCode),
  accountNumber: packed(account.accountNumber),
})

type BankAccount = Pick<PayeeAccount, 'iban' | 'sortCode' | 'accountNumber'>
/** An account at a bank, or a card. */
type NumberedPayee = BankAccount & { readonly card?: Pick<PayeeCard, 'fingerprint'> | null }
type ShownPayee = BankAccount & { readonly cardHint?: string | null }

/** The number by which a bank knows the account; of a card what stands for its number. */
export const numberOf = ({ iban, sortCode, accountNumber, card }: NumberedPayee): string =>
  card?.fingerprint ?? iban ?? `${sortCode}${accountNumber}`

/** What is the same for an account however it is written: of an IBAN of the UK its sort code and number. */
export const accountIdentityOf = (payee: NumberedPayee): string => {
  const number = numberOf(payee)
  return payee.iban?.startsWith('GB') && number === payee.iban ? number.slice(8) : number
}

/** For lists: the beginning and the end. */
export function hintOf({ iban, sortCode, accountNumber, cardHint }: ShownPayee): string {
  if (cardHint) return cardHint
  if (iban !== null) return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`
  return `${(sortCode ?? '').slice(0, 2)}-••-•• ••••${(accountNumber ?? '').slice(-4)}`
}

/** In groups, as people read it. */
export function spelledAccount({ iban, sortCode, accountNumber, cardHint }: ShownPayee): string {
  if (cardHint) return cardHint
  if (iban !== null) return iban.replace(/(.{4})(?=.)/g, '$1 ')
  return `${(sortCode ?? '').replace(/(..)(?=.)/g, '$1-')} ${accountNumber}`
}

/** Whether there is a bank to ask: confirmation of payee in the UK, verification of payee in SEPA. None is asked of a card. */
export const isPayeeChecked = (payee: {
  readonly currency: string
  readonly country: string
  readonly isCard: boolean
}): boolean => {
  const { currency, country, isCard } = payee
  if (isCard) return false
  return (
    (currency === 'GBP' && country === 'GB') || (currency === 'EUR' && sepaCountries.has(country))
  )
}

/** Of a card: its brand and last digits. */
export const cardHintOf = (card: { readonly brand: string; readonly last4: string }): string =>
  `${paymentLabel('brand', card.brand, 'en')} •••• ${card.last4}`

/** Since November 2026 the schemes refuse an address without its town; inside the EEA none is needed. */
export const isTownNeeded = (currency: string, country: string): boolean =>
  currency === 'EUR' && !eea.has(country)
