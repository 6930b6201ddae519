import { currencyCode, id, maxAmountMinor } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

// A rule set says where a merchant's payments go. Its rules are read from the top: the first whose conditions all hold
// takes the payment.

/** What a condition is about, of which a payment has one of many values. */
const listedFacts = [
  'currency',
  'method',
  'brand',
  'issuerCountry',
  'customerCountry',
  'website',
  'channel',
  'orderType',
  'risk',
] as const
export type ListedFact = (typeof listedFacts)[number]

/** What screening found; what it blocks is not routed. */
export const riskValues = ['none', 'flag', 'review'] as const
export type Risk = (typeof riskValues)[number]

/** `failing`: the last calls failed, and it is tried still; `open`: it is not tried for now. */
export const healthValues = ['healthy', 'failing', 'open'] as const
export type Health = (typeof healthValues)[number]

export const channelValues = [
  'api',
  'virtual_terminal',
  'payment_link',
  'batch',
  'pos',
  'recurring',
] as const
export const methodValues = ['card', 'bank_transfer', 'alternative'] as const
export const orderTypeValues = ['mail', 'telephone'] as const

const amount = z.int().min(0).max(maxAmountMinor)
const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time of day is like 08:30')
  .meta({ examples: ['08:30'] })
const firstSix = z
  .string()
  .regex(/^\d{6}$/, 'The first digits of a card are six digits')
  .meta({ examples: ['424242'] })

/** An amount is of a currency: payments in others do not meet the condition. Both ends are included. */
const amountCondition = z.strictObject({
  fact: z.literal('amount'),
  currency: currencyCode,
  min: amount.nullable(),
  max: amount.nullable(),
})

/** The first six digits of the card; both ends are included. */
const iinCondition = z.strictObject({
  fact: z.literal('iin'),
  from: firstSix,
  to: firstSix,
})

/** In the tenant's time zone. Monday is 1. A time that is over midnight belongs to the day on which it begins. */
const timeCondition = z.strictObject({
  fact: z.literal('time'),
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: clock,
  to: clock,
})

const healthCondition = z.strictObject({
  fact: z.literal('health'),
  midId: id,
  is: z.array(z.enum(healthValues)).min(1).max(3),
})

/** What a payment does not name, neither is nor is not one of the values. */
const listedCondition = z.strictObject({
  fact: z.enum(listedFacts),
  isNot: z.boolean(),
  values: z.array(z.string().trim().min(1).max(60)).min(1).max(100),
})

const condition = z.discriminatedUnion('fact', [
  amountCondition,
  iinCondition,
  timeCondition,
  healthCondition,
  listedCondition,
])
export type Condition = z.infer<typeof condition>
export type ListedCondition = z.infer<typeof listedCondition>

const midIds = z.array(id).min(1).max(20)

/** Where a rule sends payments. Shares are hundredths of a per cent, and together exactly 10,000. */
const target = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('order'), midIds }),
  z.strictObject({
    way: z.literal('split'),
    parts: z
      .array(z.strictObject({ midId: id, basisPoints: z.int().min(1).max(10_000) }))
      .min(1)
      .max(20),
  }),
  z.strictObject({ way: z.literal('cheapest'), midIds }),
  z.strictObject({
    way: z.literal('approval'),
    midIds,
    /** Of how many days approvals are counted. */
    days: z.int().min(1).max(30),
    /** With fewer payments a MID has no rate, and stands behind those that have one. */
    atLeast: z.int().min(1).max(100_000),
  }),
])
export type Target = z.infer<typeof target>

/** What becomes of payments that no rule takes: they go by the MIDs' own priority, or nowhere. */
const byPriority = z.strictObject({ way: z.literal('priority') })
const nowhere = z.strictObject({ way: z.literal('none') })

const rule = z.strictObject({
  /** Stays the same over versions, so that they can be compared. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().trim().min(1).max(80),
  conditions: z.array(condition).max(20),
  to: target,
  /** After the rule's own MIDs those of the last line are tried. */
  goesOn: z.boolean(),
})
export type Rule = z.infer<typeof rule>

export const ruleSet = z
  .strictObject({
    rules: z.array(rule).max(500),
    otherwise: z.discriminatedUnion('way', [...target.options, byPriority, nowhere]),
    /** Hundredths of a per cent of the payments that try a MID of their rule at random, so that others are known too. */
    explore: z.int().min(0).max(1_000),
  })
  .meta({ examples: [{ rules: [], otherwise: { way: 'priority' }, explore: 0 }] })
export type RuleSet = z.infer<typeof ruleSet>
export type Otherwise = RuleSet['otherwise']

/** The rule that stands below all others. */
export const otherwiseId = 'otherwise'
/** Stands for the share that is sent at random where versions are compared. */
export const exploreId = 'explore'

/** What is known of a payment when it is routed. Null: it does not name it, or has none. */
export interface RoutedFacts {
  /** Drawn by: the id of the operation. */
  readonly key: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly method: string
  readonly brand: string | null
  /** The first six digits of the card. */
  readonly iin: string | null
  readonly issuerCountry: string | null
  readonly customerCountry: string | null
  readonly website: string | null
  readonly channel: string
  readonly orderType: string | null
  readonly risk: Risk
  /** Minutes since Monday, 00:00, in the tenant's time zone. */
  readonly weekMinute: number
  /** Of MIDs that are not healthy. */
  readonly health: Readonly<Record<string, Exclude<Health, 'healthy'>>>
}

/** A MID as rules rank it. */
export interface RankedMid {
  readonly id: string
  readonly priority: number
  readonly midCode: string
  readonly costBasisPoints: number | null
  readonly costFixedMinor: bigint | null
  readonly costCurrency: string | null
}

/** What a MID approved of what it decided. */
export interface Approvals {
  readonly decided: number
  readonly approved: number
}

/** By rule and MID: `scoreKey`. */
export type Scores = Readonly<Record<string, Approvals>>

/** What became of a payment by a rule set, as it is kept with the payment. */
export const routedBy = z.object({
  versionId: id,
  number: z.int(),
  ruleId: z.string(),
  rule: z.string(),
  way: z.enum(['order', 'split', 'cheapest', 'approval', 'priority', 'none']),
  /** Of a split: from 0 to 9,999. */
  slot: z.int().nullable(),
  /** The share of the MID that was drawn. */
  share: z.int().nullable(),
  /** Tried at random, to know more of it. */
  isExplored: z.boolean(),
  /** What was known then and is stored nowhere else. */
  facts: z.object({
    risk: z.enum(riskValues),
    /** Of a transfer that was held: when it was approved. */
    weekMinute: z.int(),
    health: z.record(z.string(), z.enum(['failing', 'open'])),
    scores: z.record(z.string(), z.object({ decided: z.int(), approved: z.int() })),
    /** How the MIDs were ranked where their cost decides: it may change. */
    costs: z.record(z.string(), z.string().nullable()),
  }),
})
export type RoutedBy = z.infer<typeof routedBy>

/** What the analysis of a rule set can find. */
export const findingCodes = [
  'never',
  'unreachable',
  'gap',
  'mid_dead',
  'mid_unsuitable',
  'split_sum',
  'twice',
  'same_id',
  'no_mid',
  'cost_unknown',
  'overlap',
  'not_proven',
] as const
export type FindingCode = (typeof findingCodes)[number]
