import {
  systemVariables,
  type VariableCode,
  type Variables,
  variableCodes,
} from '@counterfoil/kit/contract/system-variables.ts'
import type { Db } from './database.ts'

/**
 * All system variables as they are now. Whoever keeps them does so by the tenant's settings version, which every change
 * raises; everybody else reads them each time, so that no process goes on with an old one.
 */
export async function readVariables(db: Db): Promise<Variables> {
  const rows = await db
    .selectFrom('system_variable')
    .select(['code', 'value', 'is_active as isActive'])
    .execute()
  const set = new Map(rows.map((row) => [row.code, row.isActive ? row.value : null]))
  return Object.fromEntries(
    variableCodes.map((code) => [code, set.get(code) ?? systemVariables[code].usual]),
  ) as unknown as Variables
}

export async function readVariable(db: Db, code: VariableCode): Promise<number> {
  return (await readVariables(db))[code]
}
