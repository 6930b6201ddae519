// The port to acquirers. One adapter per acquirer; the engine knows nothing else of them.

/** The acquirer's decision, or why there is none yet. */
export type AcquirerAnswer =
  /** `amountMinor` is what was granted; of an authorisation it may be less than was asked. */
  | {
      readonly result: 'approved'
      readonly amountMinor: bigint
      readonly acquirerReference: string
      /** Of an authorisation that is not captured: until when it can be, RFC 3339; absent: by the scheme's rules. */
      readonly expiresAt?: string
      /** Of an authorisation of a card: what the card scheme calls it. */
      readonly scheme?: SchemeReference
      /** What the acquirer's vault calls the card that it was asked to keep; absent: it keeps none. */
      readonly storedCard?: string
      /** Of a verification: what the issuer says of the code on the card. */
      readonly securityCode?: SecurityCodeCheck
      readonly threeDSecure?: ThreeDSecureResult
      /** The proof of an authentication (CAVV, AAV), which is stored sealed and logged nowhere. */
      readonly authenticationValue?: string
    }
  /** Soft: another acquirer may well approve the same payment. */
  | {
      readonly result: 'declined'
      readonly code: string
      readonly text: string
      readonly isSoft: boolean
      readonly threeDSecure?: ThreeDSecureResult
      /** The issuer refused an exemption: it may approve the same payment once the payer has confirmed it. */
      readonly needsAuthentication?: true
    }
  /** The customer has to confirm at `url`; a lookup tells the outcome later. */
  | {
      readonly result: 'challenge'
      readonly url: string
      readonly expiresAt: string
      readonly threeDSecure?: ThreeDSecureResult
    }
  /** Accepted; a lookup tells the outcome later. */
  | { readonly result: 'pending' }
  /** Refused without any effect: the request was wrong, or the acquirer is out of order. */
  | { readonly result: 'failed'; readonly code: string; readonly text: string }

/** What an authorisation of a card says of its authentication. */
export interface ThreeDSecureResult {
  /** Null: no authentication took place. */
  readonly version: string | null
  /**
   * EMV transStatus Y, A, N, U, R, C and I. Null: none was asked for, or the issuer refused an exemption and wants one.
   */
  readonly outcome:
    | 'authenticated'
    | 'attempted'
    | 'failed'
    | 'unavailable'
    | 'rejected'
    | 'challenged'
    | 'exempted'
    | null
  /** Null: no authentication took place, or it is not decided. */
  readonly flow: 'frictionless' | 'challenge' | null
  /** The card scheme's electronic commerce indicator. */
  readonly eci: string | null
  readonly dsTransactionId: string | null
  /** Who bears a chargeback for fraud. */
  readonly liabilityShift: 'issuer' | 'merchant'
  readonly exemption: {
    readonly asked: Exemption | OutOfScope
    readonly granted: boolean
  } | null
}

/** For what strong authentication may be spared, when the issuer agrees. */
export type Exemption =
  | 'low_value'
  | 'transaction_risk_analysis'
  | 'trusted_beneficiary'
  | 'secure_corporate'
/** What needs no strong authentication: orders by mail or telephone, and what the merchant takes without the payer. */
export type OutOfScope = 'moto' | 'merchant_initiated'

/** The payer's browser, as EMV 3-D Secure 2 wants to know it. */
export interface BrowserData {
  readonly acceptHeader: string
  readonly userAgent: string
  readonly javaScriptEnabled: boolean
  /** BCP 47. */
  readonly language?: string | undefined
  readonly javaEnabled?: boolean | undefined
  readonly colorDepth?: ColorDepth | undefined
  readonly screenHeight?: number | undefined
  readonly screenWidth?: number | undefined
  /** Minutes, positive west of UTC. */
  readonly timeZoneOffset?: number | undefined
  /** `01` 250 × 400 to `05` full screen. */
  readonly challengeWindowSize?: '01' | '02' | '03' | '04' | '05' | undefined
  readonly ip?: string | undefined
}
export type ColorDepth = 1 | 4 | 8 | 15 | 16 | 24 | 32 | 48

export type SecurityCodeCheck = 'match' | 'no_match' | 'not_checked'

/** What a card scheme calls an authorisation. */
export interface SchemeReference {
  /** Visa and American Express: 15 digits; Mastercard: nine characters and the day, MMDD. */
  readonly transactionId: string
  /** Mastercard's Transaction Link ID, which runs beside it. */
  readonly linkId?: string
}

/** `not_found`: no request with this reference has arrived, so far. */
export type LookupAnswer = AcquirerAnswer | { readonly result: 'not_found' }

/** Common to all requests. A repeated `reference` gets the same answer again. */
export interface AcquirerRequest {
  /** Ours; also what is looked up when no answer arrived. */
  readonly reference: string
  /** Our account at the acquirer. */
  readonly midCode: string
  readonly amountMinor: bigint
  readonly currency: string
  /** Kept by the acquirer and echoed in its notices. */
  readonly metadata: AcquirerMetadata
}

