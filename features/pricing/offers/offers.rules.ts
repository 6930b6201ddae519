import { dayOf } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { type OfferKind, offerKindNames } from './offer-kinds.schema.ts'
import type { Agreement, OfferEntry, Proposal, TypedEntry } from './offers.contract.ts'

export type OfferStatus = 'created' | 'pending' | 'accepted' | 'rejected'

/** The status as the API names it. */
export function offerStatusLabel(kind: OfferKind, status: OfferStatus): string {
  const words = {
    created: 'Created',
    pending: offerKindNames[kind].pending,
    accepted: 'Accepted',
    rejected: 'Rejected',
  } as const
  return words[status]
}

export const isPending = (kind: OfferKind, status: string): boolean =>
  status === offerKindNames[kind].pending

export const isExpired = (expiresAt: Date | null, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now

export interface OfferState {
  readonly status: OfferStatus
  readonly expiresAt: Date | null
  readonly contentHash: string | null
}

export interface Evidence {
  readonly channel: string
  /** YYYY-MM-DD */
  readonly acceptedOn: string
  readonly fileId: string
}

export interface Answer {
  readonly isAccepted: boolean
  readonly signedBy?: string | undefined
  readonly evidence?: Evidence | undefined
  /** The hash of the text that was read; undefined: not checked. */
  readonly contentHash?: string | undefined
}

/**
 * Throws the problem for which an answer is refused. `found`: the hash of the stored text, which equals that of the sent text
 * unless the database was changed directly.
 */
export function checkAnswer(offer: OfferState, answer: Answer, found: string, now: Date): void {
  requirePending(offer)
  if (found !== offer.contentHash) {
    throw new Problem('offer.altered', 409, 'This is no longer the text that was sent')
  }
  if (answer.contentHash !== undefined && answer.contentHash !== found) {
    throw new Problem(
      'offer.changed',
      409,
      'The answer is to another text than this. Read it again.',
    )
  }
  if (answer.isAccepted && isExpired(offer.expiresAt, now)) {
    throw new Problem('offer.expired', 409, 'It has expired and cannot be accepted any more')
  }
}

/**
 * Throws the problem for which an acceptance is no act of the merchant's: who accepts in its stead names the person who did,
 * and proves it. `today`: the day on which no earlier place on Earth is any more, so that none is taken for the future.
 */
export function checkEvidence(answer: Answer, isMerchant: boolean, today: string): void {
  if (!answer.isAccepted) return
  const { signedBy, evidence } = answer
  if (isMerchant) {
    if (evidence === undefined) return
    const text = 'Evidence is of an acceptance that somebody else records'
    throw new Problem('offer.own_evidence', 400, text)
  }
  if (signedBy === undefined || evidence === undefined) {
    const message = 'Name who accepted for the merchant, and attach what proves it'
    const path = signedBy === undefined ? 'signedBy' : 'evidence'
    throw new Problem('offer.evidence_required', 400, message, { path })
  }
  if (dayOf(evidence.acceptedOn) > today) {
    const message = 'Nobody has accepted on a day to come'
    throw new Problem('offer.accepted_later', 400, message, { path: 'evidence.acceptedOn' })
  }
}

/** Only what was sent and not answered yet can be answered, or withdrawn. */
export function requirePending({ status }: Pick<OfferState, 'status'>): void {
  if (status === 'pending') return
  throw new Problem('offer.not_pending', 409, 'It does not wait for an answer')
}

/** Only a draft, which no merchant has seen, can be changed. */
export function requireDraft({ status }: Pick<OfferState, 'status'>): void {
  if (status === 'created') return
  throw new Problem('offer.sent', 409, 'What was sent does not change')
}

export const mayRevise = ({ status, expiresAt }: Omit<OfferState, 'contentHash'>, now: Date) =>
  status === 'rejected' || (status === 'pending' && isExpired(expiresAt, now))

/** Finds a repeated product name, or a repeated type of fee in a product, ignoring case. */
export function findDuplicate(entries: readonly TypedEntry[]): (string | number)[] | undefined {
  const product = indexOfDuplicate(entries.map(({ productName }) => productName))
  if (product >= 0) return ['entries', product, 'productName']
  for (const [at, { items }] of entries.entries()) {
    const fee = indexOfDuplicate(items.map(({ feeTypeName, unit }) => `${unit} ${feeTypeName}`))
    if (fee >= 0) return ['entries', at, 'items', fee, 'feeTypeName']
  }
  return undefined
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

function indexOfDuplicate(names: readonly string[]): number {
  const all = names.map(folded)
  return all.findIndex((name, at) => all.indexOf(name) < at)
}

/** The body and entries of either kind under the same names. */
export function documentOf(offer: Proposal | Agreement) {
  return 'proposalBody' in offer
    ? { kind: 'proposal' as const, body: offer.proposalBody, entries: offer.proposalEntries }
    : { kind: 'agreement' as const, body: offer.agreementBody, entries: offer.agreementEntries }
}

export interface FeeGrid {
  readonly columns: readonly {
    readonly id: string
    readonly name: string
    readonly symbol: string
  }[]
  readonly rows: readonly {
    readonly productName: string
    /** By column; undefined: the product has no such fee. */
    readonly values: readonly (number | undefined)[]
  }[]
}

/** One row for each product, one column for each type of fee. */
export function feeGridOf(entries: readonly OfferEntry[]): FeeGrid {
  const columns = new Map(
    entries.flatMap(({ items }) =>
      items.map((item) => [
        item.feeTypeId,
        { id: item.feeTypeId, name: item.feeTypeName, symbol: item.feeSymbol },
      ]),
    ),
  )
  return {
    columns: [...columns.values()],
    rows: entries.map(({ productName, items }) => ({
      productName,
      values: [...columns.keys()].map(
        (column) => items.find(({ feeTypeId }) => feeTypeId === column)?.value,
      ),
    })),
  }
}
