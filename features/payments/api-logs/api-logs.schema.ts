import { id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const apiLog = z.object({
  id,
  direction: z.enum(['inbound', 'outbound']),
  peer: z.string(),
  method: z.string(),
  url: z.string(),
  status: z.int().nullable(),
  durationMs: z.int(),
  requestId: z.string().nullable(),
  /** Of a call of the merchant's server; the same key again is answered with the same. */
  idempotencyKey: z.string().nullable(),
  createdAt: timestamp,
})
export type ApiLog = z.infer<typeof apiLog>

/** With request and response as JSON text, which were stored without secrets. */
export const apiLogInFull = apiLog.extend({
  paymentId: id.nullable(),
  request: z.string().nullable(),
  response: z.string().nullable(),
})
export type ApiLogInFull = z.infer<typeof apiLogInFull>
