import { enqueueWebhooks } from '@counterfoil/features/messaging/webhooks/webhooks.public.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { type StoredCard, storedCardView } from './stored-cards.rules.ts'

/** An event of a stored card, for the merchant's servers. */
export function announceStoredCard(
  db: Db,
  jobs: Jobs,
  card: StoredCard,
  type: string,
  now: Date,
): Promise<void> {
  const { merchantId, paymentId } = card
  const mode = card.mode as Mode
  const data = storedCardView(card)
  return enqueueWebhooks(db, jobs, {
    ...{ merchantId, mode, paymentId, eventId: newId(now), type, data, now },
  })
}
