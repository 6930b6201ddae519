import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import {
  type ConfirmationLevel,
  hoursOf,
  levelsFor,
  requirementsOf,
} from './confirmations.rules.ts'
import type { Requirement, Side } from './confirmations.schema.ts'
import { listLevels } from './levels.queries.ts'
import {
  type ActionMaker,
  type AnyCaller,
  makerOf,
  personOf,
  readActionMaker,
  sideOf,
} from './people.ts'
import type { Maker } from './waiting-actions.queries.ts'

export { type Maker, makerOf, personOf }

/** Who has to confirm a payout to a beneficiary, and for how long it waits. */
export interface PayoutConfirmation {
  readonly side: Side
  /** Empty where no level applies. */
  readonly requirements: readonly Requirement[]
  /** Null: as long as it takes. */
  readonly hours: number | null
}

/** Who asks for payouts, and the confirmation levels of the organisation. */
export interface PayoutMaker extends ActionMaker {
  readonly levels: readonly ConfirmationLevel[]
}

/** Read without the caller's limits, because a level holds for every maker; and before the transaction, as the maker is. */
export async function readPayoutMaker(
  database: Database,
  tenantId: string,
  caller: AnyCaller,
): Promise<PayoutMaker> {
  const side = sideOf(caller)
  const [maker, levels] = await Promise.all([
    readActionMaker(database, tenantId, caller),
    listLevels(database.reader(tenantScope(tenantId)), {
      ...{ tenantId, side, action: 'payout' },
      merchantId: side === 'merchant' ? caller.merchantId : null,
    }),
  ])
  return { ...maker, levels }
}

/** The same of a maker who is stored, with the levels as they are now. */
export async function readStoredMaker(
  database: Database,
  tenantId: string,
  stored: Omit<PayoutMaker, 'levels'> & { readonly merchantId: string },
): Promise<PayoutMaker> {
  const { merchantId, ...maker } = stored
  const levels = await listLevels(database.reader(tenantScope(tenantId)), {
    ...{ tenantId, side: maker.side, action: 'payout' },
    merchantId: maker.side === 'merchant' ? merchantId : null,
  })
  return { ...maker, levels }
}

/** What the levels ask for a payout to a beneficiary. */
export function confirmationOfPayout(
  { side, roleId, levels }: PayoutMaker,
  payout: {
    readonly mode: number
    readonly currency: string
    readonly amountMinor: bigint
    readonly isNewPayee: boolean
  },
): PayoutConfirmation {
  const facts = { action: 'payout', makerRoleId: roleId, ...payout } as const
  const applying = levelsFor(levels, facts)
  if (applying.length === 0) return { side, requirements: [], hours: null }
  return { side, requirements: requirementsOf(applying), hours: hoursOf(applying) }
}
