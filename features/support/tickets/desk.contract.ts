import { type Endpoint, endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { supportPermissions } from './terms.contract.ts'
import {
  type CustomerTicketPath,
  customerTicketParams,
  type TenantTicketPath,
  tenantTicketParams,
} from './tickets.contract.ts'

const { tenant, platform } = supportPermissions
const refreshes = ['support.*']
type None = Record<never, never>

const assignment = z.object({
  /** A colleague's id; null: nobody. */
  assignee: id.nullable(),
})
type Assigning<Path> = Endpoint<Path, None, z.infer<typeof assignment>, undefined>

function assigning<Path>(
  name: string,
  path: string,
  permission: string,
  params: z.ZodType<Path>,
): Assigning<Path> {
  return endpoint({
    id: `support.assign${name}`,
    method: 'POST',
    path: `${path}/assign`,
    summary: 'Gives a ticket to a colleague, or to nobody',
    permission,
    params,
    body: assignment,
    refreshes,
  })
}

const customerPath = '/api/support/ticket/:customerId/:ticketId'
const tenantPath = '/api/support/:tenantId/ticket/:ticketId'

export const assignCustomerTicket: Assigning<CustomerTicketPath> = assigning(
  '-of-customer',
  customerPath,
  tenant,
  customerTicketParams,
)
export const assignTenantTicket: Assigning<TenantTicketPath> = assigning(
  '-of-tenant',
  tenantPath,
  platform,
  tenantTicketParams,
)

/** Who can be given a ticket: colleagues who may work on tickets, the caller among them. */
export const listAssignees = endpoint({
  id: 'support.assignees',
  method: 'GET',
  path: '/api/support/assignees',
  summary: 'Colleagues who can be given a ticket; with a customer, those who may see it',
  permission: [tenant, platform],
  query: z.object({
    search: z.string().max(100).default(''),
    customerId: id.optional(),
  }),
  answer: z.array(
    z.object({
      id,
      name: z.string(),
      email: z.string(),
      /** The last day of the leave that they are on; null: they are at work. */
      awayUntil: z.iso.date().nullable(),
    }),
  ),
})

const ofTenant = { params: tenantTicketParams, permission: platform, refreshes }

export const setBillable = endpoint({
  id: 'support.billable',
  method: 'POST',
  path: `${tenantPath}/billable`,
  summary: 'The tenant pays for the work on this ticket',
  ...ofTenant,
})

export const setNonBillable = endpoint({
  id: 'support.non-billable',
  method: 'POST',
  path: `${tenantPath}/non-billable`,
  summary: 'The tenant does not pay for the work on this ticket',
  ...ofTenant,
})

export const setJiraTicket = endpoint({
  id: 'support.jira-ticket',
  method: 'POST',
  path: `${tenantPath}/jiraTicket`,
  summary: "The key of the ticket in the platform's Jira; empty: none",
  ...ofTenant,
  body: z
    .object({
      jiraTicket: z
        .string()
        .trim()
        .max(50)
        .regex(/^([A-Za-z][A-Za-z0-9_]*-\d+)?$/, 'A Jira key is written like PAY-123')
        .nullable(),
    })
    .meta({ examples: [{ jiraTicket: 'PAY-123' }] }),
})

/** Null takes away what was set by hand; then the times are those of the feed. */
export const setInitialRequestTime = endpoint({
  id: 'support.initial-request-time',
  method: 'POST',
  path: `${tenantPath}/initial-request-time`,
  summary: 'Says when the tenant asked first',
  ...ofTenant,
  body: z.object({ initialRequestDateTime: timestamp.nullable() }),
})

export const setResponseTime = endpoint({
  id: 'support.response-time',
  method: 'POST',
  path: `${tenantPath}/response-time`,
  summary: 'Says when the tenant was answered first',
  ...ofTenant,
  body: z.object({ responseDateTime: timestamp.nullable() }),
})

export const setResolutionTime = endpoint({
  id: 'support.resolution-time',
  method: 'POST',
  path: `${tenantPath}/resolution-time`,
  summary: 'Says when it was solved',
  ...ofTenant,
  body: z.object({ resolutionDateTime: timestamp.nullable() }),
})
