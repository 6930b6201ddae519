import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { listOf, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** What waits for somebody to act. */
const toDoKinds = [
  'tasks',
  'documentsToReview',
  'documentsToSubmit',
  'proposals',
  'agreements',
  'payments',
  'confirmations',
  'payouts',
  'beneficiaryPayouts',
  'tickets',
  'disputes',
] as const
export type ToDoKind = (typeof toDoKinds)[number]

const toDo = z.object({
  kind: z.enum(toDoKinds),
  count: z.int().min(1),
  /** The earliest time by which one of them is to be done, where they have one. */
  dueAt: timestamp.nullable(),
  /** The only record, or the one that is due first, where its page is the place to act. */
  recordId: z.string().nullable(),
  /** What that record is called, where there is an entry for each. */
  recordName: z.string().nullable(),
})
export type ToDo = z.infer<typeof toDo>

export const listToDo = endpoint({
  id: 'workspace.to-do',
  method: 'GET',
  path: '/api/user-to-do',
  summary:
    'What waits for the caller, of every kind that the caller may act on; empty: nothing does',
  permission: [],
  answer: listOf(toDo),
})
