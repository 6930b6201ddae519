import type { AcquirerDispute } from '../acquirer.ts'

// The published behaviour of the sandbox acquirers. docs/sandbox.md is written from these tables.

/** What a sandbox acquirer does with a request. */
export type Behaviour =
  | { readonly does: 'approve' }
  /** Grants part of the amount, in percent. */
  | { readonly does: 'approve_part'; readonly percent: number }
  | { readonly does: 'decline'; readonly code: DeclineCode }
  | { readonly does: 'challenge' }
  | { readonly does: 'wait'; readonly seconds: number; readonly ending: 'approve' | 'decline' }
  /** Never decides. */
  | { readonly does: 'wait_for_ever' }
  /** Never answers; `acts` says whether the request has its effect all the same. */
  | { readonly does: 'time_out'; readonly acts: boolean }
  | { readonly does: 'fail' }

export interface Scenario {
  readonly name: string
  readonly says: string
  readonly authorise?: Behaviour
  /** Of an authorisation that the merchant takes with the stored card, without the payer; absent: as any. */
  readonly charge?: Behaviour
  readonly increment?: Behaviour
  readonly capture?: Behaviour
  readonly void?: Behaviour
  readonly refund?: Behaviour
  readonly reverse?: Behaviour
  readonly payout?: Behaviour
  /** Of an answer to a dispute. */
  readonly answer?: Behaviour
  /** At this acquirer alone; others approve. */
  readonly onlyAt?: string
  /** Of a card that is checked without a payment: the issuer approves it, and says that its code is wrong. */
  readonly isCodeWrong?: true
  /** Each answer takes this long. */
  readonly delayMs?: number
  /** What comes of an authentication in which the payer is asked for nothing; absent: it succeeds. */
  readonly authentication?: 'attempted' | 'unavailable' | 'failed' | 'rejected'
  /** Its issuer grants no exemption. */
  readonly refusesExemptions?: true
  /** The card holder disputes what was captured. */
  readonly dispute?: DisputeScenario
}

export interface DisputeScenario {
  /** Of what was captured; absent: all of it. */
  readonly percent?: number
  /** Without an answer. After the last step an open dispute waits until its answer was due, and is lost. */
  readonly steps: readonly DisputeStep[]
  /** What follows the review of an answer, by the stage of the dispute; absent: the review goes on. */
  readonly whenContested?: Readonly<Partial<Record<DisputeStage, readonly DisputeStep[]>>>
}

type DisputeStage = AcquirerDispute['stage']

export interface DisputeStep {
  readonly state: AcquirerDispute['state']
  /** After the step before. */
  readonly afterS: number
  /** Absent: the stage stays. */
  readonly stage?: DisputeStage
  /** Of a lost one; absent: all of it. */
  readonly lostPercent?: number
}

export const declines = {
  do_not_honour: { text: 'The issuer declined without a reason', isSoft: false },
  insufficient_funds: { text: 'Insufficient funds', isSoft: false },
  lost_card: { text: 'The card is reported lost', isSoft: false },
  stolen_card: { text: 'The card is reported stolen', isSoft: false },
  expired_card: { text: 'The card has expired', isSoft: false },
  incorrect_security_code: { text: 'The security code is wrong', isSoft: false },
  suspected_fraud: { text: 'The issuer suspects fraud', isSoft: false },
  authentication_failed: {
    text: 'The customer did not complete 3-D Secure authentication',
    isSoft: false,
  },
  authentication_rejected: {
    text: 'The issuer rejected the 3-D Secure authentication',
    isSoft: false,
  },
  challenge_expired: {
    text: 'The customer did not complete 3-D Secure authentication in time',
    isSoft: false,
  },
  stored_card_unknown: { text: 'The vault has no such card', isSoft: false },
  no_agreement: { text: 'It does not name the payment with which the payer agreed', isSoft: false },
  card_not_supported: { text: 'The sandbox takes its published test cards alone', isSoft: false },
  bank_refused: { text: 'The bank refused the transfer', isSoft: false },
  authorisation_expired: { text: 'The authorisation has expired', isSoft: false },
  not_incrementable: { text: 'Nothing more can be authorised on it', isSoft: false },
  exceeds_authorisation: { text: 'More than is left of the authorisation', isSoft: false },
  issuer_unavailable: { text: 'The issuer cannot be reached', isSoft: true },
  processing_error: { text: 'The acquirer could not process the payment', isSoft: true },
  acquirer_limit: { text: 'The limit of the acquirer account is reached', isSoft: true },
} as const

