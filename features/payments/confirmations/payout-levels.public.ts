import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { hoursOf, levelsFor, requirementsOf } from './confirmations.rules.ts'
import type { Requirement, Side } from './confirmations.schema.ts'
import { listLevels } from './levels.queries.ts'
import { type AnyCaller, makerOf, personOf, roleOf, sideOf } from './people.ts'
import type { Maker } from './waiting-actions.queries.ts'

export { type AnyCaller, type Maker, makerOf, personOf }

/** Who has to confirm a payout to a beneficiary, and for how long it waits. */
export interface PayoutConfirmation {
  readonly side: Side
  /** Empty where no level applies. */
  readonly requirements: readonly Requirement[]
  /** Null: as long as it takes. */
  readonly hours: number | null
}

/** What the confirmation levels of the caller's organisation ask for a payout to a beneficiary. */
export async function confirmationOfPayout(
  database: Database,
  tenantId: string,
  caller: AnyCaller,
  payout: {
    readonly mode: number
    readonly currency: string
    readonly amountMinor: bigint
    readonly isNewPayee: boolean
  },
): Promise<PayoutConfirmation> {
  const side = sideOf(caller)
  // read without the caller's limits: a level holds for every maker
  const levels = await listLevels(database.reader(tenantScope(tenantId)), {
    ...{ tenantId, side, action: 'payout' },
    merchantId: side === 'merchant' ? caller.merchantId : null,
  })
  const facts = { action: 'payout', makerRoleId: roleOf(caller), ...payout } as const
  const applying = levelsFor(levels, facts)
  if (applying.length === 0) return { side, requirements: [], hours: null }
  return { side, requirements: requirementsOf(applying), hours: hoursOf(applying) }
}
