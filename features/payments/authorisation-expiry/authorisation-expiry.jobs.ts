import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { englishOf } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { consequenceOfLapse } from '@counterfoil/features/payments/processing/outcome.rules.ts'
import {
  nextEventAt,
  type Payment,
} from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import {
  applyConsequence,
  declinePayment,
  type Engine,
  findPayment,
  insertEvents,
  jobEngine,
  lockPaymentWithOperations,
  notifyMerchant,
  voidPayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  type Expiring,
  expiringEvent,
  listExpired,
  listExpiring,
} from './authorisation-expiry.queries.ts'
import { noticeMs } from './authorisation-expiry.rules.ts'

const msg = messagesOf(import.meta.url)

const batchSize = 200
/** After this time a tenant's rest is left for the next run, so that one with much to release does not hold up the others. */
const sliceMs = 60_000

/** Notifies merchants of authorisations that expire soon, and releases those that have expired. */
export async function expireAuthorisations(
  providers: Providers,
  context: JobContext,
  atOnce = batchSize,
): Promise<void> {
  const notDone = 'expired authorisations could not be released'
  await forEachTenant(context, notDone, async (tenantId) => {
    const engine = jobEngine(providers, context, tenantId, 'system')
    try {
      await notifyOfExpiry(engine)
    } finally {
      // a notice that could not be sent keeps no amount blocked on a card
      await releaseExpired(engine, context.signal, atOnce)
    }
  })
}

/**
 * One event and webhook for each payment, and one notification of those that the same people of a merchant see, of what waits
 * for approval another one.
 */
async function notifyOfExpiry(engine: Engine): Promise<void> {
  const now = engine.now()
  const until = new Date(now.getTime() + noticeMs)
  const expiring = await engine.transaction((db) => listExpiring(db, now, until, batchSize))
  const keyOf = ({ merchantId, isHeld, method, provider }: Expiring) =>
    [merchantId, isHeld, method, provider].join(' ')
  for (const payments of Map.groupBy(expiring, keyOf).values()) {
    await engine.transaction(async (db) => {
      for (const { id } of payments) await recordExpiring(db, engine, id, now)
      for (const notice of noticesOf(payments)) await notify(db, engine.jobs, { ...notice, now })
    })
  }
}

const lookup = '/transaction-management/transaction-lookup'

/** To the merchant who captures them; where they are held, to those who decide on them, as they cannot be captured before. */
function noticesOf(payments: readonly Expiring[]): Omit<Parameters<typeof notify>[2], 'now'>[] {
  const [first] = payments
  if (first === undefined) return []
  const { id, merchantId, isHeld, method, provider } = first
  const seeing = { merchantId, method, provider }
  const count = { count: payments.length }
  const about = {
    ...{ type: 'AuthorisationsExpire', isImportant: true },
    title: msg('Authorisations expire within a day'),
    description: isHeld
      ? textWith(
          msg(
            '{count, plural, one {# held payment is} other {# held payments are}} declined within a day unless somebody approves before.',
          ),
          count,
        )
      : textWith(
          msg(
            '{count, plural, one {# payment is} other {# payments are}} released within a day unless captured before.',
          ),
          count,
        ),
  }
  const pageOf = (several: string) => (payments.length === 1 ? `${lookup}/${id}` : several)
  const action = isHeld ? 'Approve' : 'Capture'
  const merchants = {
    ...about,
    to: {
      audience: 'merchant' as const,
      permission: `Merchant.Transaction.Actions.${action}`,
      ...{ merchantId, seeing },
    },
    objectUrl: `/merchant${pageOf(isHeld ? '/payments/pending-payments?show=held' : `${lookup}?status=reserved`)}`,
    onceFor: `expiring ${id}`,
  }
  if (!isHeld) return [merchants]
  const operators = {
    ...about,
    to: {
      ...{ audience: 'tenant' as const, permission: 'CRM.Transaction.Actions.Approve', merchantId },
      seeing,
    },
    objectUrl: pageOf('/transaction-management/pending-payments?show=held'),
    onceFor: `expiring ${id} operators`,
  }
  return [merchants, operators]
}

