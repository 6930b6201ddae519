import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import {
  insertOrderStep,
  lockOrder,
  type OrderRow,
  storeRecalled,
} from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import { nextTryAt } from '@counterfoil/features/payments/payout-orders/payout-orders.rules.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type TenantScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext, Jobs } from '@counterfoil/kit/jobs/job.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { RecallState } from '@counterfoil/providers/rails/rail.ts'
import {
  findRecall,
  listDueRecalls,
  lockRecall,
  type RecallRecord,
  updateRecall,
} from './payout-recalls.queries.ts'
import { isGivenUp, nextQuestionAt, reasonTerms, refusalText } from './payout-recalls.rules.ts'
import type { RecallReason } from './payout-recalls.schema.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  accepted: 'A recalled payout came back',
  acceptedText: '{amount} of the payout to {payee} came back.',
  acceptedLess: '{amount} of the payout to {payee} came back. The payee’s bank kept {kept}.',
  refused: 'A recall was refused',
  refusedText: 'The payout of {amount} to {payee} does not come back.',
})

const atOnce = 100
/** A worker that took a recall has this long; then another one asks the rail what became of it. */
const claimMs = 30_000

/** Sends recalls of a tenant, and asks what became of them; one that fails does not stop the others. */
export async function followRecallsOf(
  providers: Pick<Providers, 'rails'>,
  tenantId: string,
  context: JobContext,
): Promise<void> {
  const { database, now, log, signal } = context
  const scope = tenantScope(tenantId)
  for (const id of await listDueRecalls(database.reader(scope), now(), atOnce)) {
    if (signal.aborted) return
    try {
      await followRecall(providers, scope, id, context)
    } catch (error) {
      log.error({ err: error, payoutRecallId: id }, 'a recall could not be followed')
    }
  }
}

/**
 * Follows one recall. That it is on its way is committed before the rail is called, and the rail passes on one recall of an id,
 * so a worker that dies in between asks for nothing twice.
 */
export async function followRecall(
  { rails }: Pick<Providers, 'rails'>,
  scope: TenantScope,
  id: string,
  { database, now, log, jobs }: JobContext,
): Promise<void> {
  const claimed = await database.transaction(scope, (db) => claim(db, id, now()))
  if (claimed === undefined) return
  const { recall, endToEndId, wasSubmitted } = claimed
  const reason = reasonTerms[recall.reason as RecallReason].code
  let answer: RecallState
  try {
    const known = wasSubmitted ? await rails.findRecall(id) : undefined
    answer = known ?? (await rails.recall({ recallId: id, endToEndId, reason }))
  } catch (error) {
    log.warn(
      { err: error, payoutRecallId: id },
      'a rail did not answer a recall; it is asked again',
    )
    const failures = recall.failures + 1
    await database.transaction(scope, async (db) => {
      if ((await lockRecall(db, id))?.state !== 'asked') return
      await updateRecall(db, id, { failures, next_check_at: nextTryAt(failures, now()) })
    })
    return
  }
  const { payout_order_id } = recall
  await database.transaction(scope, async (db) => {
    // the payout before its recall, as where one is asked for
    const order = await lockOrder(db, payout_order_id)
    const current = await lockRecall(db, id)
    if (order === undefined || current?.state !== 'asked') return
    await storeAnswer(db, { jobs, order, recall: current, answer, at: now() })
  })
}

/** Takes a recall that is due; undefined when another worker has it, or there is nothing to recall any more. */
async function claim(db: Db, id: string, at: Date) {
  const found = await findRecall(db, id)
  if (found === undefined) return undefined
  const order = await lockOrder(db, found.payout_order_id)
  const recall = await lockRecall(db, id)
  if (order === undefined || recall?.state !== 'asked') return undefined
  if (recall.next_check_at === null || recall.next_check_at > at) return undefined
  const wasSubmitted = recall.submitted_at !== null
  if (order.state !== 'sent' && order.state !== 'paid') {
    await end(db, id, { state: 'overtaken', at })
    return undefined
  }
  await updateRecall(db, id, {
    ...{ submitted_at: recall.submitted_at ?? at, next_check_at: new Date(at.getTime() + claimMs) },
  })
  return { recall, endToEndId: order.end_to_end_id, wasSubmitted }
}

const end = (
  db: Db,
  id: string,
  { at, ...change }: Parameters<typeof updateRecall>[2] & { readonly at: Date },
) => updateRecall(db, id, { ...change, next_check_at: null, answered_at: at })

interface Answered {
  readonly jobs: Jobs
  readonly order: OrderRow
  readonly recall: RecallRecord
  readonly answer: RecallState
  readonly at: Date
}

async function storeAnswer(db: Db, answered: Answered): Promise<void> {
  const { jobs, order, recall, answer, at } = answered
  const { id } = recall
  switch (answer.state) {
    case 'asked': {
      if (isGivenUp(recall.answer_by, at)) return end(db, id, { state: 'unanswered', at })
      const next_check_at = nextQuestionAt(recall.submitted_at ?? at, at)
      return updateRecall(db, id, { failures: 0, next_check_at })
    }
    case 'refused': {
      const { code } = answer
      const message = refusalText(code)
      await end(db, id, { state: 'refused', code, message, at })
      await insertOrderStep(db, order, {
        ...{ kind: 'recall_refused', actorId: null, actorName: null, at },
        reason: `${code}: ${message}`,
      })
      return notifyMaker(db, answered)
    }
    case 'accepted': {
      const { returnedMinor, keptMinor } = answer
      // what comes back and what is kept are the payout, or the answer is about another one
      if (returnedMinor <= 0n || returnedMinor + keptMinor !== order.amount_minor) {
        throw new Error(`The rail says that ${returnedMinor} of ${order.amount_minor} came back`)
      }
      const isBack = await storeRecalled(db, jobs, order, { returnedMinor, at })
      // the bank has returned it by itself, and that is in the books already
      if (!isBack) return end(db, id, { state: 'overtaken', at })
      const back = { returned_minor: returnedMinor, kept_minor: keptMinor }
      await end(db, id, { state: 'accepted', ...back, at })
      return notifyMaker(db, answered)
    }
  }
}

async function notifyMaker(db: Db, { jobs, order, recall, answer, at }: Answered): Promise<void> {
  const payee = escaped(order.payee_name)
  const { currency } = order
  const amountOf = (minor: bigint) => moneyText(minor, currency)
  const path =
    recall.side === 'merchant'
      ? '/merchant/payments/single-payment'
      : '/transaction-management/payouts'
  const accepted = answer.state === 'accepted' ? answer : undefined
  await notify(db, jobs, {
    to: { userIds: [recall.maker_id] },
    type: 'PayoutRecallAnswered',
    title: accepted === undefined ? texts.refused : texts.accepted,
    description:
      accepted === undefined
        ? textWith(texts.refusedText, { amount: amountOf(order.amount_minor), payee })
        : accepted.keptMinor === 0n
          ? textWith(texts.acceptedText, { amount: amountOf(accepted.returnedMinor), payee })
          : textWith(texts.acceptedLess, {
              ...{ amount: amountOf(accepted.returnedMinor), payee },
              kept: amountOf(accepted.keptMinor),
            }),
    objectUrl: `${path}?payout=${order.id}`,
    ...{ onceFor: `payout recall ${recall.id}`, now: at },
  })
}
