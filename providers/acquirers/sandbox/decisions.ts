import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { AcquirerAnswer, AcquirerRequest, FollowUpRequest } from '../acquirer.ts'
import type { RequestKind, SandboxRecord } from './records.ts'
import {
  allDeclines,
  type Behaviour,
  behaviourOf,
  type DeclineCode,
  scenarioNamed,
} from './scenarios.ts'
import { withExtras } from './vault.ts'

// What a sandbox acquirer answers. Pure: time and records are parameters.

export const challengeMinutes = 15
const forEverMs = 100 * 365 * 24 * 3600 * 1000

interface Surroundings {
  readonly code: string
  readonly publicUrl: string
  readonly at: Date
}

/** The answer, also of a request whose answer is lost on its way. */
export function answerNow(
  behaviour: Behaviour,
  request: AcquirerRequest,
  { code, publicUrl, at }: Surroundings,
): AcquirerAnswer {
  const { reference, amountMinor } = request
  switch (behaviour.does) {
    case 'approve':
    case 'time_out':
      return approval(code, reference, amountMinor)
    case 'approve_part':
      return approval(code, reference, partOf(amountMinor, behaviour.percent))
    case 'decline':
      return decline(behaviour.code)
    case 'challenge':
      return {
        result: 'challenge',
        url: `${publicUrl}/sandbox/3ds/${code}/${reference}`,
        expiresAt: new Date(at.getTime() + challengeMinutes * 60_000).toISOString(),
      }
    case 'wait':
    case 'wait_for_ever':
      return { result: 'pending' }
    case 'fail':
      return { result: 'failed', code: 'out_of_order', text: 'The acquirer is unavailable' }
  }
}

/** When an open answer becomes final by itself; null when it is. */
export function dueAt(behaviour: Behaviour, at: Date): Date | null {
  switch (behaviour.does) {
    case 'challenge':
      return new Date(at.getTime() + challengeMinutes * 60_000)
    case 'wait':
      return new Date(at.getTime() + behaviour.seconds * 1000)
    case 'wait_for_ever':
      return new Date(at.getTime() + forEverMs)
    default:
      return null
  }
}

/** The final answer of a record that was open: the customer's decision, or the scenario's. */
export function answerWhenDue(record: SandboxRecord, isConfirmed?: boolean): AcquirerAnswer {
  const approved = withExtras(
    approval(record.provider, record.reference, record.amountMinor),
    record.extras,
  )
  const refused = (code: DeclineCode) => withExtras(decline(code), record.extras)
  const kind = record.kind === 'verify' ? 'authorise' : record.kind
  const behaviour = behaviourOf(scenarioNamed(record.scenario), kind, record.provider)
  if (behaviour.does === 'challenge') {
    if (isConfirmed === undefined) return refused('challenge_expired')
    return isConfirmed ? approved : refused('authentication_failed')
  }
  return behaviour.does === 'wait' && behaviour.ending === 'decline'
    ? decline('bank_refused')
    : approved
}

/** The authorisation's sums after a follow-up; undefined when they do not allow it. */
export function applied(
  authorisation: SandboxRecord,
  kind: Exclude<RequestKind, 'authorise' | 'verify'>,
  { amountMinor, isFinal }: Pick<FollowUpRequest, 'amountMinor' | 'isFinal'>,
): SandboxRecord | undefined {
  const { grantedMinor, capturedMinor, voidedMinor, refundedMinor } = authorisation
  const isUncaptured = amountMinor <= grantedMinor - capturedMinor - voidedMinor
  switch (kind) {
    case 'increment':
      return grantedMinor > 0n && capturedMinor === 0n && voidedMinor === 0n
        ? { ...authorisation, grantedMinor: grantedMinor + amountMinor }
        : undefined
    case 'capture':
      return isUncaptured
        ? {
            ...authorisation,
            capturedMinor: capturedMinor + amountMinor,
            ...(isFinal === true
              ? { voidedMinor: grantedMinor - capturedMinor - amountMinor }
              : {}),
          }
        : undefined
    case 'void':
      return isUncaptured ? { ...authorisation, voidedMinor: voidedMinor + amountMinor } : undefined
    case 'refund':
      return amountMinor <= capturedMinor - refundedMinor
        ? { ...authorisation, refundedMinor: refundedMinor + amountMinor }
        : undefined
    // money of its own: what was authorised stays as it is
    case 'payout':
      return authorisation
    case 'reverse':
      return amountMinor === capturedMinor && refundedMinor === 0n
        ? { ...authorisation, capturedMinor: 0n, voidedMinor: voidedMinor + amountMinor }
        : undefined
  }
}

/** For how long sandbox_alpha lets an authorisation be captured. Its answers say so; those of sandbox_beta do not. */
const alphaDays = 7

/** An approved authorisation that is captured later, with its expiry where the acquirer says it. */
export function withExpiry(provider: string, answer: AcquirerAnswer, at: Date): AcquirerAnswer {
  if (answer.result !== 'approved' || provider !== 'sandbox_alpha') return answer
  return { ...answer, expiresAt: new Date(at.getTime() + alphaDays * dayMs).toISOString() }
}

export const hasExpired = ({ answer }: SandboxRecord, at: Date): boolean =>
  answer.result === 'approved' &&
  answer.expiresAt !== undefined &&
  at.getTime() > Date.parse(answer.expiresAt)

const approval = (provider: string, reference: string, amountMinor: bigint): AcquirerAnswer => ({
  result: 'approved',
  amountMinor,
  acquirerReference: acquirerReferenceOf(provider, reference),
})

/** An exemption that its issuer refuses: another acquirer would be answered the same. */
export const authenticationNeeded = (code: '1A' | '65'): AcquirerAnswer => ({
  ...{ result: 'declined', code, text: allDeclines[code].text },
  ...{ isSoft: true, needsAuthentication: true },
})

const decline = (code: DeclineCode): AcquirerAnswer => ({
  result: 'declined',
  code,
  ...allDeclines[code],
})

const partOf = (amountMinor: bigint, percent: number): bigint =>
  amountMinor === 0n ? 0n : (amountMinor * BigInt(percent)) / 100n || 1n

/** The acquirer's own reference, derived from ours, so that the record is found by either. */
function acquirerReferenceOf(provider: string, reference: string): string {
  const bytes = Buffer.from(reference.replaceAll('-', ''), 'hex')
  return `${provider === 'sandbox_beta' ? 'SB' : 'SA'}-${bytes.toString('base64url')}`
}

/** Our reference in the acquirer's own. */
export function referenceIn(acquirerReference: string): string {
  const hex = Buffer.from(acquirerReference.slice(3), 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
