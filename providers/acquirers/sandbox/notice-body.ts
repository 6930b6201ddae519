import { z } from 'zod'
import type { AcquirerNotice } from '../acquirer.ts'

// How the sandbox acquirers write a notice: JSON, amounts in minor units.

const amount = z.int().transform(BigInt)

const dispute = z.object({
  reference: z.string().min(1).max(100),
  sequence: z.int().min(0).max(2_147_483_647),
  stage: z.enum(['chargeback', 'pre_arbitration', 'arbitration']),
  state: z.enum(['opened', 'answered', 'under_review', 'accepted', 'won', 'lost']),
  amountMinor: amount,
  lostMinor: amount,
  currency: z.string().max(3),
  reasonCode: z.string().max(100),
  respondBy: z.iso.datetime().pipe(z.coerce.date()).nullable(),
})

/** Without the proof: that is looked up. */
const threeDSecure = z
  .object({
    version: z.string().max(20).nullable(),
    outcome: z
      .enum([
        ...(['authenticated', 'attempted', 'failed', 'unavailable'] as const),
        ...(['rejected', 'challenged', 'exempted'] as const),
      ])
      .nullable(),
    flow: z.enum(['frictionless', 'challenge']).nullable(),
    eci: z.string().max(2).nullable(),
    dsTransactionId: z.string().max(36).nullable(),
    liabilityShift: z.enum(['issuer', 'merchant']),
    exemption: z
      .object({
        asked: z.enum([
          ...(['low_value', 'transaction_risk_analysis', 'trusted_beneficiary'] as const),
          ...(['secure_corporate', 'moto', 'merchant_initiated'] as const),
        ]),
        granted: z.boolean(),
      })
      .nullable(),
  })
  .exactOptional()

const answer = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('approved'),
    amountMinor: amount,
    acquirerReference: z.string().min(1).max(100),
    expiresAt: z.iso.datetime().exactOptional(),
    scheme: z
      .object({ transactionId: z.string().max(64), linkId: z.string().max(64).exactOptional() })
      .exactOptional(),
    storedCard: z.string().max(200).exactOptional(),
    threeDSecure,
  }),
  z.object({
    result: z.literal('declined'),
    code: z.string().max(100),
    text: z.string().max(500),
    isSoft: z.boolean(),
    threeDSecure,
  }),
  z.object({ result: z.literal('challenge'), url: z.url(), expiresAt: z.iso.datetime() }),
  z.object({ result: z.literal('pending') }),
  z.object({
    result: z.literal('failed'),
    code: z.string().max(100),
    text: z.string().max(500),
  }),
])

const outcome = z.object({ reference: z.uuid(), currency: z.string().max(3), answer })

const about = {
  id: z.string().min(1).max(100),
  metadata: z.object({ tenantId: z.string(), paymentId: z.string() }),
}
const notice = z.union([z.object({ ...about, dispute }), z.object({ ...about, outcome })])

export function noticeBody(createdAt: Date, content: AcquirerNotice): string {
  return JSON.stringify({ createdAt, ...content }, (_key, value) =>
    typeof value === 'bigint' ? Number(value) : value,
  )
}

export function readNotice(body: string): AcquirerNotice | undefined {
  try {
    return notice.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}