async function recordExpiring(
  db: Parameters<Parameters<Engine['transaction']>[0]>[0],
  engine: Engine,
  id: string,
  now: Date,
): Promise<void> {
  const locked = await lockPaymentWithOperations(db, engine, id)
  if (locked === undefined) return
  const { payment } = locked
  const at = nextEventAt(payment, now)
  const event = {
    ...{ id: newId(at), type: expiringEvent, operationId: null, cause: null },
    ...{ fromStatus: payment.status, toStatus: payment.status },
    amountMinor: payment.authorisedMinor - payment.capturedMinor - payment.voidedMinor,
  }
  await insertEvents(db, payment, [event], engine.actor, at)
  await notifyMerchant(db, engine, payment, event, event.id, at)
}

/** Page by page, each behind all that were tried: those that cannot be released keep none behind them from it. */
async function releaseExpired(engine: Engine, signal: AbortSignal, limit: number): Promise<void> {
  const { log, now, tenantId } = engine
  const endsAt = performance.now() + sliceMs
  const without: string[] = []
  let page: { id: string }[]
  do {
    page = await engine.transaction((db) => listExpired(db, now(), { limit, without }))
    for (const { id } of page) {
      if (signal.aborted || performance.now() > endsAt) return
      without.push(id)
      await releaseOne(engine, id).catch((error: unknown) => {
        const notDone = 'an expired authorisation could not be released'
        const of = { err: error, tenantId, paymentId: id }
        // an operation is under way, or the payment is held back: the next run tries again
        if (error instanceof Problem) log.warn(of, notDone)
        else log.error(of, notDone)
      })
    }
  } while (page.length === limit)
}

/** Codes of refusals when the acquirer cannot be asked, so that only our books release the amount. */
const withoutAcquirer = ['payment.not_at_acquirer', 'acquirer.not_connected']

/**
 * Voids what is left at the acquirer. Where the acquirer has nothing to void any more, the amount is released in our books
 * only. A payment with an operation under way is left for the next run.
 */
async function releaseOne(engine: Engine, paymentId: string): Promise<void> {
  const payment = await engine.transaction((db) => findPayment(db, paymentId))
  // it can be captured, or extended by what is authorised on top, while those before it are released
  if (payment === undefined || !hasExpired(payment, engine.now())) return
  const reason = englishOf({ code: 'authorisation_expired' })
  const { mode, version } = payment
  const command = { paymentId, mode, version, reason }
  const release = payment.status === 'waiting_for_approval' ? decline : voidPayment
  try {
    const { operation } = await release(engine, command)
    if (operation?.state === 'declined' || operation?.state === 'failed') {
      await lapse(engine, paymentId)
    }
  } catch (error) {
    if (!(error instanceof Problem && withoutAcquirer.includes(error.code))) throw error
    await lapse(engine, paymentId)
  }
}

const hasExpired = ({ authorisationExpiresAt: at }: Payment, now: Date): boolean =>
  at !== null && at <= now

const decline: typeof voidPayment = (engine, command) =>
  declinePayment(engine, command, { toResponse: (result) => result })

async function lapse(engine: Engine, paymentId: string): Promise<void> {
  await engine.transaction(async (db) => {
    const locked = await lockPaymentWithOperations(db, engine, paymentId)
    if (locked === undefined || locked.operations.length > 0) return
    const { payment } = locked
    await applyConsequence(db, engine, payment, consequenceOfLapse(payment), {
      operationId: null,
      cause: { code: 'authorisation_expired' },
    })
  })
}

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'payments.expire-authorisations',
    label: msg('Release expired authorisations'),
    everyS: 300,
    run: (context) => expireAuthorisations(providers, context),
  }),
]
