// The organisations of the support tests: two merchants of one tenant, another tenant, and the platform.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { routes as fileRoutes } from '@counterfoil/features/messaging/files/files.routes.ts'
import { routes as leaveRoutes } from '@counterfoil/features/settings/leave/employee-leave.routes.ts'
import { holidays } from '@counterfoil/features/settings/leave/holidays.resource.ts'
import { routes as createTicketRoutes } from '@counterfoil/features/support/create-ticket/create-ticket.routes.ts'
import { routes as escalationRoutes } from '@counterfoil/features/support/create-ticket/escalation.routes.ts'
import { routes as externalTicketRoutes } from '@counterfoil/features/support/external-parties/external-ticket.routes.ts'
import { routes as invitationRoutes } from '@counterfoil/features/support/external-parties/invitations.routes.ts'
import { routes as feedRoutes } from '@counterfoil/features/support/feed/feed.routes.ts'
import { routes as labelRoutes } from '@counterfoil/features/support/labels/labels.routes.ts'
import { routes as overviewRoutes } from '@counterfoil/features/support/overview/overview.routes.ts'
import { routes as scopingRoutes } from '@counterfoil/features/support/scoping/scoping.routes.ts'
import { routes as levelRoutes } from '@counterfoil/features/support/service-levels/service-levels.routes.ts'
import { routes as listRoutes } from '@counterfoil/features/support/ticket-list/ticket-list.routes.ts'
import { routes as agentActionRoutes } from '@counterfoil/features/support/tickets/agent-actions.routes.ts'
import { routes as ticketRoutes } from '@counterfoil/features/support/tickets/tickets.routes.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { openStorage } from '@counterfoil/providers/storage/storage.ts'
import { afterAll, expect } from 'vitest'
import { multipartForm } from './sample-files.ts'

const supportRoutes = [
  ...ticketRoutes,
  ...createTicketRoutes,
  ...listRoutes,
  ...feedRoutes,
  ...agentActionRoutes,
  ...labelRoutes,
  ...escalationRoutes,
  ...invitationRoutes,
  ...externalTicketRoutes,
  ...levelRoutes,
  ...overviewRoutes,
  ...scopingRoutes,
  ...leaveRoutes,
  ...resourceRoutes(holidays),
]

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-support-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const customers = ['Merchant.Support.Lookup', 'Merchant.Transaction.View']
const operators = ['CRM.Support.Lookup', 'CRM.Transaction.View', 'CRM.Organization.View']

export async function openSupport() {
  const db = await testDatabase()
  const storage = openStorage({ dataDir: folder })
  const routes = [...supportRoutes, ...fileRoutes({ storage })]
  const server = await testServer(db, routes, callerFinder(db.database))
  const platform = await makeTenant(db, { is_platform: true, name: 'The Platform' })
  const tenant = await makeTenant(db, { name: 'Harbour Pay' })
  const foreign = await makeTenant(db, { name: 'Other Pay' })
  const merchant = await makeMerchant(db, {
    tenant_id: tenant.id,
    legal_business_name: 'Books Ltd',
  })
  const neighbour = await makeMerchant(db, {
    tenant_id: tenant.id,
    legal_business_name: 'Crafts Ltd',
  })
  const of = { tenant_id: tenant.id }
  const users = {
    merchant: await makeUser(db, {
      ...of,
      user_type: 'merchant',
      merchant_id: merchant.id,
      permissions: customers,
    }),
    neighbour: await makeUser(db, {
      ...of,
      user_type: 'merchant',
      merchant_id: neighbour.id,
      permissions: customers,
    }),
    operator: await makeUser(db, { ...of, user_type: 'tenant', permissions: operators }),
    colleague: await makeUser(db, { ...of, user_type: 'tenant', permissions: operators }),
    limited: await makeUser(db, {
      ...of,
      user_type: 'tenant',
      permissions: operators,
      limited_to: [neighbour.id],
    }),
    foreign: await makeUser(db, {
      tenant_id: foreign.id,
      user_type: 'tenant',
      permissions: operators,
    }),
    staff: await makeUser(db, {
      tenant_id: platform.id,
      user_type: 'platform',
      permissions: [
        'Platform.Support.Lookup',
        'Platform.Transaction.Lookup',
        'Platform.LeaveSettings.View',
        'Platform.LeaveSettings.Edit',
      ],
    }),
    staffColleague: await makeUser(db, {
      tenant_id: platform.id,
      user_type: 'platform',
      permissions: ['Platform.Support.Lookup'],
    }),
  }
  type Who = keyof typeof users

  /** Calls as one of them, and expects the status; answers the body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of all shapes
  async function ask<T = any>(
    who: Who | 'nobody',
    what: string,
    payload?: object,
    status?: number,
  ): Promise<T> {
    const user = who === 'nobody' ? undefined : users[who]
    const answer = await server.call(user, what, payload === undefined ? {} : { payload })
    const usual = answer.statusCode < 300 ? answer.statusCode : 200
    expect([what, answer.statusCode, answer.body.slice(0, 400)]).toEqual([
      what,
      status ?? usual,
      answer.body.slice(0, 400),
    ])
    const isJson = String(answer.headers['content-type']).includes('json')
    return (answer.body !== '' && isJson ? answer.json() : answer.body) as T
  }

  const base = '/api/support'
  async function createTicket(who: Who = 'merchant', some: object = {}): Promise<string> {
    return ask<string>(who, `POST ${base}/ticket`, {
      ticketCategory: 'Processing',
      subject: 'A refund is missing',
      description: 'The customer has not received it.',
      ...some,
    })
  }
  /** A text file that says its own name; answers its id. */
  async function upload(who: Who, name: string, path = '/api/fs/file'): Promise<string> {
    const form = multipartForm([{ name, type: 'text/plain', bytes: Buffer.from(name) }])
    const answer = await server.call(users[who], `POST ${path}`, form)
    expect([answer.statusCode, answer.body]).toEqual([201, answer.body])
    return answer.json().fileId
  }
  const agentPath = (id: string) => `${base}/ticket/${merchant.id}/${id}`
  const platformPath = (id: string) => `${base}/${tenant.id}/ticket/${id}`
  const requesterPath = (id: string) => `${base}/ticket/${id}`

  return {
    db,
    ...server,
    platform,
    tenant,
    foreign,
    merchant,
    neighbour,
    users,
    ask,
    createTicket,
    upload,
    agentPath,
    platformPath,
    requesterPath,
    base,
  }
}
