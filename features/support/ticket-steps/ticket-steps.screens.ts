import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** The steps have no page: they are on the ticket's page and on the list. */
export const screens: readonly Screen[] = []

/** The steps with one ticket, on its page. */
export const TicketActions = lazyPart(() =>
  import('./ticket-actions.tsx').then((file) => file.default),
)

/** The steps with several tickets of a list. */
export const ChosenTickets = lazyPart(() =>
  import('./chosen-tickets.tsx').then((file) => file.default),
)
