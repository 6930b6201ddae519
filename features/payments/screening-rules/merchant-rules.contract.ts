import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, modeName } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { merchantRules } from './merchant-rules.resource.ts'
import { ruleStatus } from './screening-rules.contract.ts'

const outcome = z.enum(['flag', 'review', 'block'])

const appliedRule = z.object({
  id,
  rule: z.string(),
  outcome,
  /** Null: both. */
  mode: modeName.nullable(),
  status: ruleStatus,
  /** The numbers of the rule; null: the operator does not show them. */
  limits: z.record(z.string(), z.unknown()).nullable(),
})
export type AppliedRule = z.infer<typeof appliedRule>

export const readMerchantScreening = endpoint({
  id: `${merchantRules.id}.screening`,
  method: 'GET',
  path: '/api/merchant/antifraud-rules',
  summary:
    'The antifraud rules that the payments of the user’s own merchant are looked at by: whether each is in force, and what it found in the last 30 days',
  permission: ['Merchant.PaymentsSettings.Antifraud.Rules.View'],
  answer: z.object({
    /** Whether rules are evaluated at all. */
    isScreening: z.boolean(),
    /** The gravest that may follow from rules of the merchant's own; null: it has none. */
    ownRules: outcome.nullable(),
    rules: z.array(appliedRule),
    own: z.array(ruleStatus),
  }),
})
