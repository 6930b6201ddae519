import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { timestamp } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

const path = '/api/access-requests'
const permission = z.string().min(1).max(100)

const asked = z.object({
  /** When the user asked for one of these permissions last; null: not within the last day. */
  askedAt: timestamp.nullable(),
})

export const readAccessRequest = endpoint({
  id: 'access-requests.read',
  method: 'GET',
  path,
  summary: 'Whether the user has asked for a permission within the last day',
  permission: [],
  query: z.object({
    /** Separated by commas; any of them. */
    permissions: z.string().min(1).max(2000),
  }),
  answer: asked,
})

export const askForAccess = endpoint({
  id: 'access-requests.ask-for-access',
  method: 'POST',
  path,
  summary:
    'Tells the administrators who can give a permission that the user asks for it, once a day',
  permission: [],
  body: z
    .object({
      /** Any of them opens the page. */
      permissions: z.array(permission).min(1).max(20),
      /** As the user sees the page named. */
      page: oneLine(z.string().trim()).min(1).max(200),
    })
    .meta({ examples: [{ permissions: ['CRM.Lead.View'], page: 'Leads' }] }),
  answer: asked,
  refreshes: ['access-requests.*'],
})
