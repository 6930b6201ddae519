/** Names of the user types that work for an operator; everybody else is a merchant's. */
const operatorTypes = ['crm', 'tenant', 'platform']

/**
 * Where somebody lands who asked for no page: `profile` is the user type as the sign-in token names it. What it does not
 * name goes to /dashboard, which forwards operators once the server has said who they are.
 */
export function defaultPathOf(profile: unknown): '/dashboard' | '/crm/dashboard' {
  return typeof profile === 'string' && operatorTypes.includes(profile.toLowerCase())
    ? '/crm/dashboard'
    : '/dashboard'
}
