// One user as those see it who look after users: found in whatever tenant the caller reaches, judged, and changed there.

import type { Db } from '@counterfoil/kit/database/database.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { PersonRow } from './people.contract.ts'
import { findPersonRow, lockAdministrators, type PersonListRow } from './people.queries.ts'
import {
  type Person,
  requireAdministratorLeft,
  requireManaged,
  requireSeen,
  statusOf,
} from './people.rules.ts'
import type { UserType } from './users.rules.ts'

type Caller = Pick<Context<UserCaller>, 'caller' | 'database'>

/** Roles for every merchant belong to none, so who is limited to merchants reads them past its own scope. */
export const wholeTenant = ({ caller, database }: Caller): Db =>
  database.reader(caller.userType === 'platform' ? platformScope : tenantScope(caller.tenantId))

export function personOf(row: PersonListRow): Person {
  return {
    id: row.id,
    userType: row.user_type as UserType,
    merchantId: row.merchant_id,
    isAdministrator: row.is_administrator,
    isActive: row.is_active,
    permissions: [...row.role_permissions, ...row.own_permissions],
  }
}

export async function readSeen(context: Caller, userId: string): Promise<PersonListRow> {
  const row = await find(context, userId)
  requireSeen(context.caller, row && personOf(row))
  return row as PersonListRow
}

export async function readManaged(context: Caller, userId: string): Promise<PersonListRow> {
  const row = await find(context, userId)
  requireManaged(context.caller, row && personOf(row))
  return row as PersonListRow
}

const find = (context: Caller, userId: string) =>
  findPersonRow(wholeTenant(context), userId, context.caller.merchantIds)

/**
 * Throws when without this person the organisation had no administrator. On the transaction that takes it away, where
 * what they are is asked again: they may have become one since they were read.
 */
export async function requireAnotherAdministrator(db: Db, person: Person): Promise<void> {
  const all = await lockAdministrators(db, person)
  const isOne = person.isAdministrator || all.includes(person.id)
  requireAdministratorLeft(
    { ...person, isAdministrator: isOne, isActive: person.isActive || all.includes(person.id) },
    all.filter((id) => id !== person.id).length,
  )
}

export function personRowOf(row: PersonListRow, now: Date): PersonRow {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    userType: row.user_type as UserType,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    roleId: row.role_id,
    roleName: row.role_name,
    isAdministrator: row.is_administrator,
    isActive: row.is_active,
    status: statusOf(
      { isActive: row.is_active, isInvited: row.is_invited, lockedUntil: row.locked_until },
      now,
    ),
    lastLoginTime: row.last_login_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}
