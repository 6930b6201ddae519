import {
  channelValues,
  findingCodes,
  methodValues,
  orderTypeValues,
  riskValues,
  ruleSet,
} from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  amountMinor,
  currencyCode,
  id,
  idParams,
  instant,
  modeName,
  recordVersion,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const rulesView = 'Merchant.PaymentsSettings.SmartRouting.View'
const rulesEdit = 'Merchant.PaymentsSettings.SmartRouting.Edit'
const rulesV2 = 'Merchant.PaymentsSettings.SmartRoutingV2'
export const operatorsView = 'Settings.Mid.Management.View'
const operatorsEdit = 'Settings.Mid.Management.Edit'
const view = [rulesView, rulesV2, operatorsView]
const changing = [rulesEdit, rulesV2, operatorsEdit]

export const openings = ['order', 'split', 'rank', 'cost'] as const
export type Opening = (typeof openings)[number]

const versionStates = ['draft', 'waiting', 'active', 'past'] as const

/** Whose routing: operators name a merchant, merchants are their own. */
const place = {
  merchantId: id.optional(),
  /** Without it the `Mode` header decides. */
  mode: modeName.optional(),
}

const finding = z.object({
  severity: z.enum(['error', 'warning', 'note']),
  code: z.enum(findingCodes),
  ruleId: z.string().nullable(),
  path: z.string(),
  /** In the reader's language, with its place. */
  message: z.string(),
  /** A payment that shows it, in a few words. */
  example: z.string().nullable(),
})
export type FindingView = z.infer<typeof finding>

