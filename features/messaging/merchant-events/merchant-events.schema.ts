import { z } from 'zod'

const undone = ['waiting', 'unknown', 'declined', 'failed']

/** What events say happened to each of their subjects; `docs/merchant-api.md` explains them. */
const happenings: Readonly<Record<string, readonly string[]>> = {
  payment: [
    ...['pending', 'waiting_for_approval', 'approved', 'reserved', 'incremented', 'captured'],
    ...['voided', 'refunded', 'reversed', 'declined', 'blocked', 'failed', 'expiring'],
  ],
  capture: undone,
  increment: undone,
  void: undone,
  refund: undone,
  reversal: undone,
  dispute: ['opened', 'answered', 'under_review', 'accepted', 'won', 'lost'],
  payout: [
    ...['requested', 'waiting_for_approval', 'approved', 'sent', 'waiting', 'unknown', 'paid'],
    ...['returned', 'declined', 'failed'],
  ],
  waiting_action: ['done', 'refused', 'rejected', 'withdrawn', 'expired', 'void'],
  stored_card: ['verified', 'refused', 'expiring', 'expired'],
}

/** Every type that an event has, like `payment.captured`. */
export const merchantEventTypes = Object.entries(happenings).flatMap(([subject, all]) =>
  all.map((happening) => `${subject}.${happening}`),
)

/** `payment.captured` is itself, `payment.*` everything of payments, `*` everything. */
export const eventType = z
  .enum(
    ['*', ...Object.keys(happenings).map((subject) => `${subject}.*`), ...merchantEventTypes],
    'No event has this type. The guide to the merchant API lists them: like payment.captured, payment.* or *',
  )
  .meta({ examples: ['payment.captured'] })
