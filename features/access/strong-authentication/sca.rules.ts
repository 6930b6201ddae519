/** How long a challenge can be answered. */
export const challengeMinutes = 5
/** How long one code opens what a guarded permission shows. Each change asks anew. */
export const readMinutes = 15

/** Clocks of two machines differ. */
const clockSkewS = 30

export interface SignInClaims {
  readonly acr?: unknown
  readonly auth_time?: unknown
}

/** Whether the token tells of a sign-in that is recent, and as strong as is asked for (RFC 9470). */
export function isFreshSignIn(
  claims: SignInClaims,
  asked: { readonly acrValues: readonly string[]; readonly maxAgeS: number },
  now: Date,
): boolean {
  const { acr, auth_time: signedInS } = claims
  if (typeof signedInS !== 'number') return false
  const ageS = now.getTime() / 1000 - signedInS
  if (ageS > asked.maxAgeS + clockSkewS || ageS < -clockSkewS) return false
  return asked.acrValues.includes(String(acr))
}