const versionSummary = z.object({
  id,
  merchantId: id,
  mode: modeName,
  number: z.int(),
  note: z.string(),
  state: z.enum(versionStates),
  /** How many rules it has. */
  rules: z.int(),
  madeBy: z.string(),
  askedBy: z.string().nullable(),
  activatedBy: z.string().nullable(),
  activatedAt: timestamp.nullable(),
  version: recordVersion,
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type VersionSummary = z.infer<typeof versionSummary>

const versionDetails = versionSummary.extend({
  set: ruleSet,
  findings: z.array(finding),
  /** Beside the version in force, or the one before it where it is itself in force. */
  comparedWith: z.int().nullable(),
  changes: z.array(
    z.object({
      ruleId: z.string(),
      name: z.string(),
      change: z.enum(['added', 'removed', 'changed', 'moved']),
    }),
  ),
  /** Why the caller cannot confirm it; null: the caller can, or it does not wait. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type VersionDetails = z.infer<typeof versionDetails>

const routedMid = z.object({
  id,
  midCode: z.string(),
  provider: z.string(),
  priority: z.int(),
  methods: z.array(z.string()),
  brands: z.array(z.string()),
  currencies: z.array(z.string()),
  /** Why it takes nothing now; null: it does. */
  dead: z.string().nullable(),
  /** Null: not entered, or not for the caller's eyes. */
  costBasisPoints: z.int().nullable(),
  costFixed: z.int().nullable(),
  costCurrency: z.string().nullable(),
})
export type RoutedMid = z.infer<typeof routedMid>

const overview = z.object({
  merchantId: id,
  merchantName: z.string(),
  mode: modeName,
  /** What the caller may set. */
  may: z.array(z.enum(openings)),
  confirmedBy: z.enum(['merchant', 'operator']),
  activeId: id.nullable(),
  versions: z.array(versionSummary),
  mids: z.array(routedMid),
  websites: z.array(z.object({ id, name: z.string() })),
  /** What the merchant is paid in as a rule: rules about amounts begin with it. */
  currency: z.string(),
})
export type RoutingOverview = z.infer<typeof overview>

const path = '/api/smart-routing'
const refreshes = ['smart-routing.*']

export const readRouting = endpoint({
  id: 'smart-routing.read',
  method: 'GET',
  path,
  summary:
    'The versions of a merchant’s routing rules, its MIDs, and what of it the caller may set',
  permission: view,
  query: z.object(place),
  answer: overview,
})

export const createVersion = endpoint({
  id: 'smart-routing.create',
  method: 'POST',
  path: `${path}/versions`,
  summary: 'Begins a draft: a copy of a version, or of the one in force',
  permission: changing,
  body: z.strictObject({
    ...place,
    from: id.optional(),
    note: z.string().trim().max(300).default(''),
  }),
  answer: versionDetails,
  refreshes,
})

export const readVersion = endpoint({
  id: 'smart-routing.version',
  method: 'GET',
  path: `${path}/versions/:id`,
  summary:
    'A version with its rules, what the analysis finds in it, and how it differs from the one in force',
  permission: view,
  params: idParams,
  answer: versionDetails,
})

export const updateVersion = endpoint({
  id: 'smart-routing.update',
  method: 'PUT',
  path: `${path}/versions/:id`,
  summary: 'Saves a draft; what the analysis finds in it is answered, and keeps nobody from saving',
  permission: changing,
  params: idParams,
  body: z.strictObject({
    version: recordVersion,
    note: z.string().trim().max(300),
    set: ruleSet,
  }),
  answer: versionDetails,
  refreshes,
})

export const deleteVersion = endpoint({
  id: 'smart-routing.delete',
  method: 'DELETE',
  path: `${path}/versions/:id`,
  summary: 'Deletes a draft',
  permission: changing,
  params: idParams,
  answer: z.object({}),
  refreshes,
})

const decision = (name: string, summary: string) =>
  endpoint({
    id: `smart-routing.${name}-version`,
    method: 'POST',
    path: `${path}/versions/:id/${name}`,
    summary,
    permission: changing,
    params: idParams,
    body: z.strictObject({}),
    answer: versionDetails,
    refreshes,
  })

export const askActivation = decision(
  'ask',
  'Asks for a draft to be put in force; another person has to confirm it. One with errors is refused',
)
export const confirmActivation = endpoint({
  id: 'smart-routing.confirm-version',
  method: 'POST',
  path: `${path}/versions/:id/confirm`,
  summary:
    'Confirms what was read of a version that somebody else made and asked for: it is in force at once',
  permission: changing,
  params: idParams,
  body: z.strictObject({ version: recordVersion }).meta({ examples: [{ version: 1 }] }),
  answer: versionDetails,
  refreshes,
})
export const withdrawActivation = decision(
  'withdraw',
  'Makes a version that waits for confirmation a draft again',
)
export const rollBack = decision(
  'roll-back',
  'Puts a version that was in force before in force again, at once',
)

/** A payment that was never made. */
const sample = z.strictObject({
  currency: currencyCode,
  amount: amountMinor,
  method: z.enum(methodValues),
  brand: z.string().max(60).nullable(),
  iin: z
    .string()
    .regex(/^\d{6}$/, 'The first digits of a card are six digits')
    .nullable(),
  issuerCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  customerCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  website: id.nullable(),
  channel: z.enum(channelValues),
  orderType: z.enum(orderTypeValues).nullable(),
  risk: z.enum(riskValues),
  /** Null: now. */
  at: instant.nullable(),
})
export type SamplePayment = z.infer<typeof sample>

const exampleSample = {
  ...{ currency: 'GBP', amount: 1250, method: 'card', brand: 'visa', iin: '424242' },
  ...{ issuerCountry: null, customerCountry: null, website: null, channel: 'api' },
  ...{ orderType: null, risk: 'none', at: null },
}

const trial = z.object({
  rules: z.array(
    z.object({
      ruleId: z.string(),
      name: z.string(),
      outcome: z.enum(['takes', 'passes', 'not_reached']),
      conditions: z.array(z.enum(['holds', 'fails', 'unknown'])),
    }),
  ),
  /** `otherwise`: no rule takes it. */
  ruleId: z.string(),
  way: z.string(),
  /** In the order in which they are tried. */
  mids: z.array(
    z.object({
      id,
      midCode: z.string(),
      provider: z.string(),
      isEligible: z.boolean(),
      reason: z.string(),
    }),
  ),
})
export type Trial = z.infer<typeof trial>

export const trySample = endpoint({
  id: 'smart-routing.sample',
  method: 'POST',
  path: `${path}/versions/:id/sample`,
  summary:
    'What each rule of a version says of a payment that was never made, and where it would go',
  permission: view,
  params: idParams,
  body: sample.meta({ examples: [exampleSample] }),
  answer: trial,
})

const backtestCount = z.object({ payments: z.int(), amounts: z.record(z.string(), z.int()) })

/** What a backtest found. Counts are of payments; amounts are by currency, and never added up. */
const backtestResult = z.object({
  /** What was sent then, or would be sent. */
  payments: z.int(),
  /** Of which it cannot be known where they would go, by why. */
  unknown: z.object({
    notRecorded: z.int(),
    factsMissing: z.int(),
    newMid: z.int(),
  }),
  same: z.int(),
  moved: backtestCount,
  /** Sent then, and refused by the draft; and the other way round. */
  refused: backtestCount,
  taken: backtestCount,
  flows: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      payments: z.int(),
      amounts: z.record(z.string(), z.int()),
    }),
  ),
  /** Of the moved payments: where both MIDs have enough payments in the same cell. */
  estimate: z.object({
    minInCell: z.int(),
    /** Moved payments that an estimate can be made of, and those of which nothing is known. */
    estimable: z.int(),
    notEstimable: z.int(),
    /** More approvals, or fewer; null where too little can be known. With its 95 % bounds. */
    approvals: z.number().nullable(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  }),
  /** By the costs entered today, in minor units; of how many of the moved payments it is known. */
  costs: z.array(z.object({ currency: z.string(), difference: z.int(), payments: z.int() })),
})
export type BacktestResult = z.infer<typeof backtestResult>

