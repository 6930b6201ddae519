import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { cancelAttempt, nextCheckAt } from './acquirer-call.ts'
import {
  type Cancellation,
  type CancellationUpdate,
  updateCancellation,
} from './attempts.queries.ts'
import type { Engine } from './engine.ts'
import { recordContradiction } from './operator-notices.ts'
import { nextEventAt } from './payment-views.rules.ts'
import { insertApiCalls, insertEvents, lockPaymentWithOperations } from './payments.queries.ts'

// A request to an acquirer that must not stand: it is cancelled there, and asked for again until the acquirer answers.

/** Stored with the decision that the request must not stand; recovery sends it to the acquirer. */
export const requestCancellation = (db: Db, engine: Engine, attemptId: string): Promise<void> =>
  updateCancellation(db, attemptId, { state: 'requested', at: engine.now(), checks: 0 })

/** Has the acquirer cancel an attempt, and keeps what it answers. Safe to repeat. */
export async function carryOutCancellation(
  engine: Engine,
  { attemptId, paymentId, operationId, kind, currency, provider, checks }: Cancellation,
): Promise<void> {
  const { response, log } = await cancelAttempt(
    engine,
    { id: paymentId, currency },
    { attemptId, provider, kind },
  )
  await engine.transaction(async (db) => {
    const at = engine.now()
    const locked = await lockPaymentWithOperations(db, engine, paymentId)
    if (locked === undefined) throw new Error(`Payment ${paymentId} has gone`)
    const { payment } = locked
    const ends = (state: CancellationUpdate['state']) =>
      updateCancellation(db, attemptId, { state, at, checks: checks + 1 })
    const values = { provider }
    switch (response.result) {
      case 'cancelled': {
        const eventAt = nextEventAt(payment, at)
        const event = {
          ...{ id: newId(eventAt), type: 'payment.cancelled', operationId },
          ...{ fromStatus: payment.status, toStatus: payment.status },
          amountMinor: response.amountMinor,
          cause: { code: 'cancel.done', values },
        }
        await ends('cancelled')
        // a request that took nothing leaves no event
        if (response.amountMinor > 0n) {
          await insertEvents(db, payment, [event], engine.actor, eventAt)
        }
        break
      }
      case 'too_late': {
        const cause = { code: 'cancel.too_late', values }
        await ends('refused')
        await recordContradiction(db, engine, payment, { operationId, amountMinor: null, cause })
        break
      }
      case 'unknown':
        await updateCancellation(db, attemptId, {
          state: 'requested',
          at: nextCheckAt(at, checks),
          checks: checks + 1,
        })
    }
    await insertApiCalls(db, payment, [log], at)
  })
}
