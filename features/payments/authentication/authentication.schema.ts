import { z } from 'zod'

/** For what strong authentication may be spared, when the issuer agrees; a fraud chargeback is then the merchant's. */
export const exemption = z.enum([
  'low_value',
  'transaction_risk_analysis',
  'trusted_beneficiary',
  'secure_corporate',
])
export type Exemption = z.infer<typeof exemption>

/** How a card payment was authenticated. The proof (CAVV, AAV) is no part of it. */
export const threeDSecure = z.object({
  version: z.string().nullable().describe('Of EMV 3-D Secure; null: no authentication took place.'),
  outcome: z
    .enum([
      ...(['authenticated', 'attempted', 'failed', 'unavailable'] as const),
      ...(['rejected', 'challenged', 'exempted'] as const),
    ])
    .nullable()
    .describe('Null: none was asked for, or the issuer refused an exemption and wants one.'),
  flow: z
    .enum(['frictionless', 'challenge'])
    .nullable()
    .describe('Whether the payer was asked to confirm; null: no authentication took place.'),
  eci: z.string().nullable().describe('The card scheme’s electronic commerce indicator.'),
  dsTransactionId: z.string().nullable(),
  liabilityShift: z.enum(['issuer', 'merchant']).describe('Who bears a chargeback for fraud.'),
  exemption: z
    .object({
      asked: z.enum([...exemption.options, 'moto', 'merchant_initiated']),
      granted: z.boolean(),
    })
    .nullable()
    .describe(
      'What was asked for instead of an authentication, or what the payment is that needs none.',
    ),
})
export type ThreeDSecure = z.infer<typeof threeDSecure>

/** What a page finds out about the browser that it is in. */
export const pageBrowser = z.strictObject({
  language: z.string().min(1).max(35).describe('BCP 47.'),
  colorDepth: z.int().min(1).max(64).describe('`screen.colorDepth`'),
  screenHeight: z.int().min(0).max(999_999).describe('`screen.height`'),
  screenWidth: z.int().min(0).max(999_999).describe('`screen.width`'),
  timeZoneOffset: z
    .int()
    .min(-900)
    .max(900)
    .describe('As JavaScript’s `getTimezoneOffset` says it: minutes, positive west of UTC.'),
  javaEnabled: z.boolean().describe('`navigator.javaEnabled()`'),
  challengeWindowSize: z
    .enum(['01', '02', '03', '04', '05'])
    .describe('`01` 250 × 400, `02` 390 × 400, `03` 500 × 600, `04` 600 × 400, `05` full screen.'),
})
export type PageBrowser = z.infer<typeof pageBrowser>

const header = z.string().min(1).max(2048)

/** The payer's browser, for 3-D Secure. Without JavaScript, screen, colours, time zone and Java are not known. */
export const payerBrowser = pageBrowser.partial().extend({
  acceptHeader: header.describe('The header Accept that the browser sent your server.'),
  userAgent: header.describe('The header User-Agent that it sent.'),
  javaScriptEnabled: z.boolean().describe('Whether scripts run in it.'),
  ip: z.union([z.ipv4(), z.ipv6()]).optional().describe('Its address.'),
})
export type PayerBrowser = z.infer<typeof payerBrowser>
