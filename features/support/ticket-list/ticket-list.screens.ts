import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { RecordSearch } from '@counterfoil/kit/web/calls/record-search.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconTicket } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

const list = {
  title: msg('Support tickets'),
  wide: true,
  component: () => import('./ticket-list.tsx'),
} as const

/** The same list for three audiences; each sees the tickets of its own channels. */
export const screens: readonly Screen[] = [
  screen({
    id: 'merchant-support-tickets',
    path: '/merchant/support-tickets',
    audience: ['merchant'],
    permission: ['Merchant.Support.Lookup'],
    menu: { group: 'support', order: 10, icon: IconTicket },
    ...list,
  }),
  screen({
    id: 'tenant-support-tickets',
    path: '/tenant/support-tickets',
    audience: ['tenant'],
    permission: ['CRM.Support.Lookup'],
    menu: { group: 'support', order: 10, icon: IconTicket },
    ...list,
  }),
  screen({
    id: 'platform-support-tickets',
    path: '/platform/support-tickets',
    audience: ['platform'],
    permission: ['Platform.Support.Lookup'],
    menu: { group: 'support', order: 30, icon: IconTicket },
    ...list,
  }),
]

/** Finds tickets by their code and by words of their subject. */
export const recordSearches: readonly RecordSearch[] = screens.flatMap(
  ({ id, title, audience, permission }) =>
    audience.map((one) => ({
      id,
      title,
      audience: [one],
      permission,
      find: async (client, text, signal) => {
        const { findTickets } = await import('./find-tickets.tsx')
        return findTickets(client, text, signal, one)
      },
    })),
)
