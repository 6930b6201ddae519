import { allSupportPermissions } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const maxLabels = 100

export const defaultLabels = [
  { value: 'Pending', color: '#FFD700' },
  { value: 'Done', color: '#90EE90' },
  { value: 'In progress', color: '#6495ED' },
] as const

const labelNameMessage = 'This field is required and must be alphanumeric.'

/** A name has letters of any script, digits and spaces, and is not the name of a default label. */
function labelNameProblem(value: string): string | undefined {
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

/** The labels of the caller's organisation: a merchant, a tenant or the platform. The first call creates the defaults. */
export const listLabels = endpoint({
  id: 'support.labels',
  method: 'GET',
  path: '/api/support/labels',
  summary: "The organisation's labels, in its order",
  permission: allSupportPermissions,
  answer: z.array(supportLabel),
})

export const readLabel = endpoint({
  id: 'support.label',
  method: 'GET',
  path: '/api/support/label/:id',
  summary: 'One label',
  permission: allSupportPermissions,
  params,
  answer: supportLabel,
})

export const createLabel = endpoint({
  id: 'support.label-create',
  method: 'POST',
  path: '/api/support/label',
  summary: `Adds a label at the end; an organisation has at most ${maxLabels}`,
  permission: allSupportPermissions,
  body,
  answer: supportLabel,
  status: 201,
  refreshes,
})

export const updateLabel = endpoint({
  id: 'support.label-update',
  method: 'PUT',
  path: '/api/support/label/:id',
  summary: 'Changes a label that is not a default label',
  permission: allSupportPermissions,
  params,
  body,
  answer: supportLabel,
  refreshes,
})

export const deleteLabel = endpoint({
  id: 'support.label-delete',
  method: 'DELETE',
  path: '/api/support/label/:id',
  summary: 'Deletes a label that is not a default label, and removes it from its tickets',
  permission: allSupportPermissions,
  params,
  refreshes,
})

export const rearrangeLabels = endpoint({
  id: 'support.labels-rearrange',
  method: 'POST',
  path: '/api/support/labels/rearrange',
  summary: 'Changes the order of the labels; the list names each of them once',
  permission: allSupportPermissions,
  body: z.object({ newLabelIdsList: z.array(id).max(maxLabels) }),
  answer: z.array(supportLabel),
  refreshes,
})

/** `organisationId` is the ticket's customer, or the tenant of a ticket to the platform. */
const ticketParams = z.object({ organisationId: id, ticketId: id })
const path = '/api/support/ticket/:organisationId/:ticketId/set-support-label'

export const setLabel = endpoint({
  id: 'support.label-set',
  method: 'POST',
  path: `${path}/:labelId`,
  summary: "Sets a ticket's label to one of the own organisation's labels",
  permission: allSupportPermissions,
  params: ticketParams.extend({ labelId: id }),
  refreshes,
})

export const clearLabel = endpoint({
  id: 'support.label-clear',
  method: 'DELETE',
  path,
  summary: "Removes the own organisation's label from a ticket",
  permission: allSupportPermissions,
  params: ticketParams,
  refreshes,
})
