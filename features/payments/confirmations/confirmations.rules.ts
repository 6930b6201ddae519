import { openAmountOf } from '@counterfoil/features/payments/processing/payment.rules.ts'
import { mailboxOf } from '@counterfoil/features/routing/antifraud/email-addresses.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { ConfirmableAction, Requirement, Side } from './confirmations.schema.ts'

// Which levels apply to an action, who may confirm it, and when it is confirmed.

/** A confirmation level in use. Null: whatever it is. */
export interface ConfirmationLevel {
  readonly name: string
  readonly actions: readonly ConfirmableAction[]
  readonly mode: number | null
  readonly currency: string | null
  readonly amountMinor: bigint | null
  readonly onlyNewPayees: boolean
  readonly makerRoleId: string | null
  readonly confirmers: number
  readonly confirmerRoleId: string | null
  readonly confirmerRoleName: string | null
  readonly hours: number
}

/** What decides on the levels of an action. */
export interface ActionFacts {
  readonly action: ConfirmableAction
  readonly mode: number
  readonly currency: string
  /** With what was moved by actions of this kind before: many small refunds are one large one. */
  readonly amountMinor: bigint
  /** Null: an API key's. */
  readonly makerRoleId: string | null
  readonly isNewPayee: boolean
}

/** The levels that apply, each of which has to be met. */
export function levelsFor(
  levels: readonly ConfirmationLevel[],
  facts: ActionFacts,
): ConfirmationLevel[] {
  return levels.filter(
    (level) =>
      level.actions.includes(facts.action) &&
      (level.mode === null || level.mode === facts.mode) &&
      (level.currency === null || level.currency === facts.currency) &&
      (level.amountMinor === null || facts.amountMinor >= level.amountMinor) &&
      (level.makerRoleId === null || level.makerRoleId === facts.makerRoleId) &&
      (!level.onlyNewPayees || facts.isNewPayee),
  )
}

export const requirementsOf = (levels: readonly ConfirmationLevel[]): Requirement[] =>
  levels.map(({ name, confirmers, confirmerRoleId, confirmerRoleName }) => ({
    level: name,
    confirmers,
    roleId: confirmerRoleId,
    roleName: confirmerRoleName,
  }))

/** The shortest time of the levels that apply. */
export const hoursOf = (levels: readonly ConfirmationLevel[]): number =>
  Math.min(...levels.map(({ hours }) => hours))

/** A person, with everything by which two accounts are recognised as the same person's. */
export interface Person {
  readonly id: string
  readonly side: Side
  readonly roleId: string | null
  readonly keys: readonly string[]
}

/** Somebody who has confirmed, of the side whose action it is. */
export type Confirmer = Omit<Person, 'side'>

/** A person's mailbox: without the tag, which most mail servers deliver to the same mailbox. */
export const personalMailbox = (email: string): string =>
  mailboxOf(email.trim()).replace(/\+[^@]*(?=@)/, '')

/** Somebody at a provider of identities. */
export const identityKey = ({ issuer, subject }: { issuer: string | null; subject: string }) =>
  `identity ${issuer ?? ''} ${subject}`

/** What an account is known by: the same key in two accounts means the same person. */
export function personKeys(account: {
  readonly userId: string
  readonly email: string
  readonly issuer: string | null
  readonly subject: string
}): string[] {
  return [`user ${account.userId}`, `mail ${personalMailbox(account.email)}`, identityKey(account)]
}

export const isSamePerson = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((key) => others.includes(key))

/** How many confirmations are still needed; each counts for every level whose role it has. */
export function missingConfirmations(
  requirements: readonly Requirement[],
  confirmers: readonly Pick<Person, 'roleId'>[],
): number {
  const missing = requirements.map(({ confirmers: needed, roleId }) => {
    const given = confirmers.filter((one) => roleId === null || one.roleId === roleId).length
    return Math.max(0, needed - given)
  })
  return Math.max(0, ...missing)
}

