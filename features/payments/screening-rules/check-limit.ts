import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { readVariable } from '@counterfoil/kit/database/system-variables.ts'
import type { Values } from '@counterfoil/kit/server/resources/resource-changes.ts'

/**
 * Throws a Problem if a limit is higher than the system variable allows, which bounds what a counter holds. A limit that a
 * rule has already stays.
 */
export async function checkLimit(
  db: Db,
  { threshold }: Values,
  before: Values | undefined,
): Promise<void> {
  const limit = Number(threshold ?? 0)
  if (limit === Number(before?.threshold ?? 0)) return
  const most = await readVariable(db, 'velocity_counted')
  if (limit <= most) return
  const message = `The limit can be at most ${most}`
  throw new Problem('antifraud_rule.limit_too_high', 422, message, {
    path: 'threshold',
    params: { most },
  })
}