export interface AcquirerMetadata {
  readonly tenantId: string
  /** Of a verification: the stored card's. */
  readonly paymentId: string
}

/** Held in memory only, while the request is sent. */
export interface CardDetails {
  readonly type: 'card'
  readonly number: string
  readonly expiryMonth: number
  readonly expiryYear: number
  readonly securityCode: string | undefined
}

/** A card in the acquirer's own vault. */
export interface VaultCard {
  readonly type: 'stored_card'
  readonly reference: string
  /** Typed by a payer who is there. */
  readonly securityCode?: string
}

/** What a payment has to do with a stored card, as card schemes want to know it. */
export type StoredCredential =
  /** The payer consents, with this payment, to the card being kept. */
  | { readonly use: 'first'; readonly uses: readonly CardUse[] }
  /** The payer pays with the stored card. */
  | { readonly use: 'subsequent'; readonly initiator: 'customer' }
  /** The merchant takes it without the payer; `first` is the authorisation with which the payer consented. */
  | {
      readonly use: 'subsequent'
      readonly initiator: 'merchant'
      readonly reason: MerchantReason
      readonly first: SchemeReference
    }

/** Why a merchant takes a payment by itself: a subscription, an instalment, or whenever it is due. */
export type MerchantReason = 'recurring' | 'instalment' | 'unscheduled'
/** `customer`: for the payer's own later payments; `payout`: to receive money. */
export type CardUse = 'customer' | MerchantReason | 'payout'

/** `bank`: the payer's, at which the payment is approved over open banking. */
export type AccountMethod =
  | { readonly type: 'bank_transfer' }
  | { readonly type: 'alternative'; readonly bank?: string | undefined }

export interface AuthoriseRequest extends AcquirerRequest {
  /** Take the money at once. */
  readonly capture: boolean
  /** Whether the merchant can take less than the amount; issuers do not always heed it. */
  readonly partialApproval: boolean
  readonly method: CardDetails | VaultCard | AccountMethod
  readonly storedCredential?: StoredCredential
  readonly descriptor: string
  /** How the cardholder is to confirm; absent: the acquirer decides. */
  readonly threeDs?: ThreeDsRequest
  /** Of a payer who is at a browser. */
  readonly browser?: BrowserData
  /** Asked of the issuer, or what the payment is: then no authentication is needed. */
  readonly exemption?: Exemption | OutOfScope
  /** The issuer refused an exemption: the payer has to confirm. */
  readonly mustAuthenticate?: boolean
  /** Taken down by mail or telephone: out of the scope of strong authentication, at the merchant's risk. */
  readonly orderType?: 'mail' | 'telephone'
  /** Further values by name, as the terminal or the merchant has them. */
  readonly parameters?: Readonly<Record<string, string>>
}

/** A card is checked by its issuer without a payment, and kept in the acquirer's vault when it approves. */
export type VerifyRequest = Omit<
  AuthoriseRequest,
  'amountMinor' | 'capture' | 'partialApproval' | 'method' | 'storedCredential'
> & {
  readonly method: CardDetails
  readonly storedCredential: Extract<StoredCredential, { use: 'first' }>
}

/** Parameters of EMV 3-D Secure. */
export interface ThreeDsRequest {
  readonly protocolVersion: string
  readonly requestorId: string
  readonly requestorName: string
  readonly acquirerBin: string | null
  readonly challenge: 'no_preference' | 'no_challenge' | 'requested' | 'mandated'
}

/** Increment, capture, void, refund, reversal or payout: all name the authorisation that the acquirer approved. */
export interface FollowUpRequest extends AcquirerRequest {
  readonly acquirerReference: string
  /** Of a capture: the acquirer releases what it leaves of the authorisation. */
  readonly isFinal?: boolean
}

/** A request of ours that must have no effect. */
export interface CancelRequest {
  /** Of the request that is cancelled. */
  readonly reference: string
  readonly currency: string
  readonly metadata: AcquirerMetadata
}

/** `too_late`: it was carried out and cannot be taken back; a lookup tells its outcome. */
export type CancelAnswer =
  | { readonly result: 'cancelled'; readonly amountMinor: bigint }
  | { readonly result: 'too_late' }

/** A dispute as its acquirer has it at one moment. */
export interface AcquirerDispute {
  /** The acquirer's. */
  readonly reference: string
  /** Grows with each change of the dispute: of two reports the one with the higher number counts, whichever comes first. */
  readonly sequence: number
  readonly stage: 'chargeback' | 'pre_arbitration' | 'arbitration'
  readonly state: 'opened' | 'answered' | 'under_review' | 'accepted' | 'won' | 'lost'
  readonly amountMinor: bigint
  /** Of one that ended: what the card holder keeps, which may be a part. */
  readonly lostMinor: bigint
  readonly currency: string
  readonly reasonCode: string
  /** Until when the acquirer takes an answer; null: it waits for none. */
  readonly respondBy: Date | null
}

