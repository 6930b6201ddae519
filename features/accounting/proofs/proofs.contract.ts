import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** What is proved. */
export const proofChecks = [
  'postings',
  'money',
  'authorised',
  'disputes',
  'payouts',
  'fees',
  'pending',
  'reserve',
  'suspense',
  'balances',
  'rollups',
  'value_days',
  'sampled',
  'acquirers',
] as const
const proofCheck = z.enum(proofChecks)
export type ProofCheck = z.infer<typeof proofCheck>

const difference = z.object({
  check: proofCheck,
  /** The payment or posting; of rollups the day. */
  subject: z.string(),
  paymentId: id.nullable(),
  expected: z.string(),
  found: z.string(),
})
export type Difference = z.infer<typeof difference>

const checkResult = z.object({
  name: proofCheck,
  /** How many were compared. */
  looked: z.int(),
  differing: z.int(),
})
export type CheckResult = z.infer<typeof checkResult>

const proof = z.object({
  id,
  tenantName: z.string(),
  fromAt: timestamp,
  toAt: timestamp,
  /** Whether more of the same window is still to be proved, from `toAt` on. */
  isUnderWay: z.boolean(),
  payments: z.int(),
  checks: z.array(checkResult),
  differences: z.array(difference),
  createdAt: timestamp,
})
export type Proof = z.infer<typeof proof>

export const listProofs = endpoint({
  id: 'accounting.proofs',
  method: 'GET',
  path: '/api/crm/accounting/proofs',
  summary: 'Results of the daily proof that the books agree, the newest first',
  permission: 'CRM.Organization.Accounting.CustomerLedgerAccounts.View',
  query: pageQuery,
  answer: listOf(proof),
})
