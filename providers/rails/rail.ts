// Payment rails: how money leaves a bank account for another one.

export const railCodes = [
  'sepa_credit_transfer',
  'sepa_instant',
  'faster_payments',
  'tr_fast',
  'tr_eft',
] as const
export type RailCode = (typeof railCodes)[number]

export interface RailOrder {
  /** For ever the same for one payout: a rail carries it out once, however often it is submitted. */
  readonly endToEndId: string
  readonly rail: RailCode
  readonly amountMinor: bigint
  readonly currency: string
  readonly payee: {
    readonly name: string
    readonly account: string
    readonly bic: string | null
    readonly country: string
    readonly town: string | null
  }
  readonly reference: string
}

/** Where a transfer stands. `code` is the scheme's own: AC04, 1160, … */
export type RailState =
  | { readonly state: 'sent'; readonly railReference: string }
  | { readonly state: 'paid'; readonly railReference: string; readonly mayReturn: boolean }
  | { readonly state: 'rejected'; readonly code: string }
  | { readonly state: 'returned'; readonly railReference: string; readonly code: string }

export interface Rails {
  /** Throws when no answer came: whether the rail has it is then found out by `find`. */
  submit(order: RailOrder): Promise<RailState>
  /** Undefined: the rail never got it. */
  find(endToEndId: string): Promise<RailState | undefined>
}
