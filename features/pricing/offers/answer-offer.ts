import { type Called, updateWithAudit } from './change-offer.ts'
import type { OfferKind } from './offer-labels.contract.ts'
import { notifyOfferAnswered } from './offer-notifications.ts'
import { updateOffer } from './offers.queries.ts'
import { type Answer, checkAnswer, type OfferStatus } from './offers.rules.ts'
import { contentHashOf, viewOf } from './offers.views.ts'

interface Given extends Answer {
  readonly rejectReason?: string
}

/** An answer is one to the text that lies there, and to no other; whoever gives it, and for which side, is kept with it. */
export async function answerOffer(kind: OfferKind, id: string, answer: Given, context: Called) {
  const { caller, now } = context
  return viewOf(
    await updateWithAudit(kind, id, context, async (db, offer) => {
      const standing = {
        status: offer.status as OfferStatus,
        expiresAt: offer.expires_at,
        contentHash: offer.content_hash,
      }
      checkAnswer(standing, answer, contentHashOf(offer), now)
      const answered = await updateOffer(db, id, {
        status: answer.isAccepted ? 'accepted' : 'rejected',
        reject_reason: answer.isAccepted ? null : (answer.rejectReason ?? ''),
        answered_by_name: caller.name,
        answered_for: caller.userType,
        answered_at: now,
        updated_at: now,
      })
      await notifyOfferAnswered(db, answered, context)
      return answered
    }),
  )
}