const refusals = {
  side: 'The merchant’s own people confirm this.',
  own: 'You requested this yourself. Somebody else has to confirm it.',
  same_person: 'This account belongs to the person who requested or already confirmed it.',
  confirmed: 'You have confirmed this already.',
  role: 'Your role is not one that has to confirm this.',
  changed: 'The payment has changed since this was requested. It has to be requested again.',
  expired: 'This was not confirmed in time. It has to be requested again.',
  ended: 'This has been decided on already.',
} as const
type Refusal = keyof typeof refusals

/** Why somebody cannot confirm an action; undefined: they can. */
export function refusalToConfirm(
  waiting: {
    readonly state: string
    readonly side: Side
    readonly expiresAt: Date
    readonly isOutdated: boolean
    readonly makerId: string
    readonly makerKeys: readonly string[]
    readonly requirements: readonly Requirement[]
    readonly confirmers: readonly Confirmer[]
  },
  person: Person,
  now: Date,
): Problem | undefined {
  const refusal = findRefusal(waiting, person, now)
  if (refusal === undefined) return undefined
  const isAboutPerson = ['side', 'own', 'same_person', 'role'].includes(refusal)
  return new Problem(`confirmation.${refusal}`, isAboutPerson ? 403 : 409, refusals[refusal])
}

function findRefusal(
  waiting: Parameters<typeof refusalToConfirm>[0],
  person: Person,
  now: Date,
): Refusal | undefined {
  if (waiting.state !== 'waiting') return 'ended'
  if (waiting.expiresAt <= now) return 'expired'
  if (waiting.isOutdated) return 'changed'
  if (waiting.side !== person.side) return 'side'
  if (waiting.makerId === person.id) return 'own'
  if (isSamePerson(waiting.makerKeys, person.keys)) return 'same_person'
  if (waiting.confirmers.some(({ id }) => id === person.id)) return 'confirmed'
  if (waiting.confirmers.some(({ keys }) => isSamePerson(keys, person.keys))) return 'same_person'
  const before = missingByLevel(waiting.requirements, waiting.confirmers)
  const after = missingByLevel(waiting.requirements, [...waiting.confirmers, person])
  return before > after ? undefined : 'role'
}

const missingByLevel = (requirements: readonly Requirement[], confirmers: readonly Confirmer[]) =>
  requirements.reduce((sum, one) => sum + missingConfirmations([one], confirmers), 0)

/** The amounts of a payment that its actions are about. */
interface Amounts {
  readonly amountMinor: bigint
  readonly authorisedMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly voidedMinor: bigint
  readonly disputedMinor: bigint
  /** What is asked for and not decided yet. */
  readonly open: Parameters<typeof openAmountOf>[0]['open']
}

/**
 * What the levels compare. Refunds count with what was refunded before and with what is under way, so that nobody stays below a
 * level by refunding in parts; without an amount it is all that is left. Everything else counts whole; a payout with those of
 * the last day, which the payment itself does not say.
 */
export function amountCompared(
  action: ConfirmableAction,
  payment: Amounts,
  requestedMinor: bigint | undefined,
): bigint {
  switch (action) {
    case 'refund':
    case 'markRefunded': {
      const refunded = payment.refundedMinor + openAmountOf(payment, 'refund')
      const left = payment.capturedMinor - refunded - payment.disputedMinor
      return refunded + (requestedMinor ?? left)
    }
    case 'payout':
    case 'returnTransfer':
      return requestedMinor ?? 0n
    // with what is reserved already: several small increments do not stay below a level
    case 'increment':
      return payment.authorisedMinor + openAmountOf(payment, 'increment') + (requestedMinor ?? 0n)
    case 'void':
      return payment.authorisedMinor - payment.capturedMinor - payment.voidedMinor
    case 'reverse':
      return payment.capturedMinor
    case 'approve':
    case 'changeStatus':
      return payment.amountMinor
  }
}

/** The amount that a waiting action is bound to: as it was decided, or of the whole payment. */
export function amountOf(
  action: ConfirmableAction,
  payment: Pick<Amounts, 'amountMinor'>,
  decidedMinor: bigint,
  requestedMinor: bigint | undefined,
): bigint {
  if (action === 'payout') return requestedMinor ?? 0n
  return decidedMinor > 0n ? decidedMinor : payment.amountMinor
}
