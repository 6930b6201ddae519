import type { Engine } from '@counterfoil/features/payments/processing/payments.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { levelsFor } from './confirmations.rules.ts'
import type { WaitingActionSummary } from './confirmations.schema.ts'
import { keepWaiting } from './keep-waiting.ts'
import { listLevels } from './levels.queries.ts'
import { roleOf } from './people.ts'
import type { TransferSubject } from './waiting-actions.queries.ts'

const action = 'returnTransfer'
/** A bank account holds no money of the Test mode. */
const mode = 2

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
    readonly currency: string
    readonly reason: string
    readonly caller: UserCaller
  },
): Promise<WaitingActionSummary | undefined> {
  const { transfer, version, amountMinor, currency, reason, caller } = asked
  const { tenantId } = engine
  const side = { side: 'operator', merchantId: null } as const
  const whole = engine.database.reader(tenantScope(tenantId))
  const levels = levelsFor(await listLevels(whole, { tenantId, ...side, action }), {
    ...{ action, mode, currency, amountMinor, makerRoleId: roleOf(caller) },
    // the sender of a transfer was never paid before
    isNewPayee: true,
  })
  if (levels.length === 0) return undefined
  return keepWaiting(db, engine, levels, caller, null, {
    ...{ action, mode, amountMinor, currency, reason, transfer },
    ...{ paymentId: null, merchantId: null, targetStatus: null, paidFrom: null },
    subjectVersion: version,
  })
}
