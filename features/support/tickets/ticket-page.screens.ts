import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'

/** Leads from the address that a ticket has for others to the reader's own. */
export const TicketElsewhere = lazyPart(() =>
  import('./ticket-elsewhere.tsx').then((file) => file.TicketElsewhere),
)

const msg = messagesOf(import.meta.url)

// not from the page's own texts, which load with the page
const title = msg('Support ticket')
const page = {
  title,
  breadcrumb: 'dynamic',
  component: () => import('./ticket-page.tsx'),
} as const

/** The page of a ticket, for the requester and for agents of the tenant and the platform. */
export const screens: readonly Screen[] = [
  screen({
    ...page,
    id: 'merchant-support-ticket',
    path: '/merchant/support-tickets/:ticketId',
    audience: ['merchant'],
    permission: ['Merchant.Support.Lookup'],
  }),
  screen({
    ...page,
    id: 'tenant-own-support-ticket',
    path: '/tenant/support-tickets/:ticketId',
    audience: ['tenant'],
    permission: ['CRM.Support.Lookup'],
  }),
  screen({
    ...page,
    id: 'tenant-support-ticket',
    path: '/tenant/support-tickets/:customerId/:ticketId',
    audience: ['tenant'],
    permission: ['CRM.Support.Lookup'],
  }),
  screen({
    ...page,
    id: 'platform-support-ticket',
    path: '/platform/support-tickets/:tenantId/:ticketId',
    audience: ['platform'],
    permission: ['Platform.Support.Lookup'],
  }),
]
