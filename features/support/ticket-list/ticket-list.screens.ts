import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { merchantSupportTickets } from '@counterfoil/kit/web/site-map/merchant-pages.ts'
import {
  platformSupportTickets,
  tenantSupportTickets,
} from '@counterfoil/kit/web/site-map/operator-pages.ts'
import { mapped } from '@counterfoil/kit/web/site-map/site-entry.ts'
import { IconTicket } from '@tabler/icons-react'

const list = { icon: IconTicket, wide: true, component: () => import('./ticket-list.tsx') }

/** One list for three audiences: each finds the tickets of its own channels. */
export const screens: readonly Screen[] = [
  mapped(merchantSupportTickets, { id: 'merchant-support-tickets', ...list }),
  mapped(tenantSupportTickets, { id: 'tenant-support-tickets', ...list }),
  mapped(platformSupportTickets, { id: 'platform-support-tickets', ...list }),
]
