import { anySupport } from '@counterfoil/features/support/tickets/terms.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const mostLabels = 100

export const defaultLabels = [
  { value: 'Pending', color: '#FFD700' },
  { value: 'Done', color: '#90EE90' },
  { value: 'In progress', color: '#6495ED' },
] as const

export const labelNameMessage = 'This field is required and must be alphanumeric.'

/** Letters of any script, digits and spaces, and none of the defaults' names. */
export function labelNameProblem(value: string): string | undefined {
  const name = value.trim()
  const isReserved = defaultLabels.some((one) => one.value.toLowerCase() === name.toLowerCase())
  return /^[\p{L}\p{M}\p{N} ]+$/u.test(name) && !isReserved ? undefined : labelNameMessage
}

export const supportLabel = z.object({
  labelId: id,
  value: z.string(),
  description: z.string(),
  color: z.string(),
  isDefault: z.boolean(),
})
export type SupportLabel = z.infer<typeof supportLabel>

export const labelFields = z.object({
  value: z
    .string(labelNameMessage)
    .trim()
    .max(60, 'A label has at most 60 characters')
    .refine((value) => labelNameProblem(value) === undefined, labelNameMessage),
  description: z.string().trim().max(500).default(''),
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'A colour is written like #6495ED'),
})
const body = labelFields.meta({ examples: [{ value: 'Urgent', color: '#DC143C' }] })
const params = z.object({ id })
const refreshes = ['support.*']

/** The caller's organisation's own list: a merchant's, a tenant's or the platform's. The three defaults are made with it. */
export const listLabels = endpoint({
  id: 'support.labels',
  method: 'GET',
  path: '/api/support/labels',
  summary: "The organisation's labels, in its order",
  permission: anySupport,
  answer: z.array(supportLabel),
})

export const readLabel = endpoint({
  id: 'support.label',
  method: 'GET',
  path: '/api/support/label/:id',
  summary: 'One label',
  permission: anySupport,
  params,
  answer: supportLabel,
})

export const createLabel = endpoint({
  id: 'support.label-create',
  method: 'POST',
  path: '/api/support/label',
  summary: `Adds a label at the end; an organisation has at most ${mostLabels}`,
  permission: anySupport,
  body,
  answer: supportLabel,
  status: 201,
  refreshes,
})

export const updateLabel = endpoint({
  id: 'support.label-update',
  method: 'PUT',
  path: '/api/support/label/:id',
  summary: 'Changes a label that is no default one',
  permission: anySupport,
  params,
  body,
  answer: supportLabel,
  refreshes,
})

export const deleteLabel = endpoint({
  id: 'support.label-delete',
  method: 'DELETE',
  path: '/api/support/label/:id',
  summary: 'Takes a label that is no default one off its tickets and deletes it',
  permission: anySupport,
  params,
  refreshes,
})

export const rearrangeLabels = endpoint({
  id: 'support.labels-rearrange',
  method: 'POST',
  path: '/api/support/labels/rearrange',
  summary: 'Puts the labels into this order; it names each of them once',
  permission: anySupport,
  body: z.object({ newLabelIdsList: z.array(id).max(mostLabels) }),
  answer: z.array(supportLabel),
  refreshes,
})

/** The organisation is the ticket's customer, or for the platform its tenant (READINGS 66). */
const ticketParams = z.object({ organisationId: id, ticketId: id })
const path = '/api/support/ticket/:organisationId/:ticketId/set-support-label'

export const setLabel = endpoint({
  id: 'support.label-set',
  method: 'POST',
  path: `${path}/:labelId`,
  summary: "Gives a ticket one of the own organisation's labels, instead of the one that it had",
  permission: anySupport,
  params: ticketParams.extend({ labelId: id }),
  refreshes,
})

export const clearLabel = endpoint({
  id: 'support.label-clear',
  method: 'DELETE',
  path,
  summary: "Takes the own organisation's label off a ticket",
  permission: anySupport,
  params: ticketParams,
  refreshes,
})