/** What an acquirer's books say of an authorisation. */
export interface BookEntry {
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
}

/** A notice as the acquirer sends it unasked, again and again until it is acknowledged. */
export interface RawNotice {
  /** The acquirer's. */
  readonly id: string
  readonly body: string
}

/** What a notice says: how a dispute stands, or how a request of ours was decided. */
export type AcquirerNotice = {
  /** The acquirer's. */
  readonly id: string
  readonly metadata: AcquirerMetadata
} & ({ readonly dispute: AcquirerDispute } | { readonly outcome: AcquirerOutcome })

export interface AcquirerOutcome {
  /** Ours, of the request. */
  readonly reference: string
  readonly currency: string
  readonly answer: AcquirerAnswer
}

/** An HTTP request that says that it is a notice. */
export interface NoticeRequest {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

export type NoticeFault = 'notice.unsigned' | 'notice.signature' | 'notice.stale'

/** What a merchant answers to a dispute. */
export interface DisputeAnswerRequest {
  /** Ours; the same once more is the same answer. */
  readonly reference: string
  /** The acquirer's reference of the dispute. */
  readonly dispute: string
  readonly answer: 'contest' | 'accept'
  /** Why the claim is wrong. */
  readonly statement: string | null
  /** The files that prove it. */
  readonly evidence: readonly DisputeEvidence[]
}

export interface DisputeEvidence {
  readonly name: string
  /** PDF, JPEG or PNG. */
  readonly contentType: string
  readonly bytes: Uint8Array
  /** Of the bytes, hexadecimal. */
  readonly sha256: string
}

/** What follows comes in notices. */
export type DisputeAnswerResult =
  | { readonly result: 'received'; readonly dispute: AcquirerDispute }
  | { readonly result: 'refused'; readonly code: string; readonly text: string }

/**
 * Every method may throw: then nothing is known of what the acquirer did, and the request is looked up later, never
 * repeated. An adapter that knows that nothing was sent answers `failed` instead.
 */
export interface Acquirer {
  /** As stored with payments and MIDs. */
  readonly code: string
  readonly name: string
  /** Moves no money: the only kind that Test mode uses. */
  readonly isSandbox: boolean
  authorise(request: AuthoriseRequest, signal: AbortSignal): Promise<AcquirerAnswer>
  /** An authorisation of nothing; what it approves has the amount zero. Absent: the acquirer does not offer it. */
  readonly verify?:
    | ((request: VerifyRequest, signal: AbortSignal) => Promise<AcquirerAnswer>)
    | undefined
  /** Authorises more on an authorisation of which nothing is captured or voided; absent: the acquirer does not offer it. */
  readonly increment?:
    | ((request: FollowUpRequest, signal: AbortSignal) => Promise<AcquirerAnswer>)
    | undefined
  /** Deletes a card from the acquirer's vault, and may be repeated; absent: the acquirer keeps no cards. */
  readonly deleteStoredCard?:
    | ((reference: string, signal: AbortSignal) => Promise<void>)
    | undefined
  capture(request: FollowUpRequest, signal: AbortSignal): Promise<AcquirerAnswer>
  void(request: FollowUpRequest, signal: AbortSignal): Promise<AcquirerAnswer>
  refund(request: FollowUpRequest, signal: AbortSignal): Promise<AcquirerAnswer>
  /** Takes a whole capture back before the acquirer has settled it. */
  reverse(request: FollowUpRequest, signal: AbortSignal): Promise<AcquirerAnswer>
  /** Sends money to the card or account that the authorisation was of; it is no part of what was paid by it. */
  payout(request: FollowUpRequest, signal: AbortSignal): Promise<AcquirerAnswer>
  /**
   * Takes back what an authorisation reserved or took, and refuses a request that arrives only after this. May be
   * repeated. `amountMinor` is what was taken back: zero for a request that never arrived.
   */
  cancel(request: CancelRequest, signal: AbortSignal): Promise<CancelAnswer>
  /** `metadata`: that of the request which is looked up. */
  lookup(reference: string, signal: AbortSignal, metadata?: AcquirerMetadata): Promise<LookupAnswer>
  /** What its books have of authorisations, by our reference; what it keeps no more is left out. */
  readBooks(references: readonly string[]): Promise<ReadonlyMap<string, BookEntry>>
  answerDispute(request: DisputeAnswerRequest, signal: AbortSignal): Promise<DisputeAnswerResult>
  /** Why a request is not a notice that this acquirer signed just now; undefined: it is. */
  noticeFault(request: NoticeRequest, now: Date): NoticeFault | undefined
  /** What its acquirer has not been able to send. */
  listNotices(limit: number, signal: AbortSignal): Promise<readonly RawNotice[]>
  /** Undefined: it is no notice of this acquirer's. */
  readNotice(body: string): AcquirerNotice | undefined
  acknowledgeNotice(id: string, signal: AbortSignal): Promise<void>
}
