// The port to banks, as UK Open Banking has them: consents, a redirect of the customer, accounts and payments.

export interface BankInfo {
  /** As stored with connections and payments. */
  readonly id: string
  readonly name: string
  /** Moves no money: the only kind that Test mode uses. */
  readonly isSandbox: boolean
  /** In which its customers can pay somebody by open banking. */
  readonly currencies: readonly string[]
}

/** What became of a consent, whichever version of the standard its bank speaks. */
export type ConsentState =
  | 'AwaitingAuthorisation'
  | 'Authorised'
  | 'Rejected'
  | 'Revoked'
  | 'Expired'
  | 'Consumed'

/** `Completed`: the money has left the payer's account. */
export type BankPaymentState = 'Pending' | 'Completed' | 'Rejected'

export interface Consent {
  readonly consentId: string
  readonly state: ConsentState
  /** In the bank's own word. */
  readonly status: string
  readonly expiresAt: Date | null
}

export interface BankTokens {
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly expiresAt: Date
}

/** Where the customer goes, and what comes back is checked by. */
export interface Redirect {
  readonly consentId: string
  readonly kind: 'accounts' | 'payments'
  readonly state: string
  readonly codeChallenge: string
  readonly redirectUri: string
  /** Whom the customer is known as with us; a sandbox keeps a customer's accounts by it. */
  readonly loginHint: string
}

export interface BankAccount {
  readonly accountId: string
  readonly name: string
  readonly number: string
  readonly currency: string
}

export interface BankBalance {
  readonly amountMinor: bigint
  readonly at: Date
}

export interface BankEntry {
  readonly entryId: string
  readonly bookedAt: Date
  readonly amountMinor: bigint
  readonly currency: string
  readonly reference: string
  readonly counterparty: string | null
}

/** The same order with the same reference is the same consent, and the same payment. */
export interface BankOrder {
  /** Ours; a UUID. */
  readonly reference: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly creditorName: string
  /** What the payer reads on its statement. */
  readonly remittance: string
}

export interface BankPayment {
  readonly bankPaymentId: string
  readonly state: BankPaymentState
  readonly status: string
  readonly reason: string | null
}

/** `refused`: the bank answered that it does not do it. `unclear`: there was no answer that says what it did. */
export class BankFailure extends Error {
  readonly kind: 'refused' | 'unclear'
  readonly code: string
  readonly status: number | undefined

  constructor(kind: 'refused' | 'unclear', code: string, message: string, status?: number) {
    super(message)
    this.kind = kind
    this.code = code
    this.status = status
  }
}

/** Every method may throw `BankFailure`. What creates something takes a key: the same one again creates nothing anew. */
export interface Bank extends BankInfo {
  createAccountConsent(
    ask: { readonly idempotencyKey: string; readonly expiresAt: Date },
    signal?: AbortSignal,
  ): Promise<Consent>
  readConsent(
    kind: 'accounts' | 'payments',
    consentId: string,
    signal?: AbortSignal,
  ): Promise<Consent>
  /** May be repeated. */
  revokeAccountConsent(consentId: string, signal?: AbortSignal): Promise<void>
  /** The bank's page on which the customer decides. */
  redirectUrl(redirect: Redirect): Promise<string>
  exchangeCode(
    grant: { readonly code: string; readonly verifier: string; readonly redirectUri: string },
    signal?: AbortSignal,
  ): Promise<BankTokens>
  refreshTokens(refreshToken: string, signal?: AbortSignal): Promise<BankTokens>
  listAccounts(accessToken: string, signal?: AbortSignal): Promise<readonly BankAccount[]>
  readBalance(accessToken: string, account: BankAccount, signal?: AbortSignal): Promise<BankBalance>
  listEntries(
    accessToken: string,
    account: BankAccount,
    from: Date,
    signal?: AbortSignal,
  ): Promise<readonly BankEntry[]>
  createPaymentConsent(order: BankOrder, signal?: AbortSignal): Promise<Consent>
  submitPayment(
    accessToken: string,
    consentId: string,
    order: BankOrder,
    signal?: AbortSignal,
  ): Promise<BankPayment>
  readPayment(bankPaymentId: string, signal?: AbortSignal): Promise<BankPayment>
}
