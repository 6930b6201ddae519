// Confirmation of payee (UK) and verification of payee (SEPA): what the bank that holds an account says of its name.

export interface PayeeToCheck {
  readonly name: string
  readonly kind: 'person' | 'company'
  /** An IBAN, or a sort code and an account number in one. */
  readonly account: string
}

export interface PayeeAnswer {
  readonly result: 'match' | 'close_match' | 'no_match' | 'unavailable'
  /** The name that the bank holds, which it says of a close match alone. */
  readonly bankName: string | null
}

export interface PayeeChecks {
  check(payee: PayeeToCheck): Promise<PayeeAnswer>
}

/** How an account's number ends that the sandbox answers in a way of its own; any other matches. */
const payeeScenarios = {
  '9001': 'close_match',
  '9002': 'no_match',
  '9003': 'unavailable',
} as const

/** The sandbox's: the answer follows from the end of the account's number. */
export const sandboxPayeeChecks: PayeeChecks = {
  check({ name, kind, account }) {
    const end = account.slice(-4) as keyof typeof payeeScenarios
    const result = payeeScenarios[end] ?? 'match'
    const bankName = result === 'close_match' ? heldName(name, kind) : null
    return Promise.resolve({ result, bankName })
  },
}

/** As a bank may hold the name: a company with its form, a person by the initial. */
function heldName(name: string, kind: PayeeToCheck['kind']): string {
  if (kind === 'company') return `${name} LTD`.slice(0, 70)
  const [first = '', ...rest] = name.split(/\s+/)
  return rest.length === 0 ? `M ${first}` : [first.slice(0, 1), ...rest].join(' ')
}
