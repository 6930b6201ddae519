import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { z } from 'zod'

/** What a new tenant's administrator, and a merchant in boarding, has to do before payments are taken. */
const stepNames = [
  'branding',
  'users',
  'merchants',
  'mids',
  'payments',
  'documents',
  'review',
  'apiKey',
  'testPayment',
  'processing',
] as const
export type StepName = (typeof stepNames)[number]

export const readFirstSteps = endpoint({
  id: 'workspace.first-steps',
  method: 'GET',
  path: '/api/user-first-steps',
  summary:
    "The steps up to the organisation's first payment, and which are done; none once it is taken",
  permission: [],
  answer: z.object({ steps: z.array(z.object({ name: z.enum(stepNames), isDone: z.boolean() })) }),
})
