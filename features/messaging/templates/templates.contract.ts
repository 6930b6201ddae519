import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, option, timestamp } from '@counterfoil/kit/contract/fields.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { z } from 'zod'
import {
  agreementSignatures,
  agreementTemplates,
  emailSignatures,
  emailTemplates,
  proposalSignatures,
  proposalTemplates,
} from './templates.resource.ts'

export const templateVersion = z.object({
  number: z.int(),
  savedBy: z.string(),
  savedAt: timestamp,
  values: z.record(z.string(), z.string().nullable()),
})

const preview = z.object({
  subject: z.string().nullable(),
  html: z.string(),
  text: z.string(),
})

const pathId = z.object({ id })

/** The calls that every kind of template has besides those of a resource. */
const templateCallsOf = (of: Resource) => ({
  versions: endpoint({
    id: `${of.id}.versions`,
    method: 'GET',
    path: `/api${of.path}/:id/versions`,
    permission: of.permission.view,
    summary: 'Every version of a text that was saved, newest first',
    params: pathId,
    answer: z.array(templateVersion),
  }),
  preview: endpoint({
    id: `${of.id}.preview`,
    method: 'POST',
    path: `/api${of.path}/preview`,
    permission: of.permission.view,
    summary: 'A text as it would be read, with real data; nothing is stored',
    query: z.object({ tenantId: id.optional() }),
    body: z.strictObject({ values: of.values, merchantId: id.nullable() }),
    answer: preview,
  }),
  merchants: endpoint({
    id: `${of.id}.merchants`,
    method: 'GET',
    path: `/api${of.path}/preview/merchants`,
    permission: of.permission.view,
    summary: 'Merchants whose data a preview can show',
    query: z.object({ searchKey: z.string().max(255).optional(), tenantId: id.optional() }),
    answer: z.array(option),
  }),
})

export const templateCalls = {
  'email-templates': templateCallsOf(emailTemplates),
  'proposal-templates': templateCallsOf(proposalTemplates),
  'agreement-templates': templateCallsOf(agreementTemplates),
  'email-signatures': templateCallsOf(emailSignatures),
  'proposal-signatures': templateCallsOf(proposalSignatures),
  'agreement-signatures': templateCallsOf(agreementSignatures),
}
