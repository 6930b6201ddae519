// Notifications about an offer: to the merchant's users who may answer it, and to its sender.
import {
  type Notice,
  notify,
} from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { UserContext } from './change-offer.ts'
import { createPermission, type OfferKind, offerKindNames } from './offer-kinds.schema.ts'
import { mailJob } from './offers.jobs.ts'
import type { StoredOffer } from './offers.queries.ts'
import { offerPaths } from './offers.views.ts'

const msg = messagesOf(import.meta.url)

type NotifyContext = Pick<UserContext, 'jobs' | 'now' | 'caller'>
type OfferEvent = 'sent' | 'accepted' | 'rejected' | 'withdrawn'

const titles: Readonly<Record<OfferKind, Readonly<Record<OfferEvent, Text>>>> = {
  proposal: {
    sent: msg('A proposal for you'),
    accepted: msg('A proposal was accepted'),
    rejected: msg('A proposal was rejected'),
    withdrawn: msg('A proposal was withdrawn'),
  },
  agreement: {
    sent: msg('An agreement for you'),
    accepted: msg('An agreement was accepted'),
    rejected: msg('An agreement was rejected'),
    withdrawn: msg('An agreement was withdrawn'),
  },
}

export async function notifyOfferSent(
  db: Db,
  offer: StoredOffer,
  context: NotifyContext,
): Promise<void> {
  const notice = toMerchant(offer, 'sent', offer.tenant_name, context.now)
  await notify(db, context.jobs, { ...notice, hasOwnMail: true })
  await context.jobs.enqueue(db, mailJob, { tenantId: tenantOf(db), offerId: offer.id })
}

/** Notifies the merchant, who may be about to accept it. */
export async function notifyOfferWithdrawn(
  db: Db,
  offer: StoredOffer,
  { jobs, now }: NotifyContext,
): Promise<void> {
  const notice = toMerchant(offer, 'withdrawn', offer.tenant_name, now)
  await notify(db, jobs, { ...notice, isImportant: true })
}

/** Notifies the other side of an answer. */
export async function notifyOfferAnswered(
  db: Db,
  offer: StoredOffer,
  context: NotifyContext,
): Promise<void> {
  const event = offer.status === 'accepted' ? 'accepted' : 'rejected'
  const { caller, jobs, now } = context
  const notice =
    caller.userType === 'merchant'
      ? toTenant(offer, event, now)
      : toMerchant(offer, event, offer.tenant_name, now)
  await notify(db, jobs, notice)
}

function toMerchant(offer: StoredOffer, what: OfferEvent, by: string, now: Date): Notice {
  const merchantId = offer.merchant_id
  const permission = offerKindNames[offer.kind as OfferKind].answering
  return {
    ...noticeOf(offer, what, by),
    to: { audience: 'merchant', permission, merchantId },
    objectUrl: offerPaths(offer).merchant,
    now,
  }
}

function toTenant(offer: StoredOffer, what: OfferEvent, now: Date): Notice {
  const { sent_by, merchant_id: merchantId } = offer
  const makers = { audience: 'tenant', permission: createPermission, merchantId } as const
  return {
    ...noticeOf(offer, what, offer.merchant_name),
    // the sender may have left before the answer
    to: sent_by === null ? makers : { userIds: [sent_by], otherwise: makers },
    objectUrl: offerPaths(offer).operator,
    now,
  }
}

function noticeOf(offer: StoredOffer, what: OfferEvent, by: string) {
  const kind = offer.kind as OfferKind
  const reason =
    offer.reject_reason === null ? '' : `<br>${escaped(offer.reject_reason.slice(0, 200))}`
  return {
    type: kind === 'proposal' ? 'Proposal' : 'Agreement',
    title: titles[kind][what],
    description: `<b>${escaped(offer.subject)}</b><br>${escaped(by)}${reason}`,
  }
}
