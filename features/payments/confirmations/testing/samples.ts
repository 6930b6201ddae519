import { randomUUID } from 'node:crypto'
import { type CallSample, forBothSides, inTest } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import {
  makeConfirmationLevel,
  makeWaitingAction,
  makeWaitingPayout,
} from './waiting-actions.public.ts'

const onWaiting =
  (body: object, isOwn = false): CallSample =>
  async ({ testApi, pay }, actor) => {
    const id = await makeWaitingAction(testApi.test, {
      paymentId: (await pay()).id,
      side: actor?.kind === 'merchant' ? 'merchant' : 'operator',
      action: 'refund',
      makerId: isOwn && actor !== undefined ? actor.subject : randomUUID(),
    })
    return { params: { id }, body, headers: inTest }
  }

export const samples: Samples = {
  calls: forBothSides({
    'payments.waitingActions.confirmWaiting': onWaiting({}),
    'payments.waitingActions.rejectWaiting': onWaiting({ reason: 'Not agreed' }),
    'payments.waitingActions.withdrawWaiting': onWaiting({}, true),
  }),
  ofMerchant: makeConfirmationLevel,
  ofPayment: async (test, { user_id, mode: _, ...own }) => {
    await makeWaitingPayout(test, { ...own, actor_id: user_id })
    for (const [side, action] of [
      ['operator', 'void'],
      ['merchant', 'refund'],
    ] as const) {
      await makeWaitingAction(test, { paymentId: own.payment_id, side, action, makerId: user_id })
    }
  },
}
