import {
  paymentChannel,
  paymentMethod,
  paymentStatus,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { terminalPermissions } from '@counterfoil/features/payments/virtual-terminal/virtual-terminal.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  amountMinor,
  currencyCode,
  cursorListOf,
  id,
  idParams,
  modeName,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const path = '/api/processing-setup'

const setupPermissions = {
  operator: ['CRM.Transaction.ProcessingSetupTool', 'Platform.Transaction.ProcessingSetupTool'],
  merchant: ['Merchant.Transaction.ProcessingSetupTool'],
}
const setupReaders = [...setupPermissions.operator, ...setupPermissions.merchant]

export const setupBrand = z.enum([
  'visa',
  'mastercard',
  'american_express',
  'maestro',
  'jcb',
  'diners_club',
  'discover',
  'unionpay',
  'troy',
])
export type SetupBrand = z.infer<typeof setupBrand>

/** What must hold, in the order in which the engine checks it; what it does not check stands last. */
const setupChecks = [
  ...(['merchant_active', 'website', 'mode', 'currency_known'] as const),
  ...(['merchant_open', 'processing', 'method_on', 'currency_on', 'country_on'] as const),
  ...(['industry_on', 'risk_limit', 'screening', 'route', 'approval', 'fee'] as const),
] as const
export type SetupCheckId = (typeof setupChecks)[number]

/** The payment that is asked about. */
const setupOrder = {
  /** Absent: the caller's own merchant. */
  merchantId: id.optional(),
  method: paymentMethod,
  /** Of a card; absent: Visa. */
  brand: setupBrand.optional(),
  currency: currencyCode,
  channel: paymentChannel.default('api'),
  websiteId: id.optional(),
}

const setupCheck = z.object({
  id: z.enum(setupChecks),
  state: z.enum(['fulfilled', 'missing', 'warning']),
  /** Why it is not fulfilled: the engine's code, with its values. */
  code: z.string().nullable(),
  values: z.record(z.string(), z.string()),
})
export type SetupCheck = z.infer<typeof setupCheck>

const setupAnswer = z.object({
  ...{ merchantId: id, merchantName: z.string(), tenantId: id, mode: modeName },
  ...{ method: paymentMethod, brand: setupBrand.nullable(), currency: z.string() },
  amount: z.int(),
  /** Whether the engine would send the payment to an acquirer. */
  isReady: z.boolean(),
  missing: z.int(),
  checks: z.array(setupCheck),
  /** The merchant's MIDs of the mode, in the order in which they are tried; null: not for the reader. */
  mids: z
    .array(
      z.object({
        ...{ id, midCode: z.string(), provider: z.string(), isEligible: z.boolean() },
        /** Why it is passed over. */
        code: z.string().nullable(),
        values: z.record(z.string(), z.string()),
      }),
    )
    .nullable(),
  /** What screening finds; null: not for the reader. */
  findings: z
    .array(z.object({ rule: z.string(), outcome: z.string(), message: z.string() }))
    .nullable(),
  websites: z.array(z.object({ id, name: z.string() })),
})
export type SetupAnswer = z.infer<typeof setupAnswer>

export const readSetup = endpoint({
  id: 'processing-setup.read',
  method: 'GET',
  path: `${path}/check`,
  summary:
    'What is missing until a merchant can take a payment, in the order in which it is checked',
  permission: setupReaders,
  query: z.object({
    ...setupOrder,
    /** Absent: the merchant's own. */
    currency: currencyCode.optional(),
    /** Absent: ten of the currency. */
    amount: z.coerce.number().pipe(amountMinor).optional(),
  }),
  answer: setupAnswer,
})

const merchantSetup = z.object({
  ...{ merchantId: id, merchantName: z.string(), tenantId: id, tenantName: z.string() },
  isReady: z.boolean(),
  cells: z.array(
    z.object({
      ...{ method: paymentMethod, currency: z.string(), isReady: z.boolean(), missing: z.int() },
    }),
  ),
})
export type MerchantSetup = z.infer<typeof merchantSetup>

export const listSetups = endpoint({
  id: 'processing-setup.list',
  method: 'GET',
  path: `${path}/merchants`,
  summary:
    'Which merchants can take which methods and currencies, and how much is missing of the others',
  permission: setupPermissions.operator,
  query: z.object({
    tenantId: id.optional(),
    searchKey: z.string().max(255).optional(),
    method: paymentMethod.optional(),
    brand: setupBrand.optional(),
    /** Absent: the merchant's own currency and those that its MIDs name. */
    currency: currencyCode.optional(),
    /** Merchants that can take all that is asked about, or that cannot. */
    state: z.enum(['ready', 'not_ready']).optional(),
    cursor: z.string().max(400).optional(),
    pageSize: z.coerce.number().int().min(1).max(50).default(25),
  }),
  answer: cursorListOf(merchantSetup),
})

const stepNames = [
  'order',
  'screening',
  'routing',
  'attempt',
  'capture',
  'ledger',
  'webhook',
] as const

const setupStep = z.object({
  name: z.enum(stepNames),
  state: z.enum(['done', 'warning', 'refused', 'waiting', 'none']),
  /** In the machine's English; `code` and `values` are there where the reader's language has words for it. */
  text: z.string().nullable(),
  code: z.string().nullable(),
  values: z.record(z.string(), z.string()),
  at: timestamp.nullable(),
})
export type SetupStep = z.infer<typeof setupStep>

const testPayment = z.object({
  ...{ id, merchantId: id, status: paymentStatus, amount: z.int(), currency: z.string() },
  /** Nothing more is to be expected. */
  isOver: z.boolean(),
  steps: z.array(setupStep),
})
export type TestPayment = z.infer<typeof testPayment>

export const readTestPayment = endpoint({
  id: 'processing-setup.test-payment',
  method: 'GET',
  path: `${path}/test-payments/:id`,
  summary: 'How far a test payment of the set-up tool came, step by step',
  permission: setupReaders,
  params: idParams,
  answer: testPayment,
})

/** With the permission of the virtual terminal: no permission is documented for test payments alone. */
export const createTestPayment = endpoint({
  id: 'processing-setup.createTestPayment',
  method: 'POST',
  path: `${path}/test-payments`,
  summary: 'Take a payment in Test mode with a card of the sandbox, through the whole engine',
  permission: terminalPermissions,
  body: z.strictObject({ ...setupOrder, amount: amountMinor }),
  answer: z.object({ id, status: paymentStatus }),
  status: 201,
  idempotent: true,
  refreshes: ['payments.*', 'processing-setup.*'],
})
