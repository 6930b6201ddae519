import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { SortCodes } from '@counterfoil/providers/sort-codes/sort-codes.ts'
import { isValidBIC, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { isTownNeeded, type PayeeAccount } from './account.rules.ts'

/** What is wrong with an account, at its field; undefined: nothing. */
export interface AccountFault {
  readonly path:
    | 'storedCardId'
    | 'iban'
    | 'bic'
    | 'sortCode'
    | 'accountNumber'
    | 'town'
    | 'country'
    | 'currency'
  readonly code: string
  readonly message: string
}

interface Account extends PayeeAccount {
  /** Instead of an account: a stored card. */
  readonly storedCardId?: string | null
  readonly country: string
  readonly currency: string
  readonly town: string | null
}

interface Checks {
  readonly sortCodes: Pick<SortCodes, 'fits'>
}

/** Checks an account by its country's own rules, and whether it can be paid in the currency at all. */
export function findAccountFault(
  { sortCodes }: Checks,
  account: Account,
): AccountFault | undefined {
  const { iban, bic, sortCode, accountNumber, country, currency, town } = account
  const isDomestic = sortCode !== null || accountNumber !== null
  if (account.storedCardId) {
    if (iban === null && !isDomestic && bic === null) return undefined
    return fault('storedCardId', 'payee.card_two', 'Choose a card or type an account, not both')
  }
  if (iban === null && !isDomestic) return fault('iban', 'payee.iban_missing', 'Type an IBAN')
  if (iban !== null && isDomestic) {
    return fault(
      'iban',
      'payee.iban_two',
      'Type an IBAN or a sort code with an account number, not both',
    )
  }
  const wrong =
    iban === null ? faultOfDomestic(account, sortCodes) : faultOfIban(iban, country, sortCodes)
  if (wrong !== undefined) return wrong
  if (bic !== null && !isValidBIC(bic)) {
    return fault(
      'bic',
      'payee.bic_wrong',
      'This is no BIC: 8 or 11 letters and digits, like DEUTDEFF',
    )
  }
  if (bic !== null && bic.slice(4, 6) !== country) {
    return fault('bic', 'payee.bic_country', 'The BIC is of a bank in another country')
  }
  if (currency === 'TRY' && country !== 'TR') {
    return fault('country', 'payee.country_currency', 'Lira go to accounts in Türkiye alone')
  }
  if (isTownNeeded(currency, country) && !town) {
    return fault(
      'town',
      'payee.town_needed',
      'Outside the EEA the banks need the town of the payee',
    )
  }
  return undefined
}

function faultOfDomestic(
  { sortCode, accountNumber, country, currency }: Account,
  sortCodes: Checks['sortCodes'],
) {
  if (country !== 'GB') {
    return fault(
      'sortCode',
      'payee.sort_code_country',
      'A sort code is of a bank in the United Kingdom',
    )
  }
  if (currency !== 'GBP') {
    return fault(
      'currency',
      'payee.currency_sort_code',
      'A sort code is paid in pounds alone; else type an IBAN',
    )
  }
  if (!/^\d{6}$/.test(sortCode ?? ''))
    return fault('sortCode', 'payee.sort_code_wrong', 'A sort code has 6 digits')
  if (!/^\d{8}$/.test(accountNumber ?? '')) {
    return fault(
      'accountNumber',
      'payee.account_number_wrong',
      'An account number has 8 digits; a shorter one begins with 0',
    )
  }
  return sortCodes.fits(sortCode ?? '', accountNumber ?? '') ? undefined : unfit('accountNumber')
}

const unfit = (path: 'accountNumber' | 'iban') =>
  fault(path, 'payee.account_number_unfit', 'The account number does not fit the sort code')

const ibanFaults: readonly (readonly [ValidationErrorsIBAN, string, string])[] = [
  [ValidationErrorsIBAN.NoIBANCountry, 'payee.iban_country', 'No IBAN begins so'],
  [
    ValidationErrorsIBAN.WrongBBANLength,
    'payee.iban_length',
    'The IBAN has too many or too few characters',
  ],
  [
    ValidationErrorsIBAN.WrongIBANChecksum,
    'payee.iban_digits',
    'A character of the IBAN is mistyped',
  ],
  [
    ValidationErrorsIBAN.ChecksumNotNumber,
    'payee.iban_digits',
    'A character of the IBAN is mistyped',
  ],
]

function faultOfIban(
  iban: string,
  country: string,
  sortCodes: Checks['sortCodes'],
): AccountFault | undefined {
  const { valid, errorCodes } = validateIBAN(iban)
  if (!valid) {
    const [, code, message] = ibanFaults.find(([one]) => errorCodes.includes(one)) ?? [
      ...[0, 'payee.iban_form', 'This is no IBAN of that country'],
    ]
    return fault('iban', String(code), String(message))
  }
  if (iban.slice(0, 2) !== country) {
    return fault('iban', 'payee.iban_other_country', 'The IBAN is of another country')
  }
  // a bank of 5 digits, and a place that is kept free
  if (country === 'TR' && !/^TR\d{7}0[A-Z0-9]{16}$/.test(iban)) {
    return fault('iban', 'payee.iban_form', 'This is no IBAN of that country')
  }
  // GB, two digits, four letters of the bank, its sort code and the account number
  if (country === 'GB' && !sortCodes.fits(iban.slice(8, 14), iban.slice(14))) return unfit('iban')
  return undefined
}

const fault = (path: AccountFault['path'], code: string, message: string): AccountFault => ({
  ...{ path, code, message },
})

/** The same as a refusal. */
export function refuseFaultyAccount(
  checks: Checks,
  account: Account,
  within = '',
  status = 422,
): void {
  const found = findAccountFault(checks, account)
  if (found === undefined) return
  const { code, message } = found
  // the currency is the order's, and not the account's
  const path = found.path === 'currency' ? found.path : `${within}${found.path}`
  throw new Problem(code, status, message, { path })
}
