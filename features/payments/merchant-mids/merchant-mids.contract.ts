import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const channelsView = 'Merchant.PaymentsSettings.PaymentChannel.View'
export const midsView = 'Merchant.PaymentsSettings.PaymentChannel.MidManagement'

/** Where the merchant asks its operator for changes. */
export const requestsPath = '/merchant/payment-settings/channel-requests'

const limit = z.object({
  /** In minor units. */
  most: z.int(),
  /** Of what is authorised so far; null: each payment by itself. */
  used: z.int().nullable(),
})

const merchantMid = z.object({
  id,
  midCode: z.string(),
  provider: z.string(),
  priority: z.int(),
  /** Empty lists: all. */
  methods: z.array(z.string()),
  brands: z.array(z.string()),
  currencies: z.array(z.string()),
  /** What a payer reads on the statement. */
  descriptor: z.string(),
  state: z.enum(['open', 'scheduled', 'off', 'over', 'not_connected', 'provider_off']),
  activeFrom: timestamp.nullable(),
  activeUntil: timestamp.nullable(),
  /** The currency of the limits, which do not apply to others. */
  limitCurrency: z.string().nullable(),
  largest: limit.nullable(),
  day: limit.nullable(),
  month: limit.nullable(),
})
export type MerchantMid = z.infer<typeof merchantMid>

export const listMerchantMids = endpoint({
  id: 'merchant-mids.list',
  method: 'GET',
  path: '/api/merchant/mids',
  summary: 'The MIDs of the user’s own merchant: what each takes, its limits and when it is open',
  permission: [channelsView, midsView],
  answer: z.object({
    mode: modeName,
    mids: z.array(merchantMid),
    /** What the operator or the platform switched off, whatever a MID takes. */
    methodsOff: z.array(z.string()),
    currenciesOff: z.array(z.string()),
  }),
})
