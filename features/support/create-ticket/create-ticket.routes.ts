import { categories } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { auditOn, readMerchantNames } from '@counterfoil/features/support/tickets/tickets.public.ts'
import { forbidden, notFound } from '@counterfoil/kit/contract/problem.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  createTenantTicket,
  createTicket,
  listCategories,
  listContactUsers,
  listSupportTenants,
  readSupportEmail,
} from './create-ticket.contract.ts'
import { createTicketFor } from './create-ticket.public.ts'
import {
  findTenant,
  listOperators,
  listTenants,
  readSupportAddress,
} from './create-ticket.queries.ts'

export const routes: Route[] = [
  route(listCategories, async () => categories.map((name) => ({ name }))),
  route(createTicket, async ({ body }, context) => {
    const { caller } = context
    if (caller.userType === 'platform') throw forbidden()
    const { customerId, ...ticket } = body
    const isMerchant = caller.userType === 'merchant'
    if (customerId !== undefined) {
      // a merchant's ticket is always its own; an operator's merchant is one that he may see
      const names = isMerchant ? new Map() : await readMerchantNames(context.db, [customerId])
      if (!names.has(customerId)) throw notFound('The merchant')
    }
    const after = { subject: body.subject, category: body.ticketCategory }
    const merchantId = customerId ?? caller.merchantId
    return createTicketFor(context, {
      request: { endpointId: createTicket.id, params: {}, body },
      channel: merchantId === null ? 'TenantToPlatform' : 'CustomerToTenant',
      tenantId: caller.tenantId,
      ticket,
      ...(customerId === undefined ? {} : { customerId }),
      onInserted: (db, id) =>
        auditOn(db, context, { type: 'support_ticket', id, merchantId, after }),
    })
  }),
  route(createTenantTicket, async ({ params, body }, context) => {
    const { tenantId } = params
    const isContradicted = body.tenantId !== undefined && body.tenantId !== tenantId
    const tenant = isContradicted ? undefined : await findTenant(context.database.shared, tenantId)
    if (tenant === undefined) throw notFound('The tenant')
    // throws for a tenant that is not the caller's to write in
    await context.writeScope(tenantId)
    const { contactEmails, ...ticket } = body.ticket
    const after = { tenantId, subject: ticket.subject, category: ticket.ticketCategory }
    const ticketId = await createTicketFor(context, {
      request: { endpointId: createTenantTicket.id, params, body },
      channel: 'TenantToPlatform',
      tenantId,
      onInserted: (db, id) => auditOn(db, context, { type: 'support_ticket', id, after }),
      ticket: {
        ...ticket,
        contactEmail: ticket.contactEmail ?? contactEmails[0] ?? tenant.support_email,
      },
      contactEmails,
    })
    return { ticketId }
  }),
  route(listSupportTenants, async (_input, { database }) => {
    const rows = await listTenants(database.shared)
    const data = rows.map(({ id, name }) => ({ tenantId: id, tenantName: name }))
    return { count: data.length, data }
  }),
  route(readSupportEmail, async (_input, { caller, database }) => ({
    emailSenderAddress: await readSupportAddress(database.shared, caller.tenantId),
  })),
  route(listContactUsers, async ({ params, query }, { db, database }) => {
    if ((await findTenant(database.shared, params.tenantId)) === undefined) {
      throw notFound('The tenant')
    }
    const { rows, count } = await listOperators(db, params.tenantId, {
      search: query.search,
      ...pageOf(query),
    })
    const data = rows.map((row) => ({
      id: row.id,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
    }))
    return { count, data }
  }),
]
