// Accounts of payees: how they are written, which are checked with their bank, and what the form of an address has to be.

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

/** The number by which a bank knows the account. */
export const numberOf = ({
  iban,
  sortCode,
  accountNumber,
}: Pick<PayeeAccount, 'iban' | 'sortCode' | 'accountNumber'>): string =>
  iban ?? `${sortCode}${accountNumber}`

/** For lists: the beginning and the end. */
export function hintOf(account: PayeeAccount): string {
  const { iban, sortCode, accountNumber } = account
  if (iban !== null) return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`
  return `${(sortCode ?? '').slice(0, 2)}-••-•• ••••${(accountNumber ?? '').slice(-4)}`
}

/** In groups, as people read it. */
export function spelledAccount(account: Omit<PayeeAccount, 'bic'>): string {
  const { iban, sortCode, accountNumber } = account
  if (iban !== null) return iban.replace(/(.{4})(?=.)/g, '$1 ')
  return `${(sortCode ?? '').replace(/(..)(?=.)/g, '$1-')} ${accountNumber}`
}

/** Whether there is a bank to ask: confirmation of payee in the UK, verification of payee in SEPA. */
export const isPayeeChecked = ({
  currency,
  country,
}: {
  readonly currency: string
  readonly country: string
}): boolean =>
  (currency === 'GBP' && country === 'GB') || (currency === 'EUR' && sepaCountries.has(country))

/** Since November 2026 the schemes refuse an address without its town; inside the EEA none is needed. */
export const isTownNeeded = (currency: string, country: string): boolean =>
  currency === 'EUR' && !eea.has(country)
