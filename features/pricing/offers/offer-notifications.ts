// Who is told of an offer: the merchant's people who may answer it, and whoever sent it.
import {
  type Notice,
  notify,
} from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { Called } from './change-offer.ts'
import { type OfferKind, offerMakers, wordsOf } from './offer-labels.contract.ts'
import { mailJob } from './offers.jobs.ts'
import type { StoredOffer } from './offers.queries.ts'
import { addressesOf } from './offers.views.ts'

const msg = messagesOf(import.meta.url)

type Telling = Pick<Called, 'jobs' | 'now' | 'caller'>
type Happening = 'sent' | 'accepted' | 'rejected'

const titles: Readonly<Record<OfferKind, Readonly<Record<Happening, Text>>>> = {
  proposal: {
    sent: msg('A proposal for you'),
    accepted: msg('A proposal was accepted'),
    rejected: msg('A proposal was rejected'),
  },
  agreement: {
    sent: msg('An agreement for you'),
    accepted: msg('An agreement was accepted'),
    rejected: msg('An agreement was rejected'),
  },
}

export async function notifyOfferSent(db: Db, offer: StoredOffer, telling: Telling): Promise<void> {
  await notify(db, telling.jobs, toMerchant(offer, 'sent', offer.tenant_name, telling.now))
  await telling.jobs.enqueue(db, mailJob, { tenantId: tenantOf(db), offerId: offer.id })
}

/** The other side hears of it. */
export async function notifyOfferAnswered(
  db: Db,
  offer: StoredOffer,
  telling: Telling,
): Promise<void> {
  const happening = offer.status === 'accepted' ? 'accepted' : 'rejected'
  const { caller, jobs, now } = telling
  const notice =
    caller.userType === 'merchant'
      ? toTenant(offer, happening, now)
      : toMerchant(offer, happening, offer.tenant_name, now)
  await notify(db, jobs, notice)
}

function toMerchant(offer: StoredOffer, what: Happening, by: string, now: Date): Notice {
  const merchantId = offer.merchant_id
  const permission = wordsOf[offer.kind as OfferKind].answering
  return {
    ...noticeOf(offer, what, by),
    to: { audience: 'merchant', permission, merchantId },
    objectUrl: addressesOf(offer).merchant,
    now,
  }
}

function toTenant(offer: StoredOffer, what: Happening, now: Date): Notice {
  const { sent_by, merchant_id: merchantId } = offer
  const makers = { audience: 'tenant', permission: offerMakers, merchantId } as const
  return {
    ...noticeOf(offer, what, offer.merchant_name),
    // whoever sent it may have left before the answer came
    to: sent_by === null ? makers : { userIds: [sent_by], otherwise: makers },
    objectUrl: addressesOf(offer).operator,
    now,
  }
}

function noticeOf(offer: StoredOffer, what: Happening, by: string) {
  const kind = offer.kind as OfferKind
  const reason =
    offer.reject_reason === null ? '' : `<br>${escaped(offer.reject_reason.slice(0, 200))}`
  return {
    type: kind === 'proposal' ? 'Proposal' : 'Agreement',
    title: titles[kind][what],
    description: `<b>${escaped(offer.subject)}</b><br>${escaped(by)}${reason}`,
  }
}
