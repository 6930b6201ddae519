import { z } from 'zod'

/** What is done about a refund while a dispute of the payment is open. `warned`: it is made if it is confirmed. The strictest first. */
export const disputeRefundRule = z.enum(['refused', 'warned', 'allowed'])
export type DisputeRefundRule = z.infer<typeof disputeRefundRule>
