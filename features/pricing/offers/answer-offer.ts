import { claimFiles } from '@counterfoil/features/messaging/files/files.public.ts'
import { utcDayOf } from '@counterfoil/kit/contract/calendar-days.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { dayOf } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type UserContext, updateWithAudit } from './change-offer.ts'
import { type OfferKind, offerKindNames } from './offer-kinds.schema.ts'
import { notifyOfferAnswered, notifyOfferWithdrawn } from './offer-notifications.ts'
import { findNewerVersion, findOffer, type StoredOffer, updateOffer } from './offers.queries.ts'
import { type Answer, checkAnswer, checkEvidence, requirePending } from './offers.rules.ts'
import { contentHashOf, offerState } from './offers.views.ts'
import { proposalSubjects } from './proposal-subjects.public.ts'

interface AnswerInput extends Answer {
  readonly rejectReason?: string
  readonly consent?: true | undefined
}

/** Accepts or rejects an offer. The answer applies only to the stored text, and records who gave it for which side. */
export async function answerOffer(
  kind: OfferKind,
  id: string,
  answer: AnswerInput,
  context: UserContext,
) {
  const { caller, now } = context
  // in the zone that is furthest ahead, where the next day begins first
  const today = utcDayOf(new Date(now.getTime() + 14 * hourMs))
  const request = { call: 'answer', id, body: answer } as const
  return updateWithAudit(kind, request, context, async (db, offer) => {
    checkAnswer(offerState(offer), answer, contentHashOf(offer), now)
    checkEvidence(answer, caller.userType === 'merchant', today)
    await refuseReplaced(db, offer)
    await claimEvidence(db, kind, offer, answer, context)
    const answered = await updateOffer(db, id, {
      status: answer.isAccepted ? 'accepted' : 'rejected',
      reject_reason: answer.isAccepted ? null : (answer.rejectReason ?? ''),
      ...(answer.isAccepted ? acceptanceOf(answer, context) : {}),
      answered_by_name: caller.name,
      answered_for: caller.userType,
      answered_at: now,
      updated_at: now,
    })
    if (answer.isAccepted) await moveOpportunityOf(db, answered, context)
    await notifyOfferAnswered(db, answered, context)
    return answered
  })
}

/** An old mail leads to the version of its day: an answer to that one would be taken for one to the offer. */
async function refuseReplaced(db: Db, offer: StoredOffer): Promise<void> {
  if ((await findNewerVersion(db, offer, true)) === undefined) return
  throw new Problem('offer.replaced', 409, 'A newer version was sent. Read and answer that one.')
}

/** Opportunities are the tenant's: a merchant's user, whose acceptance moves one on, does not see them. */
async function moveOpportunityOf(
  db: Db,
  { kind, proposal_id }: StoredOffer,
  context: UserContext,
): Promise<void> {
  if (kind !== 'agreement' || proposal_id === null) return
  await db.inWholeTenant(async (whole) => {
    const proposal = await findOffer(whole, 'proposal', proposal_id)
    const opportunityId = proposal?.opportunity_id ?? null
    if (opportunityId !== null) await proposalSubjects()?.signed(whole, context, opportunityId)
  })
}

/** Takes back what was sent, before the merchant answers it: then it can no longer be accepted. */
export async function withdrawOffer(
  kind: OfferKind,
  id: string,
  reason: string,
  context: UserContext,
) {
  const { caller, now } = context
  const request = { call: 'withdraw', id, body: reason } as const
  return updateWithAudit(kind, request, context, async (db, offer) => {
    requirePending(offerState(offer))
    const withdrawn = await updateOffer(db, id, {
      // programs know four statuses: `withdrawn_at` distinguishes it from a rejection
      status: 'rejected',
      reject_reason: reason,
      answered_by_name: caller.name,
      answered_for: caller.userType,
      answered_at: now,
      withdrawn_at: now,
      updated_at: now,
    })
    await notifyOfferWithdrawn(db, withdrawn, context)
    return withdrawn
  })
}

/**
 * Who accepted, and how. The documented call of a merchant has neither name nor consent: then it is the signed-in user who
 * accepted, and nobody is said to have consented in words (docs/decisions/0025).
 */
function acceptanceOf(answer: AnswerInput, { caller, now }: UserContext) {
  const { signedBy, consent, evidence } = answer
  const isWhole = signedBy !== undefined && consent === true
  const ofMerchant = isWhole ? 'portal' : 'api'
  return {
    signed_by: signedBy ?? caller.name,
    accepted_through: caller.userType === 'merchant' ? ofMerchant : 'recorded',
    consented_at: consent === true ? now : null,
    evidence_channel: evidence?.channel ?? null,
    evidence_on: evidence === undefined ? null : dayOf(evidence.acceptedOn),
    evidence_file_id: evidence?.fileId ?? null,
  }
}

/** The proof belongs to the offer from now on. Operators' files are seen by transactions of the whole tenant alone. */
async function claimEvidence(
  db: Db,
  kind: OfferKind,
  offer: StoredOffer,
  { isAccepted, evidence }: AnswerInput,
  { caller }: UserContext,
): Promise<void> {
  if (!isAccepted || evidence === undefined) return
  await db.inWholeTenant((whole) =>
    claimFiles(whole, caller, {
      fileIds: [evidence.fileId],
      recordType: offerKindNames[kind].id,
      recordId: offer.id,
      merchantId: offer.merchant_id,
    }),
  )
}