/** As acquirers send them (ISO 8583 and Visa response codes): what they mean, a tenant maps. */
const rawDeclines = {
  '57': { text: 'TRANSACTION NOT PERMITTED TO CARDHOLDER', isSoft: false },
  '1A': { text: 'ADDITIONAL CUSTOMER AUTHENTICATION REQUIRED', isSoft: false },
  R0: { text: 'STOP PAYMENT ORDER', isSoft: true },
  '65': { text: 'ADDITIONAL CUSTOMER AUTHENTICATION REQUIRED', isSoft: true },
} as const

export const allDeclines = { ...declines, ...rawDeclines }
export type DeclineCode = keyof typeof allDeclines

const opened: DisputeStep = { state: 'opened', afterS: 5 }
const won: DisputeStep = { state: 'won', afterS: 5 }
const lost: DisputeStep = { state: 'lost', afterS: 5 }

const approved: Scenario = { name: 'approved', says: 'Approved' }
const saidOf = (code: DeclineCode) =>
  code in rawDeclines ? `code \`${code}\`` : allDeclines[code].text.toLowerCase()
/** A scenario that declines. */
export const declined = (code: DeclineCode): Scenario => ({
  name: code,
  says: `Declined: ${saidOf(code)} (${allDeclines[code].isSoft ? 'soft' : 'hard'})`,
  authorise: { does: 'decline', code },
})

const exemptionsRefused: Scenario = {
  name: 'exemptions_refused',
  says: 'Approved; exemptions are refused, and the customer is asked to confirm',
  refusesExemptions: true,
}

