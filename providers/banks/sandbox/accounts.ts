import { randomUUID } from 'node:crypto'
import { decimalText } from '@counterfoil/kit/contract/decimal-text.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import {
  type BankAnswer,
  BankRefusal,
  type BankRequest,
  type BankServerOptions,
} from './answers.ts'
import {
  addEntry,
  type ConsentRecord,
  findConsent,
  hasEntries,
  listEntries,
  sumEntries,
} from './records.ts'
import {
  accountsOf,
  firstEntries,
  openingMinor,
  type SandboxAccount,
  type SandboxBank,
} from './sandbox-banks.ts'
import { requireToken } from './tokens.ts'

/** `accounts`, `accounts/{id}/balances` and `accounts/{id}/transactions`. */
export async function readAccounts(
  options: BankServerOptions,
  bank: SandboxBank,
  request: BankRequest,
): Promise<BankAnswer> {
  const { database, now } = options
  const token = await requireToken(options, bank, request, 'access')
  const consent = await findConsent(database, bank.id, token.consentId ?? '')
  const isOver = consent?.expiresAt != null && consent.expiresAt <= now()
  if (consent?.kind !== 'accounts' || consent.status !== 'AUTH' || isOver) {
    throw new BankRefusal(403, 'U015', 'The consent does not allow this')
  }
  const accounts = accountsIn(consent)
  const [, , id, part] = request.path
  if (id === undefined)
    return { status: 200, body: { Data: { Account: accounts.map(accountView) } } }
  const account = accounts.find((one) => one.id === id)
  if (account === undefined) throw new BankRefusal(404, 'U011', 'There is no such account')
  if (part === 'balances') {
    const amountMinor = openingMinor + (await sumEntries(database, bank.id, id))
    const balance = {
      ...{ AccountId: id, Type: 'ITAV', DateTime: now().toISOString() },
      ...amountView(amountMinor, account.currency),
    }
    return { status: 200, body: { Data: { Balance: [balance] } } }
  }
  if (part !== 'transactions') throw new BankRefusal(404, 'U011', 'There is no such resource')
  const asked = new Date(String(request.query.fromBookingDateTime ?? ''))
  const from = Number.isNaN(asked.getTime()) ? new Date(0) : asked
  const entries = await listEntries(database, bank.id, id, from)
  const Transaction = entries.map((entry) => ({
    ...{ AccountId: id, TransactionId: entry.id, Status: 'BOOK' },
    BookingDateTime: entry.bookedAt.toISOString(),
    ...amountView(entry.amountMinor, entry.currency),
    TransactionInformation: entry.reference,
    MerchantDetails: { MerchantName: entry.counterparty },
  }))
  return { status: 200, body: { Data: { Transaction } } }
}

const accountsIn = ({ customer, accounts }: ConsentRecord): SandboxAccount[] =>
  customer === null ? [] : accountsOf(customer).filter(({ id }) => accounts.includes(id))

const accountView = ({ id, name, number, currency }: SandboxAccount) => ({
  ...{ AccountId: id, Status: 'Enabled', Currency: currency, AccountCategory: 'Business' },
  ...{ AccountTypeCode: 'CACC', Nickname: name },
  Account: [{ SchemeName: schemeOf(number), Identification: number, Name: name }],
})

const schemeOf = (number: string): string =>
  /^\d+$/.test(number) ? 'UK.OBIE.SortCodeAccountNumber' : 'UK.OBIE.IBAN'

function amountView(amountMinor: bigint, currency: string) {
  const isDebit = amountMinor < 0n
  return {
    Amount: { Amount: decimalText(isDebit ? -amountMinor : amountMinor, 2), Currency: currency },
    CreditDebitIndicator: isDebit ? 'Debit' : 'Credit',
  }
}

/** What a customer's accounts had booked before they were first shared. */
export async function fillAccounts(
  { database, now }: BankServerOptions,
  bank: SandboxBank,
  customer: string,
): Promise<void> {
  await database.transaction(async (on) => {
    for (const { id, currency } of accountsOf(customer)) {
      if (await hasEntries(on, bank.id, id)) continue
      for (const [daysAgo, amountMinor, counterparty, reference] of firstEntries) {
        const bookedAt = new Date(now().getTime() - daysAgo * dayMs)
        const entry = { id: randomUUID(), bookedAt, amountMinor, currency }
        await addEntry(on, bank.id, id, { ...entry, reference, counterparty })
      }
    }
  })
}
