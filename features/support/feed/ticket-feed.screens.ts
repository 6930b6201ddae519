import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

export type { ShowReference } from './feed-item.tsx'

/** The feed has no page of its own: it is part of the ticket's page. */
export const screens: readonly Screen[] = []

export const TicketFeed = lazyPart(() => import('./ticket-feed.tsx').then((file) => file.default))
