import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { DocumentState, DocumentStatus } from './documents.contract.ts'

export interface DocumentDecision {
  readonly state: DocumentState
  /** YYYY-MM-DD, the last valid day; null: no end. */
  readonly expiresOn: string | null
}

/** Whether a document is accepted and not expired. Days are compared as texts. */
function isValidOn(document: DocumentDecision, today: string): boolean {
  const { state, expiresOn } = document
  return state === 'accepted' && (expiresOn === null || expiresOn >= today)
}

/**
 * Whether a merchant with these documents of a type, newest first, has a valid one: the one that was accepted last counts,
 * whatever was submitted after it.
 */
export function hasValidOn(documents: readonly DocumentDecision[], today: string): boolean {
  const last = documents.find(({ state }) => state === 'accepted')
  return last !== undefined && isValidOn(last, today)
}

/** The status of a type for a merchant with these documents, newest first. */
export function documentStatusOf(
  documents: readonly DocumentDecision[],
  today: string,
): DocumentStatus {
  const [newest] = documents
  if (newest === undefined) return 'missing'
  return newest.state === 'accepted' && !isValidOn(newest, today) ? 'expired' : newest.state
}

/** Refuses a change of a document that was reviewed, withdrawn or replaced meanwhile. `from`: the states that it is possible in. */
export function requireUnchanged(
  document: { readonly state: string; readonly version: number },
  version: number,
  from: readonly DocumentState[] = ['waiting'],
): void {
  if (from.some((state) => state === document.state) && document.version === version) return
  throw new Problem(
    'document.stale',
    409,
    'This document was changed meanwhile. Look at it again before you decide.',
  )
}

export function requireFuture(expiresOn: string | null, today: string): void {
  if (expiresOn === null || expiresOn > today) return
  const message = 'The day until which it is accepted lies after today'
  throw new Problem('document.expiry_past', 422, message, { path: 'expiresOn' })
}
