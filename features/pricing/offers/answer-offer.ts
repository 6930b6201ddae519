import { type UserContext, updateWithAudit } from './change-offer.ts'
import type { OfferKind } from './offer-kinds.schema.ts'
import { notifyOfferAnswered } from './offer-notifications.ts'
import { updateOffer } from './offers.queries.ts'
import { type Answer, checkAnswer, type OfferStatus } from './offers.rules.ts'
import { contentHashOf, offerView } from './offers.views.ts'

interface AnswerInput extends Answer {
  readonly rejectReason?: string
}

/** Accepts or rejects an offer. The answer applies only to the stored text, and records who gave it for which side. */
export async function answerOffer(
  kind: OfferKind,
  id: string,
  answer: AnswerInput,
  context: UserContext,
) {
  const { caller, now } = context
  return offerView(
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
