/** How long a challenge can be answered. */
export const challengeMinutes = 5
/** How long one code serves for reads that require one. Each change requires a new code. */
export const readMinutes = 15

/** Clocks of two machines differ. */
const clockSkewS = 30

export interface SignInClaims {
  readonly acr?: unknown
  readonly auth_time?: unknown
}

/** Whether the sign-in that the token states is recent and strong enough (RFC 9470). */
export function isFreshSignIn(
  claims: SignInClaims,
  required: { readonly acrValues: readonly string[]; readonly maxAgeS: number },
  now: Date,
): boolean {
  const { acr, auth_time: signedInS } = claims
  if (typeof signedInS !== 'number') return false
  const ageS = now.getTime() / 1000 - signedInS
  if (ageS > required.maxAgeS + clockSkewS || ageS < -clockSkewS) return false
  return required.acrValues.includes(String(acr))
}
