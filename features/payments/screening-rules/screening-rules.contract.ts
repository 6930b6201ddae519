import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { antifraudRules } from './antifraud-rules.resource.ts'

// What an antifraud rule does, and how it is put in force.

/** Days in which what a rule found is counted. */
const countedDays = 30

export const countedSince = (now: Date): Date => new Date(now.getTime() - countedDays * dayMs)

const base = `/api${antifraudRules.path}`
const view = [antifraudRules.permission.view]
const edit = [antifraudRules.permission.edit]
const params = z.object({ id })

/** Why a rule is not in force, or what there is to know of one that is. */
const statusReasons = [
  'masterSwitch',
  'switchedOff',
  'notOpened',
  'openedToLess',
  'shadow',
  'otherMode',
  'neverMatched',
  'changeWaits',
] as const

const counts = z.object({
  matched: z.int(),
  blocked: z.int(),
  held: z.int(),
  flagged: z.int(),
  wouldBlock: z.int(),
  wouldHold: z.int(),
  wouldFlag: z.int(),
  lastAt: timestamp.nullable(),
})
export type RuleCounts = z.infer<typeof counts>

export const ruleStatus = z.object({
  ruleId: id,
  isInForce: z.boolean(),
  reasons: z.array(z.enum(statusReasons)),
  /** Of the last 30 days, in the mode of the caller. */
  counts,
})
export type RuleStatus = z.infer<typeof ruleStatus>

const ruleVersion = z.object({
  number: z.int(),
  state: z.enum(['draft', 'waiting', 'active', 'past']),
  values: z.record(z.string(), z.unknown()),
  madeBy: z.string().nullable(),
  askedBy: z.string().nullable(),
  activatedBy: z.string().nullable(),
  activatedAt: timestamp.nullable(),
  createdAt: timestamp,
})
export type RuleVersion = z.infer<typeof ruleVersion>

const leavings = ['shadow', 'off'] as const

const ruleState = z.object({
  id,
  effect: z.enum(['live', 'shadow']),
  /** That it leaves force waits for another person; null: it does not. */
  leaving: z.object({ to: z.enum(leavings), askedBy: z.string() }).nullable(),
  /** The newest first. */
  versions: z.array(ruleVersion),
  /** Why the caller cannot confirm what waits; null: can, or nothing waits. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type RuleState = z.infer<typeof ruleState>

export const listRuleStatuses = endpoint({
  id: 'antifraud-rules.statuses',
  method: 'GET',
  path: `${base}/statuses`,
  summary:
    'Which antifraud rules are in force, why others are not, and what each found in the last 30 days in the mode that one works in',
  permission: view,
  answer: z.array(ruleStatus),
})

export const readRuleState = endpoint({
  id: 'antifraud-rules.state',
  method: 'GET',
  path: `${base}/:id/state`,
  summary: 'The versions of an antifraud rule, and what can be done with it',
  permission: view,
  params,
  answer: ruleState,
})

const decision = (name: string, summary: string) =>
  endpoint({
    id: `antifraud-rules.${name}`,
    method: 'POST',
    path: `${base}/:id/${name}`,
    summary,
    permission: edit,
    params,
    body: z.strictObject({}),
    answer: ruleState,
    refreshes: ['antifraud-rules.*'],
  })

export const askForce = decision(
  'ask-force',
  'Asks for a rule in shadow to be put in force; another person has to confirm it',
)
export const confirmForce = endpoint({
  id: 'antifraud-rules.confirm-force',
  method: 'POST',
  path: `${base}/:id/confirm-force`,
  summary: 'Confirms what was read of what somebody else made and asked for: it counts at once',
  permission: edit,
  params,
  /** The number of the version that was read, or that the rule leaves force. */
  body: z
    .strictObject({ waiting: z.union([z.int(), z.enum(leavings)]) })
    .meta({ examples: [{ waiting: 1 }] }),
  answer: ruleState,
  refreshes: ['antifraud-rules.*'],
})
export const withdrawForce = decision('withdraw-force', 'Withdraws what waits for confirmation')
export const toShadow = decision(
  'to-shadow',
  'Asks for a rule to be taken out of force, so that it is evaluated and recorded without effect; another person has to confirm it',
)

export const restoreVersion = endpoint({
  id: 'antifraud-rules.restore',
  method: 'POST',
  path: `${base}/:id/versions/:number/restore`,
  summary:
    'Restores an earlier version: of a rule in force at once if it was in force before and stops no less, else it waits for confirmation',
  permission: edit,
  params: z.object({ id, number: z.coerce.number().int().min(1).max(1_000_000) }),
  body: z.strictObject({}),
  answer: ruleState,
  refreshes: ['antifraud-rules.*'],
})

const found = z.object({ payments: z.int(), amount: z.int() })

const backtestResult = z.object({
  /** Payments that the rule looked at. */
  looked: z.int(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** What it would have found. */
      matched: found,
      /** Of these: disputed later. */
      disputed: found,
      /** Of these: captured, and never disputed. */
      good: found,
      /** Of these: stopped by screening then. */
      stopped: found,
      /** Of these: not captured for other reasons. */
      notCaptured: found,
    }),
  ),
})
export type BacktestResult = z.infer<typeof backtestResult>

const ruleBacktest = z.object({
  id,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  mode: modeName,
  days: z.int(),
  outcome: z.enum(['flag', 'review', 'block']),
  lookedAt: z.int(),
  total: z.int().nullable(),
  by: z.string(),
  createdAt: timestamp,
  result: backtestResult.nullable(),
})
export type RuleBacktest = z.infer<typeof ruleBacktest>

export const startRuleBacktest = endpoint({
  id: 'antifraud-rules.backtest',
  method: 'POST',
  path: `${base}/:id/backtests`,
  summary: 'Looks at the payments of the last days by a rule as it would be, in the background',
  permission: edit,
  params,
  body: z.strictObject({ days: z.int().min(1).max(90), mode: modeName }),
  answer: ruleBacktest,
  refreshes: ['antifraud-rules.backtests'],
})

export const listRuleBacktests = endpoint({
  id: 'antifraud-rules.backtests',
  method: 'GET',
  path: `${base}/:id/backtests`,
  summary: 'The last backtests of a rule, the newest first, with how far they are',
  permission: view,
  params,
  answer: z.array(ruleBacktest),
})
