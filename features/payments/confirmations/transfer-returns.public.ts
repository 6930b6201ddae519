import type { Engine } from '@counterfoil/features/payments/processing/payments.public.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { levelsFor } from './confirmations.rules.ts'
import type { WaitingActionSummary } from './confirmations.schema.ts'
import { keepWaiting } from './keep-waiting.ts'
import { listLevels } from './levels.queries.ts'
import type { PayoutMaker } from './payout-levels.public.ts'
import { readActionMaker } from './people.ts'
import { summaryOf } from './waiting-action.views.ts'
import { findOpenAction, listSteps, type TransferSubject } from './waiting-actions.queries.ts'

const action = 'returnTransfer'
/** A bank account holds no money of the Test mode. */
const mode = 2

/** Who asks for the return of a transfer, and the levels for it. Read before the transaction, as the maker is. */
export async function readReturnMaker(
  database: Database,
  tenantId: string,
  caller: UserCaller,
): Promise<PayoutMaker> {
  const whole = database.reader(tenantScope(tenantId))
  const [maker, levels] = await Promise.all([
    readActionMaker(database, tenantId, caller),
    listLevels(whole, { tenantId, side: 'operator', merchantId: null, action }),
  ])
  return { ...maker, levels }
}

/**
 * Keeps the return of a transfer until others have confirmed it, if a level asks for that; undefined: none does. It is
 * bound to the payee and to the transfer's version, which changes with everything that uses its money.
 */
export async function holdTransferReturn(
  db: Db,
  engine: Engine,
  asked: {
    readonly transfer: TransferSubject
    readonly version: number
    readonly amountMinor: bigint
    /** Of the same transfer before: a return in parts comes to a level as one at once does. */
    readonly returnedMinor: bigint
    readonly currency: string
    readonly reason: string
    readonly by: PayoutMaker
  },
): Promise<WaitingActionSummary | undefined> {
  const { transfer, version, amountMinor, returnedMinor, currency, reason, by } = asked
  const levels = levelsFor(by.levels, {
    ...{ action, mode, currency, amountMinor: returnedMinor + amountMinor },
    makerRoleId: by.roleId,
    // the sender of a transfer was never paid before
    isNewPayee: true,
  })
  if (levels.length === 0) return undefined
  return keepWaiting(db, engine, levels, by, null, {
    ...{ action, mode, amountMinor, currency, reason, transfer },
    ...{ paymentId: null, merchantId: null, targetStatus: null, paidFrom: null },
    subjectVersion: version,
  })
}

/** The return of a transfer that waits for confirmation; undefined: none does. */
export async function findWaitingReturn(db: Db, transferId: string) {
  const found = await findOpenAction(db, { transferId }, action)
  if (found === undefined) return undefined
  const { missing } = summaryOf(found, await listSteps(db, [found.id]))
  const { id, amountMinor, transfer, reason, maker, createdAt } = found
  return { id, amountMinor, transfer, reason, by: maker.name, missing, createdAt }
}
