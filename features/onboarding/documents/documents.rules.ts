import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { DocumentState, DocumentStatus } from './documents.contract.ts'

export interface DecidedOn {
  readonly state: DocumentState
  /** YYYY-MM-DD, the last day on which it holds; null: it does not end. */
  readonly expiresOn: string | null
}

/** Accepted, and not past its last day. Days are compared as texts. */
export function holds(document: DecidedOn, today: string): boolean {
  const { state, expiresOn } = document
  return state === 'accepted' && (expiresOn === null || expiresOn >= today)
}

/** How a merchant stands with a type of which it has these, newest first. */
export function documentStatusOf(documents: readonly DecidedOn[], today: string): DocumentStatus {
  const [newest] = documents
  if (newest === undefined) return 'missing'
  return newest.state === 'accepted' && !holds(newest, today) ? 'expired' : newest.state
}

/** Somebody decided meanwhile, took it back or handed in another. */
export function requireUnchanged(
  document: { readonly state: string; readonly version: number },
  version: number,
): void {
  if (document.state === 'waiting' && document.version === version) return
  throw new Problem(
    'document.stale',
    409,
    'This document was changed meanwhile. Look at it again before you decide.',
  )
}

export function requireFuture(expiresOn: string | null, today: string): void {
  if (expiresOn === null || expiresOn > today) return
  const message = 'The day until which it is accepted lies after today'
  throw new Problem('document.expiry_past', 422, message, {
    errors: [{ message, path: 'expiresOn' }],
  })
}