/** Test cards by their numbers. Any expiry in the future and any security code will do. */
export const cardScenarios: Readonly<Record<string, Scenario>> = {
  '4242424242424242': approved,
  '5555555555554444': approved,
  '378282246310005': approved,
  '9792030000000000': approved,
  '4000000000000002': declined('do_not_honour'),
  '4000000000009995': declined('insufficient_funds'),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000000069': declined('expired_card'),
  '4000000000000127': declined('incorrect_security_code'),
  '4100000000000019': declined('suspected_fraud'),
  '4000000000000119': declined('processing_error'),
  '4000000000000010': declined('issuer_unavailable'),
  '4000000000000432': declined('57'),
  '4000000000000440': declined('1A'),
  '4000000000000457': declined('R0'),
  '4000000000000028': {
    name: 'limit_at_alpha',
    says: 'Declined softly by sandbox_alpha, approved by sandbox_beta: shows the cascade',
    authorise: { does: 'decline', code: 'acquirer_limit' },
    onlyAt: 'sandbox_alpha',
  },
  '4000000000003220': {
    name: 'challenge',
    says: '3-D Secure: the customer confirms or refuses on a page within 15 minutes',
    authorise: { does: 'challenge' },
  },
  '4000000000000499': {
    name: 'authentication_attempted',
    says: '3-D Secure: the issuer does not take part, and the scheme proves the attempt; approved',
    authentication: 'attempted',
  },
  '4000000000000507': {
    name: 'authentication_unavailable',
    says: '3-D Secure: the authentication cannot be done; approved at the merchant’s risk',
    authentication: 'unavailable',
  },
  '4000000000000515': {
    ...declined('authentication_failed'),
    says: '3-D Secure: the payer is not authenticated; declined (hard)',
    authentication: 'failed',
  },
  '4000000000000523': {
    ...declined('authentication_rejected'),
    says: '3-D Secure: the issuer rejects the authentication; declined (hard)',
    authentication: 'rejected',
  },
  '4000000000000531': exemptionsRefused,
  '5200000000000015': exemptionsRefused,
  '4000000000000036': {
    name: 'slow',
    says: 'Approved, every answer takes 2 seconds',
    delayMs: 2_000,
  },
  '4000000000000044': {
    name: 'partial',
    says: 'Approved for 60 %: declined, unless the merchant asked for partial approvals',
    authorise: { does: 'approve_part', percent: 60 },
  },
  '4000000000000051': {
    name: 'time_out_before',
    says: 'The authorisation never arrives: no answer, nothing reserved',
    authorise: { does: 'time_out', acts: false },
  },
  '4000000000000077': {
    name: 'time_out_after',
    says: 'The authorisation is approved, but its answer is lost',
    authorise: { does: 'time_out', acts: true },
  },
  '4000000000000085': {
    name: 'out_of_order',
    says: 'The acquirer is out of order: the authorisation fails without effect',
    authorise: { does: 'fail' },
  },
  '4000000000000093': {
    name: 'capture_declined',
    says: 'Approved; captures are declined',
    capture: { does: 'decline', code: 'processing_error' },
  },
  '4000000000000101': {
    name: 'capture_time_out_before',
    says: 'Approved; captures, voids, refunds and reversals never arrive',
    capture: { does: 'time_out', acts: false },
    void: { does: 'time_out', acts: false },
    refund: { does: 'time_out', acts: false },
    reverse: { does: 'time_out', acts: false },
  },
  '4000000000000135': {
    name: 'capture_time_out_after',
    says: 'Approved; captures, voids, refunds and reversals are done, but their answers are lost',
    capture: { does: 'time_out', acts: true },
    void: { does: 'time_out', acts: true },
    refund: { does: 'time_out', acts: true },
    reverse: { does: 'time_out', acts: true },
  },
  '4000000000000143': {
    name: 'refund_declined',
    says: 'Approved; refunds and reversals are declined',
    refund: { does: 'decline', code: 'processing_error' },
    reverse: { does: 'decline', code: 'processing_error' },
  },
  '4000000000000150': {
    name: 'refund_pending',
    says: 'Approved; refunds are decided 3 seconds later',
    refund: { does: 'wait', seconds: 3, ending: 'approve' },
  },
  '4000000000000259': {
    name: 'disputed',
    says: 'Approved; 5 seconds after the capture the card holder disputes it; contested, its review does not end',
    dispute: { steps: [opened] },
  },
  '4000000000000267': {
    name: 'dispute_won',
    says: 'Approved; disputed 5 seconds after the capture, 5 seconds later the merchant wins',
    dispute: { steps: [opened, won] },
  },
  '4000000000000275': {
    name: 'dispute_lost',
    says: 'Approved; disputed 5 seconds after the capture, 5 seconds later the merchant loses',
    dispute: { steps: [opened, lost] },
  },
  '4000000000000333': {
    name: 'dispute_contested_won',
    says: 'Approved and disputed; contested, the merchant wins 10 seconds later',
    dispute: { steps: [opened], whenContested: { chargeback: [won] } },
  },
  '4000000000000341': {
    name: 'dispute_contested_lost',
    says: 'Approved and disputed; contested, the merchant loses 10 seconds later',
    dispute: { steps: [opened], whenContested: { chargeback: [lost] } },
  },
  '4000000000000358': {
    name: 'dispute_pre_arbitration',
    says: 'Approved and disputed; contested, the merchant wins, and 5 seconds later pre-arbitration begins, which is lost',
    dispute: {
      steps: [opened],
      whenContested: {
        chargeback: [won, { ...opened, stage: 'pre_arbitration' }],
        pre_arbitration: [lost],
      },
    },
  },
  '4000000000000366': {
    name: 'dispute_lost_then_won',
    says: 'Approved and disputed; 5 seconds later the merchant loses, and after 5 more the acquirer gives the money back',
    dispute: { steps: [opened, lost, won] },
  },
  '4000000000000374': {
    name: 'dispute_answer_time_out_after',
    says: 'Approved and disputed; the answer arrives, but its receipt is lost; the merchant wins 10 seconds later',
    answer: { does: 'time_out', acts: true },
    dispute: { steps: [opened], whenContested: { chargeback: [won] } },
  },
  '4000000000000382': {
    name: 'dispute_in_part',
    says: 'Approved, and 60 % of it disputed; contested, the merchant loses half of that',
    dispute: {
      percent: 60,
      steps: [opened],
      whenContested: { chargeback: [{ ...lost, lostPercent: 50 }] },
    },
  },
  '4000000000000390': {
    name: 'increment_declined',
    says: 'Approved; incremental authorisations are declined',
    increment: { does: 'decline', code: 'insufficient_funds' },
  },
  '4000000000000408': {
    name: 'increment_time_out_before',
    says: 'Approved; incremental authorisations never arrive',
    increment: { does: 'time_out', acts: false },
  },
  '4000000000000416': {
    name: 'increment_time_out_after',
    says: 'Approved; incremental authorisations are approved, but their answers are lost',
    increment: { does: 'time_out', acts: true },
  },
  '4000000000000424': {
    name: 'increment_pending',
    says: 'Approved; incremental authorisations are approved 3 seconds later',
    increment: { does: 'wait', seconds: 3, ending: 'approve' },
  },
  '4000000000000465': {
    name: 'charge_stolen',
    says: 'Approved for the payer; what the merchant takes with the stored card is declined: stolen (hard)',
    charge: { does: 'decline', code: 'stolen_card' },
  },
  '4000000000000473': {
    name: 'charge_no_funds',
    says: 'Approved for the payer; what the merchant takes with the stored card is declined: insufficient funds (hard)',
    charge: { does: 'decline', code: 'insufficient_funds' },
  },
  '4000000000000481': {
    name: 'code_not_matched',
    says: 'Approved; when it is checked without a payment, the issuer says that the security code is wrong',
    isCodeWrong: true,
  },
  '4000000000000283': {
    name: 'payout_declined',
    says: 'Approved; payouts are declined',
    payout: { does: 'decline', code: 'do_not_honour' },
  },
  '4000000000000291': {
    name: 'payout_time_out_before',
    says: 'Approved; payouts never arrive',
    payout: { does: 'time_out', acts: false },
  },
  '4000000000000309': {
    name: 'payout_time_out_after',
    says: 'Approved; payouts are done, but their answers are lost',
    payout: { does: 'time_out', acts: true },
  },
  '4000000000000317': {
    name: 'payout_pending',
    says: 'Approved; payouts are done 3 seconds later',
    payout: { does: 'wait', seconds: 3, ending: 'approve' },
  },
  '4000000000000325': {
    name: 'payout_refused_later',
    says: 'Approved; payouts are refused 3 seconds later',
    payout: { does: 'wait', seconds: 3, ending: 'decline' },
  },
}

