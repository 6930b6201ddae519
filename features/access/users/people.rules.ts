// What may be done to a user, by whom. Nobody raises themselves, and no organisation is left without an administrator.

import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { type Manager, mayManage, maySee, permissionsBeyond, type UserType } from './users.rules.ts'

export interface Person {
  readonly id: string
  readonly userType: UserType
  readonly merchantId: string | null
  readonly isAdministrator: boolean
  readonly isActive: boolean
  /** By role and of their own. */
  readonly permissions: readonly string[]
}

export type PersonStatus = 'Active' | 'Invited' | 'Locked' | 'Inactive'

export function statusOf(
  person: { isActive: boolean; isInvited: boolean; lockedUntil: Date | null },
  now: Date,
): PersonStatus {
  if (!person.isActive) return 'Inactive'
  if (person.isInvited) return 'Invited'
  return person.lockedUntil !== null && person.lockedUntil > now ? 'Locked' : 'Active'
}

/** What the caller may not see is not there. */
export function requireSeen(manager: Manager, person: Person | undefined): Person {
  if (person === undefined || !maySee(manager, person)) throw notFound('The user')
  return person
}

/**
 * Throws unless the manager may change what this user is or may do. Nobody does that to themselves, nor to somebody who
 * has more than they have.
 */
export function requireManaged(manager: Manager, person: Person | undefined): Person {
  if (person === undefined || !mayManage(manager, person)) throw notFound('The user')
  if (person.id === manager.id) {
    throw new Problem('user.own_rights', 409, 'Nobody changes their own rights')
  }
  if (permissionsBeyond(manager, person.permissions).length > 0) {
    throw new Problem('user.beyond', 403, 'This user holds more than you do')
  }
  return person
}

/** `others`: active administrators of the same organisation besides this one. */
export function requireAdministratorLeft(person: Person, others: number): void {
  if (person.isAdministrator && person.isActive && others === 0) {
    throw new Problem(
      'user.last_administrator',
      409,
      'This is the last administrator: make somebody else one first',
    )
  }
}

/** Throws unless these permissions are known ones of the user's kind, and the manager's to give. */
export function requireGivable(
  manager: Manager,
  known: ReadonlySet<string>,
  wish: { permissions: readonly string[]; scaRequiredPermissions: readonly string[] },
): void {
  for (const path of ['permissions', 'scaRequiredPermissions'] as const) {
    const strange = wish[path].find((permission) => !known.has(permission))
    if (strange !== undefined) {
      throw refused('role.permission_unknown', `No such permission: ${strange}`, path)
    }
  }
  const beyond = permissionsBeyond(manager, wish.permissions)
  if (beyond.length > 0) {
    const message = `You do not hold this yourself: ${beyond.slice(0, 3).join(', ')}`
    throw refused('role.beyond_own', message, 'permissions')
  }
}

/** `limits` null or empty: none. */
export type Limit = readonly string[] | null

/** Throws when the new limit would show the user more than the manager sees. */
export function requireNoWiderLimit(own: Limit, wished: readonly string[], path: string): void {
  if (own === null) return
  const isWider = wished.length === 0 || wished.some((one) => !own.includes(one))
  if (isWider) {
    throw refused('user.limit_beyond', 'You are limited to less than that yourself', path)
  }
}

const refused = (code: string, message: string, path: string) =>
  new Problem(code, 422, message, { errors: [{ message, path }] })
