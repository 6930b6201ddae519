import {
  disputeState,
  paymentChannel,
  paymentMethod,
  paymentStatus,
  payoutState,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { attemptFilters } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import {
  calendarDay,
  currencyCode,
  defaultPageSize,
  id,
  localInstant,
  maxAmountMinor,
  modeName,
  noneKey,
  several,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** An empty value counts as absent. */
function unlessEmpty<T extends z.ZodType<unknown, string>>(value: T) {
  return z
    .string()
    .transform((given) => (given === '' ? undefined : given))
    .pipe(value.optional())
    .optional()
}

const amount = z
  .union([z.string(), z.number()])
  .transform((given) => (given === '' ? undefined : Number(given)))
  .pipe(
    z
      .int('An amount is a whole number of minor units, like 1250 for 12.50')
      .min(0)
      .max(maxAmountMinor)
      .optional(),
  )
  .optional()

/** A business day of the tenant (`2026-03-14`), or an instant (RFC 3339). */
const dayOrInstant = z.union(
  [calendarDay, localInstant],
  'A date is a day, like 2026-03-14, or an instant, like 2026-03-14T10:30:00Z',
)

const modeNumbers: Readonly<Record<string, string>> = { 1: 'Test', 2: 'Live' }

/** A mode by its name, or by its number, as the documents have it. */
const eitherMode = z
  .string()
  .transform((given) => modeNumbers[given] ?? given)
  .pipe(modeName)

const countryCode = z.string().regex(/^[A-Z]{2}$/, 'A country is a code of two capital letters')

/** A status in either spelling: `partially_refunded`, as answers have it, or `PartiallyRefunded`, as the documents do. */
const eitherStatus = z
  .string()
  .transform((given) => given.replace(/(?<=[a-z])[ -]?(?=[A-Z])/g, '_').toLowerCase())
  .pipe(paymentStatus)

/** A value, or that there is none. */
const orNone = <T extends z.ZodType<string, string>>(value: T) =>
  z.union([z.literal(noneKey), value])

const filterFields = {
  status: several(eitherStatus),
  method: several(paymentMethod),
  channel: several(paymentChannel),
  disputeState: several(disputeState),
  /** `waiting`: a payout to its payer waits for approval. */
  payout: unlessEmpty(payoutState),
  /** `-`, as in the filters below by what not every payment has: those that have none. */
  websiteId: several(orNone(id)),
  provider: several(z.string().max(100)),
  merchantId: several(id),
  /** Only platform staff can filter by tenant. */
  tenantId: unlessEmpty(id),
  currency: several(currencyCode),
  cardBrand: several(z.string().max(50)),
  customerCountry: several(orNone(countryCode)),
  /** Of the bank that issued the card. */
  issuerCountry: several(orNone(countryCode)),
  cardType: several(z.string().max(50)),
  midId: several(orNone(id)),
  /** The id of a rule of the merchant's routing; `-`: sent while none were in force. */
  routingRule: unlessEmpty(z.string().trim().max(40)),
  /** By what came of the attempts to authorise them. */
  attempts: unlessEmpty(z.enum(attemptFilters)),
  /** As the acquirer says it, or as the engine does. */
  declineReason: unlessEmpty(z.string().max(500)),
  declineCode: several(z.string().max(100)),
  /** In minor units, as all amounts. */
  amountFrom: amount,
  amountTo: amount,
  dateFrom: unlessEmpty(dayOrInstant),
  /** Inclusive: the whole day, or the instant itself. */
  dateTo: unlessEmpty(dayOrInstant),
  externalId: unlessEmpty(z.string().trim().max(255)),
  email: unlessEmpty(z.string().trim().max(254)),
  last4: unlessEmpty(z.string().regex(/^\d{4}$/, 'The last four digits are four digits')),
  /** Without it the `Mode` header decides. */
  mode: unlessEmpty(eitherMode),
  /**
   * Any id: of the payment, the merchant's own or its beginning, the acquirer's, a refund's; the beginning of an e-mail, of
   * the name or the domain in it; an amount; the last four digits.
   */
  searchKey: unlessEmpty(z.string().trim().max(255)),
}

/** The filter that the list, its totals and its export share. */
export const paymentFilter = z.object(filterFields)
export type PaymentFilter = z.output<typeof paymentFilter>

const sortFields = {
  sort: z.enum(['created', 'amount']).default('created'),
  order: z.enum(['desc', 'asc']).default('desc'),
}

const paymentOrder = z.object(sortFields)
export type PaymentOrder = z.output<typeof paymentOrder>

/** The last row that `pageIndex` reaches; beyond it a client pages by cursors, which cost the same at any depth. */
export const deepestRow = 10_000

export const listQuery = z.object({
  ...filterFields,
  ...sortFields,
  pageSize: z.coerce.number().int().min(1).max(1000).default(defaultPageSize),
  pageIndex: z.coerce.number().int().min(0).default(0),
  /** `nextCursor` or `previousCursor` of another page; `pageIndex` is then ignored. */
  cursor: unlessEmpty(z.string().max(500)),
  /** Where `searchKey` is searched for, if not everywhere: in the merchant's order numbers. */
  searchParam: unlessEmpty(z.enum(['external_id'])),
})
export type ListQuery = z.output<typeof listQuery>

/** For alternative payments, the field in which `searchKey` is searched. */
export const alternativeQuery = listQuery.extend({
  searchParam: unlessEmpty(z.enum(['id', 'externalId', 'email', 'external_id'])),
})
export type AlternativeQuery = z.output<typeof alternativeQuery>

/** What became of a request to an acquirer. */
export const requestStates = [
  ...(['sent', 'unknown', 'challenge', 'pending', 'approved', 'declined', 'failed'] as const),
] as const
export const requestState = z.enum(requestStates)

/** For requests by alternative methods: what became of them, too. */
export const requestQuery = alternativeQuery.extend({ requestState: several(requestState) })
export type RequestQuery = z.output<typeof requestQuery>

export const exportQuery = z.object({
  ...filterFields,
  ...sortFields,
  /** Columns in their order; all of the audience's when left out. */
  columns: several(z.string().max(50)),
  /** Minutes that UTC is ahead of the user, like JavaScript's `getTimezoneOffset`. */
  timezoneOffset: z.coerce.number().int().min(-900).max(900).default(0),
  /** IANA name. It takes precedence, because an offset changes with daylight saving time. */
  timeZone: unlessEmpty(z.string().max(100)),
  /** The language of the header row. */
  language: unlessEmpty(z.string().max(35)),
})
