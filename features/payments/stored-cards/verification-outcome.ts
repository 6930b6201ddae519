import type {
  AcquirerAnswer,
  LookupAnswer,
  SecurityCodeCheck,
} from '@counterfoil/providers/acquirers/acquirer.ts'

/** What became of a verification. */
export type VerificationOutcome =
  | {
      readonly kind: 'stored'
      readonly vaultReference: string
      readonly schemeTransactionId: string
      readonly schemeLinkId: string | null
      readonly securityCodeCheck: SecurityCodeCheck
    }
  | {
      readonly kind: 'refused'
      readonly state: 'declined' | 'failed'
      readonly code: string
      readonly reason: string
      readonly securityCodeCheck: SecurityCodeCheck | null
      /** What the vault has of it all the same. */
      readonly vaultReference: string | null
    }
  | { readonly kind: 'to_confirm'; readonly url: string; readonly until: Date }
  | { readonly kind: 'open' }
  /** The acquirer knows no such request, so long after it was sent that it is cancelled there. */
  | { readonly kind: 'lost' }

type Approved = Extract<AcquirerAnswer, { result: 'approved' }>

/** What an answer, or a lookup's, means for a card that is to be stored. `isLate`: the request should have arrived long ago. */
export function outcomeOfVerification(
  answer: LookupAnswer | { readonly result: 'unknown' },
  isLate: boolean,
): VerificationOutcome {
  switch (answer.result) {
    case 'approved':
      return outcomeOfApproval(answer)
    case 'declined':
    case 'failed':
      return {
        ...{ kind: 'refused', state: answer.result, code: answer.code, reason: answer.text },
        ...{ securityCodeCheck: null, vaultReference: null },
      }
    case 'challenge':
      return { kind: 'to_confirm', url: answer.url, until: new Date(answer.expiresAt) }
    case 'not_found':
      return { kind: isLate ? 'lost' : 'open' }
    default:
      return { kind: 'open' }
  }
}

/**
 * Some issuers approve although the code on the card is wrong. Who does not know it does not hold the card, and there is no
 * order that a merchant could look at: such a card is not stored.
 */
function outcomeOfApproval({ storedCard, scheme, securityCode }: Approved): VerificationOutcome {
  const securityCodeCheck = securityCode ?? 'not_checked'
  if (securityCodeCheck === 'no_match') {
    return {
      ...{ kind: 'refused', state: 'declined', code: 'incorrect_security_code' },
      ...{ reason: 'The security code is wrong', securityCodeCheck },
      vaultReference: storedCard ?? null,
    }
  }
  if (storedCard === undefined || scheme === undefined) {
    return {
      ...{ kind: 'refused', state: 'failed', code: 'not_stored', securityCodeCheck },
      ...{ reason: 'The acquirer has not stored the card', vaultReference: storedCard ?? null },
    }
  }
  return {
    ...{ kind: 'stored', vaultReference: storedCard, securityCodeCheck },
    ...{ schemeTransactionId: scheme.transactionId, schemeLinkId: scheme.linkId ?? null },
  }
}
