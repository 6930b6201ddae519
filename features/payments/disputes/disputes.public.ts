import type { Db } from '@counterfoil/kit/database/database.ts'
import { answerDispute, closeDispute, openDispute } from './decide-dispute.ts'
import {
  listDisputes,
  listMerchantDisputes,
  type MerchantDisputeSearch,
  seesDispute,
} from './disputes.queries.ts'
import type { DisputeView, MerchantDispute } from './disputes.schema.ts'
import { viewDisputes } from './disputes.views.ts'
import { recordDispute } from './record-dispute.ts'
import { sendAnswer } from './send-answer.ts'

// The public functions of disputes.

export { answerDispute, closeDispute, openDispute, recordDispute, seesDispute, sendAnswer }

/** The disputes of a payment that the caller may see, oldest first. */
export async function listDisputeViews(db: Db, paymentId: string): Promise<DisputeView[]> {
  const viewed = await viewDisputes(db, await listDisputes(db, paymentId))
  return viewed.map(({ view }) => view)
}

/** A merchant's disputes in one mode, for its server, the newest first. */
export async function listMerchantDisputeViews(
  db: Db,
  search: MerchantDisputeSearch,
): Promise<MerchantDispute[]> {
  const viewed = await viewDisputes(db, await listMerchantDisputes(db, search))
  return viewed.map(({ dispute, view }) => ({ ...view, paymentId: dispute.paymentId }))
}
