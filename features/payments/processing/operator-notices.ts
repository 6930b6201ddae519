import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { findingText } from '@counterfoil/features/routing/antifraud/finding-texts.rules.ts'
import type { Finding } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import type { OpenedBreaker } from '@counterfoil/features/routing/mids/breakers.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { inEachLanguage, textIn, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { type Cause, causeNotice } from './causes.rules.ts'
import type { Engine } from './engine.ts'
import { nextEventAt, type Payment } from './payment-views.rules.ts'
import { insertEvents } from './payments.queries.ts'

const msg = messagesOf(import.meta.url)

// What operators are notified of.

const live = 2

/** Notifies the operators who see the MID that it, or its acquirer, is not tried for a while. */
export function notifyOpenedBreaker(db: Db, jobs: Jobs, opened: OpenedBreaker): Promise<void> {
  const { id, provider, merchantId, isAcquirer, at } = opened
  return notify(db, jobs, {
    to: {
      audience: 'tenant',
      permission: 'Settings.Mid.Management.View',
      ...(isAcquirer ? {} : { merchantId }),
    },
    type: 'BreakerOpened',
    isImportant: true,
    title: isAcquirer
      ? msg('An acquirer fails and is not tried for now')
      : msg('A MID fails and is not tried for now'),
    description: textWith(
      msg(
        '{provider}: payments go to other MIDs where there are any. It is tried again by itself.',
      ),
      { provider },
    ),
    objectUrl: `/crm/settings/mid-managment?record=${id}`,
    // of a breaker that opens and closes all day they are notified once an hour
    onceFor: `breaker ${isAcquirer ? provider : id} ${at.toISOString().slice(0, 13)}`,
    now: at,
  })
}

const velocityTexts = msg({
  yours: '{card}: {found}. By version {version} of your rule “A card pays too often”.',
  own: '{card}: {found}. By version {version} of the merchant’s own rule “A card pays too often”.',
})

/**
 * Notifies the operators who see the payment that one card pays too often, once an hour for each card. Merchants are not
 * notified, because screening is not disclosed to them; neither are payments in Test.
 */
export async function notifyVelocity(
  db: Db,
  jobs: Jobs,
  payment: Payment,
  findings: readonly Finding[],
): Promise<void> {
  const found = findings.find(({ rule }) => rule === 'card_velocity')
  if (found === undefined || payment.mode !== live) return
  const { merchantId, method, provider } = payment
  const card = `<code>${payment.cardFirst6 ?? ''}••••••${payment.cardLast4 ?? ''}</code>`
  await notify(db, jobs, {
    to: {
      audience: 'tenant',
      permission: 'CRM.Transaction.View',
      merchantId,
      seeing: { merchantId, method, provider },
    },
    type: 'TransactionVelocityAlert',
    title: msg('A card pays unusually often'),
    description: inEachLanguage((language) =>
      textIn(found.owner === 'merchant' ? velocityTexts.own : velocityTexts.yours, language, {
        ...{ card, found: findingText(found.message, language) },
        version: found.version ?? '–',
      }),
    ),
    objectUrl: `/transaction-management/transaction-lookup/${payment.id}`,
    onceFor: `velocity ${merchantId} ${payment.cardToken} ${payment.createdAt.toISOString().slice(0, 13)}`,
    now: payment.createdAt,
  })
}

/**
 * Keeps what an acquirer says against our books as an event of the payment, and notifies the operators who see it: they
 * decide what is to be done about what the product cannot settle by itself.
 */
export async function recordContradiction(
  db: Db,
  engine: Engine,
  payment: Payment,
  contradiction: {
    readonly operationId: string | null
    readonly amountMinor: bigint | null
    readonly cause: Cause
  },
): Promise<void> {
  const at = nextEventAt(payment, engine.now())
  const { id, status, merchantId, method, provider } = payment
  const eventId = newId(at)
  const event = { fromStatus: status, toStatus: status, ...contradiction }
  const events = [{ ...event, id: eventId, type: 'payment.contradicted' }]
  await insertEvents(db, payment, events, engine.actor, at)
  await notify(db, engine.jobs, {
    to: {
      audience: 'tenant',
      permission: 'CRM.Transaction.View',
      merchantId,
      seeing: { merchantId, method, provider },
    },
    type: 'PaymentContradicted',
    isImportant: true,
    title: msg('An acquirer contradicts our books'),
    description: causeNotice(contradiction.cause),
    objectUrl: `/transaction-management/transaction-lookup/${id}`,
    onceFor: `contradiction ${eventId}`,
    now: at,
  })
}
