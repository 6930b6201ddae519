import { hash } from 'node:crypto'
import type { AcquirerAnswer, AuthoriseRequest, ThreeDSecureResult } from '../acquirer.ts'
import type { ApprovalExtras, SandboxRecord } from './records.ts'
import type { Scenario } from './scenarios.ts'

// What the sandbox's directory server and issuers say of an authentication. Pure: the same for the same request.

/** Up to these amounts, in minor units of any currency, issuers of the sandbox grant an exemption. */
export const exemptionLimits = { low_value: 3_000n, transaction_risk_analysis: 50_000n } as const

/** How the payer is to confirm; nobody is there to confirm what is out of scope. */
export function challengeFor({
  exemption,
  orderType,
  mustAuthenticate,
  threeDs,
}: AuthoriseRequest) {
  if (mustAuthenticate) return 'mandated'
  if (exemption !== undefined || orderType !== undefined) return 'no_challenge'
  return threeDs?.challenge
}

/**
 * How an authorisation is authenticated when it is approved; undefined: not at all. That takes a payer at a browser,
 * or a merchant who asks for 3-D Secure.
 */
export function authenticationFor(
  request: AuthoriseRequest,
  scenario: Scenario,
  brand: string | null,
): ThreeDSecureResult | undefined {
  if (brand === null) return undefined
  if (request.exemption !== undefined) return exempted(request, request.exemption, scenario, brand)
  const isChallenge = scenario.authorise?.does === 'challenge'
  const isAsked = request.browser !== undefined || request.threeDs !== undefined
  if (!isAsked && !isChallenge && scenario.authentication === undefined) return undefined
  const outcome = scenario.authentication ?? 'authenticated'
  return {
    version: request.threeDs?.protocolVersion ?? '2.2.0',
    outcome,
    flow: isChallenge ? 'challenge' : 'frictionless',
    eci: eciOf(brand, outcome),
    dsTransactionId: transactionIdOf(request.reference),
    liabilityShift: outcome === 'authenticated' || outcome === 'attempted' ? 'issuer' : 'merchant',
    exemption: null,
  }
}

/** An exemption is at the merchant's risk, and so is what needs no authentication. */
function exempted(
  { amountMinor }: AuthoriseRequest,
  asked: NonNullable<AuthoriseRequest['exemption']>,
  scenario: Scenario,
  brand: string,
): ThreeDSecureResult {
  const none = {
    ...{ version: null, flow: null, dsTransactionId: null },
    liabilityShift: 'merchant' as const,
  }
  if (asked === 'moto' || asked === 'merchant_initiated') {
    const eci = brand === 'mastercard' && asked === 'merchant_initiated' ? '07' : null
    return { ...none, outcome: null, eci, exemption: { asked, granted: true } }
  }
  const limit =
    asked === 'low_value' || asked === 'transaction_risk_analysis' ? exemptionLimits[asked] : null
  const isWithin = limit === null || amountMinor <= limit
  if (scenario.refusesExemptions === true || !isWithin) {
    return { ...none, outcome: null, eci: null, exemption: { asked, granted: false } }
  }
  const eci = brand === 'mastercard' ? '06' : '07'
  return { ...none, outcome: 'exempted', eci, exemption: { asked, granted: true } }
}

export const isRefusedExemption = (result: ThreeDSecureResult | undefined): boolean =>
  result?.exemption?.granted === false

/** What issuers answer where they want the payer to confirm. */
export const refusalCodeOf = (brand: string | null) => (brand === 'mastercard' ? '65' : '1A')

const ecis = {
  authenticated: ['05', '02'],
  attempted: ['06', '01'],
  unavailable: ['07', '00'],
  failed: ['07', '00'],
  rejected: [null, null],
} as const

/** Visa, American Express and Troy have one series, Mastercard another. */
function eciOf(brand: string, outcome: keyof typeof ecis): string | null {
  const [most, mastercard] = ecis[outcome]
  return brand === 'mastercard' ? mastercard : most
}

/** What an answer that is no approval says of the authentication: it is going on, or it failed. */
export function withoutApproval(
  answer: SandboxRecord['answer'],
  extras: ApprovalExtras | null,
): SandboxRecord['answer'] {
  const threeDSecure = extras?.threeDSecure
  if (threeDSecure === undefined) return answer
  const { flow, eci } = threeDSecure
  if (answer.result === 'challenge') {
    const open = { ...threeDSecure, outcome: 'challenged', eci: null } as const
    return { ...answer, threeDSecure: { ...open, liabilityShift: 'merchant' } }
  }
  if (answer.result !== 'declined') return answer
  if (flow !== 'challenge') return { ...answer, threeDSecure }
  const failed = { ...threeDSecure, outcome: 'failed', eci: eci === '02' ? '00' : '07' } as const
  return { ...answer, threeDSecure: { ...failed, liabilityShift: 'merchant' } }
}

/** An answer with the proof (CAVV, AAV), which no record keeps: it follows from the request's reference. */
export function withProof(reference: string, answer: AcquirerAnswer): AcquirerAnswer {
  if (answer.result !== 'approved') return answer
  const outcome = answer.threeDSecure?.outcome
  if (outcome !== 'authenticated' && outcome !== 'attempted') return answer
  const digest = Buffer.from(hash('sha256', `cavv ${reference}`), 'hex').subarray(0, 20)
  return { ...answer, authenticationValue: digest.toString('base64') }
}

/** A UUID of the directory server. */
function transactionIdOf(reference: string): string {
  const digest = hash('sha256', `ds ${reference}`)
  return digest.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}