const backtest = z.object({
  id,
  versionId: id,
  days: z.int(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  lookedAt: z.int(),
  total: z.int().nullable(),
  /** Empty until it is done. */
  result: z.array(backtestResult),
  by: z.string(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
})
export type BacktestView = z.infer<typeof backtest>

export const startBacktest = endpoint({
  id: 'smart-routing.backtest',
  method: 'POST',
  path: `${path}/versions/:id/backtests`,
  summary:
    'Routes the payments of past days by a version, as a job, and compares it with what happened',
  permission: changing,
  params: idParams,
  body: z.strictObject({ days: z.int().min(1).max(90) }).meta({ examples: [{ days: 7 }] }),
  answer: backtest,
  refreshes,
})

export const listBacktests = endpoint({
  id: 'smart-routing.backtests',
  method: 'GET',
  path: `${path}/versions/:id/backtests`,
  summary: 'The last backtests of a version, with their progress',
  permission: view,
  params: idParams,
  answer: z.array(backtest),
})

const trafficEdge = z.object({
  /** Empty: no rules were in force. */
  ruleId: z.string(),
  rule: z.string(),
  midId: id,
  midCode: z.string(),
  provider: z.string(),
  currency: z.string(),
  payments: z.int(),
  decided: z.int(),
  approved: z.int(),
  amount: z.int(),
  /** In minor units, by the costs entered; null: not known, or not for the caller's eyes. */
  cost: z.int().nullable(),
})
export type TrafficEdge = z.infer<typeof trafficEdge>

export const readTraffic = endpoint({
  id: 'smart-routing.traffic',
  method: 'GET',
  path: `${path}/traffic`,
  summary: 'What the rules sent to which MIDs in the last hours, with approvals and costs',
  permission: view,
  query: z.object({ ...place, hours: z.coerce.number().int().min(1).max(168).default(24) }),
  answer: z.object({
    merchantId: id,
    mode: modeName,
    from: timestamp,
    to: timestamp,
    versionId: id.nullable(),
    number: z.int().nullable(),
    rules: z.array(z.object({ id: z.string(), name: z.string() })),
    edges: z.array(trafficEdge),
  }),
})

const opening = z.object({
  may: z.array(z.enum(openings)),
  confirmedBy: z.enum(['merchant', 'operator']),
  version: z.int(),
})
export type RoutingOpening = z.infer<typeof opening>

export const readOpening = endpoint({
  id: 'smart-routing.read-opening',
  method: 'GET',
  path: `${path}/openings/:id`,
  summary: 'What of its routing a merchant may set itself',
  permission: operatorsView,
  params: idParams,
  answer: opening,
})

export const updateOpening = endpoint({
  id: 'smart-routing.update-opening',
  method: 'PUT',
  path: `${path}/openings/:id`,
  summary: 'Opens to a merchant what of its routing it may set itself, and says who confirms it',
  permission: operatorsEdit,
  params: idParams,
  body: z
    .strictObject({
      may: z.array(z.enum(openings)).max(4),
      confirmedBy: z.enum(['merchant', 'operator']),
      version: z.int().min(0).max(2_147_483_647),
    })
    .meta({ examples: [{ may: ['order'], confirmedBy: 'merchant', version: 0 }] }),
  answer: opening,
  refreshes,
})
