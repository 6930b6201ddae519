import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { tasks } from './tasks.resource.ts'

/** By today's date in the caller's time zone. */
export const dueStates = ['open', 'dueByToday', 'overdue', 'today', 'later', 'done'] as const
export type DueState = (typeof dueStates)[number]

const task = z.object({
  id,
  version: z.int(),
  name: z.string(),
  kind: z.enum(['call', 'email', 'meeting', 'task', 'document']),
  dueOn: z.string(),
  isOverdue: z.boolean(),
  isDueToday: z.boolean(),
  assigneeId: id.nullable(),
  assigneeName: z.string().nullable(),
  itemId: id.nullable(),
  itemKind: z.enum(['opportunity', 'project']).nullable(),
  itemName: z.string().nullable(),
  leadId: id.nullable(),
  leadName: z.string().nullable(),
  merchantId: id.nullable(),
  merchantName: z.string().nullable(),
  documentTypeName: z.string().nullable(),
  doneAt: timestamp.nullable(),
})
export type Task = z.infer<typeof task>

/** Open tasks, the most urgent first; done tasks, the latest first. */
export const listToDo = endpoint({
  id: 'tasks.to-do',
  method: 'GET',
  path: '/api/crm/tasks/to-do',
  permission: tasks.permission.view,
  summary: 'Tasks by whose they are and when they are due',
  query: pageQuery.extend({
    whose: z.enum(['mine', 'all']).default('mine'),
    state: z.enum([...dueStates, 'any']).default('open'),
    searchKey: z.string().max(255).optional(),
    itemId: id.optional(),
    leadId: id.optional(),
  }),
  answer: listOf(task),
})

export const setTaskDone = endpoint({
  id: 'tasks.tick',
  method: 'PUT',
  path: '/api/crm/tasks/:id/done',
  permission: tasks.permission.edit,
  summary: 'Ticks a task off, or opens it again',
  params: idParams,
  body: z.object({ isDone: z.boolean() }),
  answer: z.object({ changed: z.boolean() }),
  refreshes: ['tasks.*', 'opportunities.events', 'projects.events', 'leads.events'],
})
