import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

export type { ShowReference } from './feed-item.tsx'

/** The conversation is no page of its own: it stands on the ticket's. */
export const screens: readonly Screen[] = []

export const TicketFeed = lazyPart(() => import('./ticket-feed.tsx').then((file) => file.default))
