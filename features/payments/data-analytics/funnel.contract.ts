import {
  chartQuery,
  figuresReport,
} from '@counterfoil/features/payments/summary-reports/summary-report.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { z } from 'zod'

/** From an order to its money; each stage is a part of the one before. */
export const stages = ['created', 'screened', 'approved', 'captured'] as const

/** Why payments do not come to the next stage. */
export const losses = ['blocked', 'declined', 'failed', 'undecided', 'voided', 'reserved'] as const

const funnel = figuresReport
  .pick({ asOf: true, from: true, to: true, timeZone: true, today: true, source: true })
  .extend({
    /** Counts of all currencies together. */
    stages: z.array(
      z.object({
        stage: z.enum(stages),
        count: z.int(),
        /** Of the stage before; null where that is empty. */
        share: z.number().nullable(),
        /** What stops before this stage, most first. */
        losses: z.array(
          z.object({
            loss: z.enum(losses),
            /** Of declines and failures; null: none was stored. */
            reason: z.string().nullable(),
            count: z.int(),
          }),
        ),
      }),
    ),
  })
export type Funnel = z.infer<typeof funnel>
export type Stage = (typeof stages)[number]

const query = chartQuery

const call = (id: string, path: string, permission: string) =>
  endpoint({
    id,
    method: 'GET',
    path,
    summary:
      'How many payments were created, screened, approved and captured, and why others were lost',
    permission,
    query,
    answer: funnel,
  })

export const operatorFunnel = call(
  'conversion-tool.funnel',
  '/api/reporting/crm/conversion-tool/funnel',
  'Crm.Reports.ConversionTool.View',
)
export const merchantFunnel = call(
  'conversion-tool.merchant.funnel',
  '/api/conversion-tool/funnel',
  'Merchant.Reports.ConversionTool.View',
)
