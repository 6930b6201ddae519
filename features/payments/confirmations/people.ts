import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { ApiKeyCaller, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { identityKey, isSamePerson, type Person, personKeys } from './confirmations.rules.ts'
import type { Side } from './confirmations.schema.ts'
import { listAccounts, listIdentities, listKeyHolders } from './levels.queries.ts'
import type { Maker } from './waiting-actions.queries.ts'

/** The maker of an action, or a person who decides on one. */
export type AnyCaller = UserCaller | ApiKeyCaller

export const sideOf = (caller: AnyCaller): Side =>
  caller.kind === 'user' && caller.userType !== 'merchant' ? 'operator' : 'merchant'

export const roleOf = (caller: AnyCaller): string | null =>
  caller.kind === 'user' ? caller.roleId : null

/** What users are known by, whichever account and way to sign in they use. */
async function keysOfUsers(database: Database, userIds: readonly string[]): Promise<string[]> {
  const accounts = await listAccounts(database.shared, userIds)
  const identities = await Promise.all(
    accounts.map(({ tenantId, userId }) =>
      listIdentities(database.reader(tenantScope(tenantId)), userId),
    ),
  )
  const keys = [
    ...userIds.map((userId) => `user ${userId}`),
    ...accounts.flatMap(personKeys),
    ...identities.flat().map(identityKey),
  ]
  return [...new Set(keys)]
}

/** The holder of an API key is the maker of its requests. */
export async function makerOf(database: Database, db: Db, caller: AnyCaller): Promise<Maker> {
  const { id, name } = caller
  if (caller.kind === 'user') {
    return { type: 'user', id, name, keys: await keysOfUsers(database, [id]) }
  }
  const holders = await listKeyHolders(db, id)
  return { type: 'api_key', id, name, keys: await keysOfUsers(database, holders) }
}

/** Who asks for an action that may have to be confirmed. */
export interface ActionMaker {
  readonly maker: Maker
  readonly side: Side
  readonly roleId: string | null
}

/**
 * Read before the transaction of the action: one that holds a connection and waits for a second one may wait for others
 * that do the same.
 */
export async function readActionMaker(
  database: Database,
  tenantId: string,
  caller: AnyCaller,
): Promise<ActionMaker> {
  const maker = await makerOf(database, database.reader(tenantScope(tenantId)), caller)
  return { maker, side: sideOf(caller), roleId: roleOf(caller) }
}

/** The person who decides on an action. */
export async function personOf(database: Database, caller: UserCaller): Promise<Person> {
  const { id, roleId } = caller
  return { id, roleId, side: sideOf(caller), keys: await keysOfUsers(database, [id]) }
}

/** Whether two users are accounts of one person. */
export async function isOnePerson(
  database: Database,
  userId: string,
  otherId: string,
): Promise<boolean> {
  if (userId === otherId) return true
  const [some, others] = await Promise.all([
    keysOfUsers(database, [userId]),
    keysOfUsers(database, [otherId]),
  ])
  return isSamePerson(some, others)
}