/** Bank transfers and alternatives, by the last two digits of their amount in minor units; all others are approved. */
export const transferScenarios: Readonly<Record<string, Scenario>> = {
  '01': {
    name: 'transfer_received_later',
    says: 'Pending; received 3 seconds later',
    authorise: { does: 'wait', seconds: 3, ending: 'approve' },
  },
  '02': {
    name: 'transfer_refused_later',
    says: 'Pending; refused 3 seconds later',
    authorise: { does: 'wait', seconds: 3, ending: 'decline' },
  },
  '03': declined('bank_refused'),
  '04': {
    name: 'transfer_time_out_before',
    says: 'Never arrives: no answer, nothing received',
    authorise: { does: 'time_out', acts: false },
  },
  '05': {
    name: 'transfer_time_out_after',
    says: 'Received, but the answer is lost',
    authorise: { does: 'time_out', acts: true },
  },
  '06': {
    name: 'transfer_never_decided',
    says: 'Pending for ever: somebody has to set its status by hand',
    authorise: { does: 'wait_for_ever' },
  },
  '07': {
    name: 'transfer_refund_declined',
    says: 'Approved; refunds are declined',
    refund: { does: 'decline', code: 'bank_refused' },
  },
  '08': {
    name: 'transfer_payout_declined',
    says: 'Approved; payouts are declined',
    payout: { does: 'decline', code: 'bank_refused' },
  },
  '09': {
    name: 'transfer_payout_pending',
    says: 'Approved; payouts are done 3 seconds later',
    payout: { does: 'wait', seconds: 3, ending: 'approve' },
  },
}

/** The scenario of an authorisation and of all its follow-ups. */
export function scenarioOf(
  method: { readonly type: string; readonly number?: string },
  amountMinor: bigint,
): Scenario {
  if (method.type === 'card') {
    return cardScenarios[method.number ?? ''] ?? declined('card_not_supported')
  }
  return transferScenarios[(amountMinor % 100n).toString().padStart(2, '0')] ?? approved
}

/** The scenario when a challenge is requested, or none is. Scenarios that decline or delay stay as they are. */
export function challengedScenario(
  scenario: Scenario,
  challenge: 'no_preference' | 'no_challenge' | 'requested' | 'mandated' = 'no_preference',
): Scenario {
  const isWanted = challenge === 'requested' || challenge === 'mandated'
  const isPlain = scenario === approved || scenario.refusesExemptions === true
  if (isWanted && isPlain) return scenarioNamed('challenge')
  if (challenge === 'no_challenge' && scenario.name === 'challenge') return approved
  return scenario
}

const byName = new Map(
  [...Object.values(cardScenarios), ...Object.values(transferScenarios)].map((one) => [
    one.name,
    one,
  ]),
)

/** The scenario of a stored authorisation. */
export const scenarioNamed = (name: string): Scenario => byName.get(name) ?? approved

/** What an acquirer does with a request of this kind under a scenario. */
export function behaviourOf(
  scenario: Scenario,
  kind:
    | 'authorise'
    | 'charge'
    | 'increment'
    | 'capture'
    | 'void'
    | 'refund'
    | 'reverse'
    | 'payout'
    | 'answer',
  provider: string,
): Behaviour {
  const isHere = scenario.onlyAt === undefined || scenario.onlyAt === provider
  return (isHere ? scenario[kind] : undefined) ?? { does: 'approve' }
}
