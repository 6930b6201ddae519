import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { ratioAlerts } from './ratio-alerts.resource.ts'

export const listCrossings = endpoint({
  id: 'ratio-alerts.crossings',
  method: 'GET',
  path: `/api${ratioAlerts.path}/:id/crossings`,
  summary: 'When the threshold was crossed, and when the share recovered, newest first',
  permission: ratioAlerts.permissions.view,
  params: idParams,
  query: pageQuery,
  answer: listOf(
    z.object({
      id,
      counted: z.int(),
      of: z.int(),
      crossedAt: timestamp,
      recoveredAt: timestamp.nullable(),
    }),
  ),
})
