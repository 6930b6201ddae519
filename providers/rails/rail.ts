// Payment rails: how money leaves a bank account for another one.

const railCodes = [
  'sepa_credit_transfer',
  'sepa_instant',
  'faster_payments',
  'tr_fast',
  'tr_eft',
  'card_credit',
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
    /** Its number; of a card its reference in the acquirer's vault. */
    readonly account: string
    readonly card: { readonly provider: string } | null
    readonly bic: string | null
    readonly country: string
    readonly town: string | null
  }
  readonly reference: string
}

/** Where a transfer stands. `code` is the scheme's own: AC04, 1160, of a card 14, … */
export type RailState =
  | { readonly state: 'sent'; readonly railReference: string }
  | { readonly state: 'paid'; readonly railReference: string; readonly mayReturn: boolean }
  | { readonly state: 'rejected'; readonly code: string }
  | { readonly state: 'returned'; readonly railReference: string; readonly code: string }

/** Asks the payee's bank to send a transfer back. */
export interface RailRecall {
  /** For ever the same for one recall: a rail passes it on once, however often it is submitted. */
  readonly recallId: string
  readonly endToEndId: string
  /** The scheme's own: DUPL, TECH, FRAD, AC03, AM09. */
  readonly reason: string
}

/** Where a recall stands. What is accepted comes back less what the payee's bank keeps for it. */
export type RecallState =
  | { readonly state: 'asked' }
  | { readonly state: 'accepted'; readonly returnedMinor: bigint; readonly keptMinor: bigint }
  | { readonly state: 'refused'; readonly code: string }

export interface Rails {
  /** Throws when no answer came: whether the rail has it is then found out by `find`. */
  submit(order: RailOrder): Promise<RailState>
  /** Undefined: the rail never got it. */
  find(endToEndId: string): Promise<RailState | undefined>
  /** Of a rail that has recalls. Throws when no answer came: whether the rail has it is then found out by `findRecall`. */
  recall(recall: RailRecall): Promise<RecallState>
  /** Undefined: the rail never got it. */
  findRecall(recallId: string): Promise<RecallState | undefined>
}
