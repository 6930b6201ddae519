import { type Endpoint, endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, several, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { supportPermissions } from './terms.schema.ts'
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
  /** A colleague's id; null removes the assignee. */
  assignee: id.nullable(),
  /** The assignee that the caller saw: refused when it is another one by now. Absent: whoever it is. */
  from: id.nullable().optional(),
})
type AssignEndpoint<Path> = Endpoint<Path, None, z.infer<typeof assignment>, undefined>

function assignEndpoint<Path>(
  name: string,
  path: string,
  permission: string,
  params: z.ZodType<Path>,
): AssignEndpoint<Path> {
  return endpoint({
    id: `support.assign${name}`,
    method: 'POST',
    path: `${path}/assign`,
    summary: 'Assigns a ticket to a colleague; null removes the assignee',
    permission,
    params,
    body: assignment,
    refreshes,
  })
}

const customerPath = '/api/support/ticket/:customerId/:ticketId'
const tenantPath = '/api/support/:tenantId/ticket/:ticketId'

export const assignCustomerTicket: AssignEndpoint<CustomerTicketPath> = assignEndpoint(
  '-of-customer',
  customerPath,
  tenant,
  customerTicketParams,
)
export const assignTenantTicket: AssignEndpoint<TenantTicketPath> = assignEndpoint(
  '-of-tenant',
  tenantPath,
  platform,
  tenantTicketParams,
)

/** Colleagues who may work on tickets, the caller among them. */
export const listAssignees = endpoint({
  id: 'support.assignees',
  method: 'GET',
  path: '/api/support/assignees',
  summary: 'Colleagues to whom a ticket can be assigned; with a customer, those who may see it',
  permission: [tenant, platform],
  query: z.object({
    search: z.string().max(100).default(''),
    customerId: id.optional(),
    /** Only these. */
    ids: several(id),
  }),
  answer: z.array(
    z.object({
      id,
      name: z.string(),
      email: z.string(),
      /** The last day of a current leave; null: at work. */
      awayUntil: z.iso.date().nullable(),
    }),
  ),
})

const tenantTicketCall = { params: tenantTicketParams, permission: platform, refreshes }

export const setBillable = endpoint({
  id: 'support.billable',
  method: 'POST',
  path: `${tenantPath}/billable`,
  summary: 'The tenant pays for the work on this ticket',
  ...tenantTicketCall,
})

export const setNonBillable = endpoint({
  id: 'support.non-billable',
  method: 'POST',
  path: `${tenantPath}/non-billable`,
  summary: 'The tenant does not pay for the work on this ticket',
  ...tenantTicketCall,
})

export const setJiraTicket = endpoint({
  id: 'support.jira-ticket',
  method: 'POST',
  path: `${tenantPath}/jiraTicket`,
  summary: "The key of the ticket in the platform's Jira; empty: none",
  ...tenantTicketCall,
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

/** Null removes the time that was set by hand; the ticket then has the time that follows from its feed. */
export const setInitialRequestTime = endpoint({
  id: 'support.initial-request-time',
  method: 'POST',
  path: `${tenantPath}/initial-request-time`,
  summary: 'Sets when the tenant first asked',
  ...tenantTicketCall,
  body: z.object({ initialRequestDateTime: timestamp.nullable() }),
})

export const setResponseTime = endpoint({
  id: 'support.response-time',
  method: 'POST',
  path: `${tenantPath}/response-time`,
  summary: 'Sets when the tenant was first answered',
  ...tenantTicketCall,
  body: z.object({ responseDateTime: timestamp.nullable() }),
})

export const setResolutionTime = endpoint({
  id: 'support.resolution-time',
  method: 'POST',
  path: `${tenantPath}/resolution-time`,
  summary: 'Sets when the ticket was solved',
  ...tenantTicketCall,
  body: z.object({ resolutionDateTime: timestamp.nullable() }),
})
