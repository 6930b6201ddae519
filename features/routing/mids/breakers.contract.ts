import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { mids } from './mids.resource.ts'

const { view, edit } = mids.permissions

export const midBreaker = z.object({
  tenantId: id,
  provider: z.string(),
  /** Null: the acquirer, over all of its MIDs. */
  midId: id.nullable(),
  /** In a row. */
  failures: z.int(),
  failedAt: timestamp.nullable(),
  cause: z.string().nullable(),
  /** Since when it is not tried. */
  openedAt: timestamp.nullable(),
  /** From when on one payment tries it. */
  probeAt: timestamp.nullable(),
  resetAt: timestamp.nullable(),
  resetBy: z.string().nullable(),
})

export const listMidBreakers = endpoint({
  id: 'mids.listBreakers',
  method: 'GET',
  path: '/api/crm/settings/mid-breakers',
  summary: 'Acquirers and MIDs that failed of late, and those that are not tried for now',
  permission: view,
  answer: z.object({ breakers: z.array(midBreaker) }),
})

export const resetMidBreaker = endpoint({
  id: 'mids.resetBreaker',
  method: 'POST',
  path: `/api${mids.path}/:id/breaker-reset`,
  summary: 'Has a MID and its acquirer tried again at once, as if they had not failed',
  permission: edit,
  params: idParams,
  body: z.strictObject({}),
  answer: z.object({}),
  refreshes: ['mids.listBreakers'],
})
