/** Names of the user types of operators; all others are merchants' users. */
const operatorTypes = ['crm', 'tenant', 'platform']

/**
 * The first page of a user who requested none: `profile` is the user type as the sign-in token names it. Unknown types go to
 * /dashboard, which forwards operators once the user is loaded.
 */
export function defaultPathOf(profile: unknown): '/dashboard' | '/crm/dashboard' {
  return typeof profile === 'string' && operatorTypes.includes(profile.toLowerCase())
    ? '/crm/dashboard'
    : '/dashboard'
}
