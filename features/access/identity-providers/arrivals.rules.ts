// Who somebody is here, whom an identity provider let in.

/** What the provider said, and what is known of the person here. */
export interface Arrival {
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly groups: readonly string[]
  /** Whether the provider has the domain of the address. */
  readonly isOwnDomain: boolean
  /** The user whose subject it is since an earlier sign-in. */
  readonly linked: KnownUser | undefined
  /** The user of this tenant with the address. */
  readonly byEmail: (KnownUser & { readonly hasOtherSubject: boolean }) | undefined
  /** The address signs in to another organisation. */
  readonly isElsewhere: boolean
}

export interface KnownUser {
  readonly id: string
  readonly isActive: boolean
  readonly roleId: string | null
  /** As newcomers are: groups decide over their roles, not over those of merchants' people. */
  readonly isOperator: boolean
  /** Named to sign in by password whatever happens: no group takes its role away. */
  readonly isKept: boolean
}

/** What comes of sign-ins at a provider, in the audit trail. */
export const arrivalActions = [
  'identity-providers.person-refused',
  'identity-providers.person-made',
  'identity-providers.person-role',
  'identity-providers.person-role-kept',
  'identity-providers.sign-in-failed',
] as const

export interface People {
  readonly areMade: boolean
  readonly roleId: string | null
  /** In their order: the first that fits counts. */
  readonly groups: readonly { readonly name: string; readonly roleId: string }[]
}

export type Refusal =
  | 'no_email'
  | 'unverified_email'
  | 'foreign_domain'
  | 'unknown'
  | 'other_subject'
  | 'no_role'
  | 'inactive'

export type ArrivalDecision =
  | { readonly kind: 'existing'; readonly userId: string; readonly newRoleId: string | undefined }
  | { readonly kind: 'made'; readonly roleId: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

const refused = (refusal: Refusal): ArrivalDecision => ({ kind: 'refused', refusal })

export function decideArrival(arrival: Arrival, people: People): ArrivalDecision {
  // of linked accounts too: an address of another domain does not belong to its people
  if (arrival.email === null) return refused('no_email')
  if (!arrival.isEmailVerified) return refused('unverified_email')
  if (!arrival.isOwnDomain) return refused('foreign_domain')
  const user = arrival.linked ?? arrival.byEmail
  // an address that the provider has given to another person must not open the first one's account
  if (arrival.linked === undefined && arrival.byEmail?.hasOtherSubject === true) {
    return refused('other_subject')
  }
  const roleId = roleOf(arrival.groups, people)
  if (user === undefined) {
    // nothing is said about other organisations' accounts
    if (arrival.isElsewhere || !people.areMade) return refused('unknown')
    return roleId === undefined ? refused('no_role') : { kind: 'made', roleId }
  }
  if (!user.isActive) return refused('inactive')
  if (people.groups.length === 0 || !user.isOperator || user.isKept) {
    return { kind: 'existing', userId: user.id, newRoleId: undefined }
  }
  if (roleId === undefined) return refused('no_role')
  return {
    kind: 'existing',
    userId: user.id,
    newRoleId: roleId === user.roleId ? undefined : roleId,
  }
}

/** The first group that fits, else the role of newcomers. */
function roleOf(groups: readonly string[], people: People): string | undefined {
  const fitting = people.groups.find(({ name }) => groups.includes(name))
  return fitting?.roleId ?? people.roleId ?? undefined
}
