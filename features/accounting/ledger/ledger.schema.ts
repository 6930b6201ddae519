import { z } from 'zod'

/** Where money of a payment is, or from where it was paid: each has an account. */
const paidPlaces = ['acquirer', 'bank', 'cash'] as const
/** What came in as a transfer that nobody knew is captured from suspense. */
export type MoneyPlace = (typeof paidPlaces)[number] | 'suspense'

/** Who paid a refund that was marked by hand. What a merchant pays back by itself moves no money of its tenant's. */
export const refundSources = [...paidPlaces, 'merchant'] as const
export const refundSource = z.enum(refundSources)
export type RefundSource = z.infer<typeof refundSource>
