import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { listOf, text, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const event = z.object({
  id: z.string(),
  at: timestamp,
  actorName: z.string(),
  /** Whether the caller did it. */
  isOwn: z.boolean(),
  /** The id of the call. */
  action: z.string(),
  recordType: z.string(),
  /** What was done to what, as the audit trail says it, in each language. */
  title: text,
  recordId: z.string().nullable(),
})
export type WorkspaceEvent = z.infer<typeof event>

export const listEvents = endpoint({
  id: 'events.list',
  method: 'GET',
  path: '/api/user-events',
  summary: 'What was last done, as far as the user may see it; the newest first',
  permission: [],
  query: z.object({ pageSize: z.coerce.number().int().min(1).max(100).default(30) }),
  answer: listOf(event),
})
