import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** Scoping is part of the platform's page of a ticket. */
export const screens: readonly Screen[] = []

export const TicketScoping = lazyPart(() =>
  import('./ticket-scoping.tsx').then((file) => file.default),
)
