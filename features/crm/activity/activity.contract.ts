import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** The name at that time, in English and Turkish. */
const called = z.tuple([z.string(), z.string()]).nullable()

const activityEvent = z.object({
  id,
  /** What it happened with: the activity of an item begins with that of its lead. */
  of: z.enum(['lead', 'item']),
  kind: z.enum(['note', 'made', 'status', 'stage', 'converted', 'task']),
  text: z.string().nullable(),
  before: called,
  after: called,
  actorName: z.string(),
  createdAt: timestamp,
})
export type ActivityEvent = z.infer<typeof activityEvent>

export const noteBody = z.object({ text: z.string().trim().min(1).max(2000) })

/** The activity of a record: its events, and notes on it. Each kind of record has the same two calls. */
export function activityCalls(of: {
  readonly id: string
  readonly path: string
  readonly permission: Readonly<Record<'view' | 'edit', string>>
}) {
  const common = { params: idParams }
  return {
    events: endpoint({
      ...common,
      id: `${of.id}.events`,
      permission: of.permission.view,
      method: 'GET',
      path: `/api${of.path}/:id/events`,
      summary: 'What happened with it and what was noted, newest first',
      query: pageQuery,
      answer: listOf(activityEvent),
    }),
    note: endpoint({
      ...common,
      id: `${of.id}.note`,
      permission: of.permission.edit,
      method: 'POST',
      path: `/api${of.path}/:id/notes`,
      summary: 'Notes what happened',
      status: 201,
      body: noteBody,
      answer: z.object({ id }),
      refreshes: [`${of.id}.events`],
    }),
  }
}

export type ActivityCalls = ReturnType<typeof activityCalls>
