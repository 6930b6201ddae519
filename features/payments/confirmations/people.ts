import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import type { ApiKeyCaller, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Person, personKeys } from './confirmations.rules.ts'
import type { Side } from './confirmations.schema.ts'
import { listAccounts, listKeyHolders } from './levels.queries.ts'
import type { Maker } from './waiting-actions.queries.ts'

/** Whoever asks for an action, or decides on one. */
export type AnyCaller = UserCaller | ApiKeyCaller

export const sideOf = (caller: AnyCaller): Side =>
  caller.kind === 'user' && caller.userType !== 'merchant' ? 'operator' : 'merchant'

export const roleOf = (caller: AnyCaller): string | null =>
  caller.kind === 'user' ? caller.roleId : null

/** What a user is known by, whichever account they use. */
export async function keysOfUser({ shared }: Database, userId: string): Promise<string[]> {
  const accounts = await listAccounts(shared, [userId])
  return [`user ${userId}`, ...accounts.flatMap(personKeys)]
}

/** Whoever holds an API key is the maker of what it asks for. */
export async function makerOf(database: Database, db: Db, caller: AnyCaller): Promise<Maker> {
  const { id, name } = caller
  if (caller.kind === 'user') {
    return { type: 'user', id, name, keys: await keysOfUser(database, id) }
  }
  const holders = await listKeyHolders(db, id)
  const accounts = await listAccounts(database.shared, holders)
  const keys = [...holders.map((one) => `user ${one}`), ...accounts.flatMap(personKeys)]
  return { type: 'api_key', id, name, keys: [...new Set(keys)] }
}

/** Whoever decides on an action. */
export async function personOf(database: Database, caller: UserCaller): Promise<Person> {
  const { id, roleId } = caller
  return { id, roleId, side: sideOf(caller), keys: await keysOfUser(database, id) }
}
