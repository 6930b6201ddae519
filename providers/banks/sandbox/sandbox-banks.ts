// The sandbox's banks and their published behaviour.

export interface SandboxBank {
  readonly id: string
  readonly name: string
  /** Of the standard: 3.1 has other words for statuses. */
  readonly version: 'v3.1' | 'v4.0'
  /** In which its customers pay by open banking. */
  readonly currencies: readonly string[]
  /** So many revocations of a consent are refused before one is taken. */
  readonly refusedRevocations?: number
  /** It answers nothing but that it is closed. */
  readonly isClosed?: true
}

const both = ['GBP', 'EUR'] as const

export const sandboxBanks: readonly SandboxBank[] = [
  { id: 'sandbox_bank', name: 'Sandbox Bank', version: 'v4.0', currencies: both },
  { id: 'sandbox_heritage', name: 'Heritage Sandbox Bank', version: 'v3.1', currencies: ['GBP'] },
  {
    ...{ id: 'sandbox_flaky', name: 'Flaky Sandbox Bank', version: 'v4.0', currencies: both },
    refusedRevocations: 2,
  },
  {
    ...{ id: 'sandbox_closed', name: 'Closed Sandbox Bank', version: 'v4.0', currencies: both },
    isClosed: true,
  },
]

export const findSandboxBank = (id: string): SandboxBank | undefined =>
  sandboxBanks.find((bank) => bank.id === id)

export interface PaymentBehaviour {
  readonly says: string
  /** At once. */
  readonly status: string
  readonly reason?: string
  /** Later. */
  readonly later?: { readonly afterMs: number; readonly status: string; readonly reason?: string }
  /** The payment is made, but its answer is lost. */
  readonly losesAnswer?: true
  /** So many requests are refused without effect before one is taken. */
  readonly unavailable?: number
}

/** By the last two digits of the amount in minor units; all others are completed at once. */
export const paymentBehaviours: Readonly<Record<string, PaymentBehaviour>> = {
  '01': {
    says: 'In process; completed 3 seconds later',
    status: 'ACSP',
    later: { afterMs: 3_000, status: 'ACSC' },
  },
  '02': {
    says: 'In process; rejected 3 seconds later',
    status: 'ACSP',
    later: { afterMs: 3_000, status: 'RJCT', reason: 'AM04 Insufficient funds' },
  },
  '03': { says: 'Rejected', status: 'RJCT', reason: 'AM04 Insufficient funds' },
  '04': { says: 'Completed, but the answer is lost', status: 'ACSC', losesAnswer: true },
  '05': { says: 'The bank is unavailable twice, then completed', status: 'ACSC', unavailable: 2 },
  '06': { says: 'In process for ever', status: 'ACSP' },
}

const completed: PaymentBehaviour = { says: 'Completed', status: 'ACSC' }

export const behaviourOf = (amountMinor: bigint): PaymentBehaviour =>
  paymentBehaviours[(amountMinor % 100n).toString().padStart(2, '0')] ?? completed

export interface SandboxAccount {
  readonly id: string
  readonly name: string
  /** A sort code and an account number in one, or an IBAN. */
  readonly number: string
  readonly currency: string
}

const kinds = [
  { part: '1', name: 'Business current account', currency: 'GBP' },
  { part: '2', name: 'Business savings account', currency: 'GBP' },
  { part: '3', name: 'Euro account', currency: 'EUR' },
] as const

/** Each customer has three accounts at each bank. */
export function accountsOf(customer: string): SandboxAccount[] {
  const digits = (BigInt(`0x${customer}`) % 10_000_000n).toString().padStart(7, '0')
  return kinds.map(({ part, name, currency }) => {
    const number = `200000${digits}${part}`
    return {
      ...{ id: `${customer}-${part}`, name, currency },
      number: currency === 'GBP' ? number : ibanOf(`SBOX${number}`),
    }
  })
}

/** With its check digits, by ISO 7064. */
function ibanOf(account: string): string {
  const digits = `${account}GB00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return `GB${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`
}

export const openingMinor = 500_000n

/** What a new account has had booked: days ago, minor units, who, reference. */
export const firstEntries: readonly (readonly [number, bigint, string, string])[] = [
  [27, -120_000n, 'Harbour Estates', 'RENT'],
  [21, 84_250n, 'Ada Reader', 'INVOICE 1041'],
  [14, -6_375n, 'Paper & Co', 'STATIONERY'],
  [9, 12_990n, 'Ben Walker', 'ORDER 2207'],
  [5, -23_100n, 'City Power', 'ACCOUNT 55219'],
  [3, 45_000n, 'Cleo Marsh', 'INVOICE 1057'],
  [1, 1_999n, 'Dan Hill', 'THANK YOU'],
]
