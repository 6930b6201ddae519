import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { enqueueWebhooks } from '@counterfoil/features/messaging/webhooks/webhooks.public.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import { deciders } from './confirmations.contract.ts'
import { actionNames, type WaitingActionState } from './confirmations.schema.ts'
import { summaryOf } from './waiting-action.views.ts'
import { listSteps, lockWaitingAction, type WaitingActionRow } from './waiting-actions.queries.ts'

const msg = messagesOf(import.meta.url)

const pendingPaths = {
  operator: '/transaction-management/pending-payments',
  merchant: '/merchant/payments/pending-payments',
} as const

const paymentPaths = {
  operator: '/transaction-management/transaction-lookup',
  merchant: '/merchant/transaction-management/transaction-lookup',
} as const

const texts = msg({
  waits: 'An action waits for your confirmation',
  what: '{action}: {amount}. Requested by {maker}.',
  ended: '{action}: {amount}.',
})

/** Those who may decide on pending payments and see this one. */
export async function notifyConfirmers(
  db: Db,
  jobs: Jobs,
  action: WaitingActionRow,
  payment: Pick<Payment, 'method' | 'provider'> | null,
  now: Date,
): Promise<void> {
  const { merchantId, side } = action
  const permission = deciders[side]
  await notify(db, jobs, {
    to:
      side === 'merchant' && merchantId !== null
        ? { audience: 'merchant', permission, merchantId, ...seersOf(merchantId, payment) }
        : { audience: 'tenant', permission, ...seersOf(merchantId, payment) },
    type: 'ActionWaits',
    isImportant: true,
    title: texts.waits,
    description: textWith(texts.what, { ...valuesOf(action), maker: escaped(action.maker.name) }),
    objectUrl: `${pendingPaths[side]}?action=${action.id}`,
    exceptUserId: action.maker.id,
    onceFor: `waiting action ${action.id}`,
    now,
  })
}

/** Those who may see the payment; of an action without a payment, those who see all payments. */
const seersOf = (
  merchantId: string | null,
  payment: Pick<Payment, 'method' | 'provider'> | null,
) => ({
  ...(merchantId === null ? {} : { merchantId }),
  seeing: { merchantId, method: payment?.method ?? null, provider: payment?.provider ?? null },
})

const endTitles = msg({
  done: 'What you requested was confirmed and carried out',
  refused: 'What you requested was confirmed, and could not be carried out',
  rejected: 'What you requested was rejected',
  withdrawn: 'What you requested was withdrawn by another person',
  expired: 'What you requested was not confirmed in time',
  void: 'What you requested is void, because the payment or transfer has changed',
})

const isEnd = (state: WaitingActionState): state is keyof typeof endTitles => state in endTitles

/**
 * Announces how an action has ended to who asked for it: a notice to a person other than the one who ended it (`byId`), an
 * event to a merchant's server. It is read again, as its end is stored by now.
 */
export async function announceEnd(
  db: Db,
  jobs: Jobs,
  { id, maker }: Pick<WaitingActionRow, 'id' | 'maker'>,
  now: Date,
  byId?: string,
): Promise<void> {
  if (maker.id === byId && maker.type === 'user') return
  const action = await lockWaitingAction(db, id)
  if (action === undefined) throw new Error(`There is no waiting action ${id}`)
  const { state } = action
  if (!isEnd(state)) throw new Error(`The action ${id} has not ended: ${state}`)
  if (maker.type === 'user') await notifyMaker(db, jobs, action, state, now)
  else await announceToServer(db, jobs, action, now)
}

/** A server asks for actions of its own merchant alone. */
async function announceToServer(
  db: Db,
  jobs: Jobs,
  action: WaitingActionRow,
  now: Date,
): Promise<void> {
  const { id, merchantId, mode, paymentId, state } = action
  if (merchantId === null) throw new Error(`The action ${id} is of no merchant`)
  await enqueueWebhooks(db, jobs, {
    ...{ merchantId, mode, paymentId, eventId: newId(now), now },
    type: `waiting_action.${state}`,
    data: summaryOf(action, await listSteps(db, [id])),
  })
}

async function notifyMaker(
  db: Db,
  jobs: Jobs,
  action: WaitingActionRow,
  state: keyof typeof endTitles,
  now: Date,
): Promise<void> {
  await notify(db, jobs, {
    to: { userIds: [action.maker.id] },
    type: 'ActionDecided',
    title: endTitles[state],
    description: textWith(texts.ended, valuesOf(action)),
    objectUrl:
      action.paymentId === null
        ? `/transaction-management/suspense?transfer=${action.transfer?.id}`
        : `${paymentPaths[action.side]}/${action.paymentId}`,
    onceFor: `waiting action ${action.id} ${state}`,
    now,
  })
}

const valuesOf = ({ action, amountMinor, currency }: WaitingActionRow) => ({
  action: actionNames[action],
  amount: moneyText(amountMinor, currency),
})
