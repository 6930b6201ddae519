import { activityCalls } from '@counterfoil/features/crm/activity/activity.contract.ts'
import { opportunities } from '@counterfoil/features/crm/items/items.resource.ts'
import { stageKind } from '@counterfoil/features/settings/pipelines/kinds.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { leads } from './leads.resource.ts'

export const leadActivity = activityCalls(leads)

/** The name and the kind of a lead's status, for lists. */
const leadStatus = z.object({
  id,
  name: z.string(),
  kind: stageKind,
  isActive: z.boolean(),
})
export type LeadStatus = z.infer<typeof leadStatus>

/** Inactive statuses are included, because leads may still have them. */
export const listStatuses = endpoint({
  id: 'leads.statuses',
  method: 'GET',
  path: '/api/crm/leads/statuses',
  permission: leads.permission.view,
  summary: 'What leads can come to, in order, with what each means',
  query: z.object({ tenantId: id.optional() }),
  answer: z.array(leadStatus),
})

export const conversion = z.object({
  name: z.string().trim().min(1).max(200),
  pipelineId: id,
})

/** Needs the permission to change opportunities too. */
export const convertLead = endpoint({
  id: 'leads.convert',
  method: 'POST',
  path: '/api/crm/leads/:id/convert',
  permission: leads.permission.edit,
  summary: 'Makes an opportunity of a lead, once, with what is known of it',
  status: 201,
  params: idParams,
  body: conversion,
  answer: z.object({ id }),
  refreshes: ['leads.*', `${opportunities.id}.*`, 'tasks.*'],
})
