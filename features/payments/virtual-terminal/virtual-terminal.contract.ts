import { cardFields } from '@counterfoil/features/payments/card-tokens/card-fields.schema.ts'
import { cardToken } from '@counterfoil/features/payments/card-tokens/card-tokens.contract.ts'
import {
  orderType,
  paymentView,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import {
  cardVerification,
  storedMethod,
  usableCard,
  usesField,
} from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  amountMinor,
  currencyCode,
  emailAddress,
  id,
  listOf,
  modeName,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const path = '/api/virtual-terminal'

/** For operators and for merchants. */
export const terminalPermissions = [
  'CRM.Transaction.VirtualTerminal',
  'Merchant.Transaction.VirtualTerminal',
]

/** Absent: the caller's own merchant. */
const merchantId = id.optional()

export const openTerminal = endpoint({
  id: 'virtual-terminal.open',
  method: 'POST',
  path: `${path}/tickets`,
  summary:
    'What the card fields may make tokens with, for one merchant in the mode, for half an hour',
  permission: terminalPermissions,
  body: z.object({ merchantId }),
  answer: z.object({
    ticket: z.string(),
    mode: modeName,
    /** Every MID that could take it is of a sandbox acquirer: no money moves, in Live either. */
    isSandbox: z.boolean(),
    merchantName: z.string(),
    homeCurrency: currencyCode,
    websites: z.array(z.object({ id, name: z.string() })),
  }),
})

export const createTerminalToken = endpoint({
  id: 'virtual-terminal.createTerminalToken',
  method: 'POST',
  path: `${path}/card-tokens`,
  summary: 'Make a token of the card that was typed into the card fields',
  public: true,
  body: z.strictObject({ ticket: z.string().max(500), ...cardFields }),
  answer: cardToken,
  status: 201,
  cardNumberIn: 'number',
  isCrossOrigin: true,
})

/** Imported by its name by the form. */
export const terminalOrder = z.strictObject({
  merchantId,
  websiteId: id.optional(),
  amount: amountMinor,
  currency: currencyCode,
  /** Capture at once; otherwise the payment is authorised and captured later. */
  capture: z.boolean().default(true),
  orderType,
  email: emailAddress.optional(),
  externalId: z.string().min(1).max(100).optional(),
  description: z.string().max(500).optional(),
})

export const listTerminalCards = endpoint({
  id: 'virtual-terminal.listTerminalCards',
  method: 'GET',
  path: `${path}/stored-cards`,
  summary: 'Cards that a customer let the merchant keep, and that can be charged now',
  permission: terminalPermissions,
  query: z.object({ merchantId, email: emailAddress }),
  answer: listOf(usableCard),
})

/** Imported by its name by the form. */
export const terminalCard = z.strictObject({
  merchantId,
  /** A card is stored for a customer who is known. */
  email: emailAddress,
  /** In which the issuer is asked, for an amount of zero. */
  currency: currencyCode,
  /** How the customer agreed to it. */
  orderType,
  uses: usesField,
  /** The customer agreed to it; without that no card is stored. */
  consent: z.literal(true, 'Store a card only if the customer has agreed to it'),
})

export const storeTerminalCard = endpoint({
  id: 'virtual-terminal.storeTerminalCard',
  method: 'POST',
  path: `${path}/stored-cards`,
  summary:
    'Store a card without a payment, on what a customer agreed to by mail or telephone: its issuer is asked whether it is good',
  permission: terminalPermissions,
  body: terminalCard.extend({
    /** Of the card that was typed. */
    token: id,
  }),
  answer: z.object({
    id,
    brand: z.string(),
    last4: z.string().nullable(),
    verification: cardVerification,
  }),
  status: 201,
  idempotent: true,
  refreshes: ['virtual-terminal.*', 'payers.*'],
})

export const createTerminalPayment = endpoint({
  id: 'virtual-terminal.createTerminalPayment',
  method: 'POST',
  path: `${path}/payments`,
  summary:
    'Take a payment of an order by mail or telephone, or what a customer agreed to be charged',
  permission: terminalPermissions,
  body: terminalOrder.extend({
    /** How the order came; absent where the merchant charges a stored card without the customer. */
    orderType: orderType.optional(),
    /** Of the card that was typed. */
    token: id.optional(),
    /** Instead of a card that is typed. */
    storedCard: storedMethod.omit({ type: true }).optional(),
  }),
  answer: paymentView,
  status: 201,
  idempotent: true,
  refreshes: ['payments.*'],
})
