import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'

/** The dialogs have no page: Contact Support opens beside any page, Escalate Ticket over the ticket's page. */
export const screens: readonly Screen[] = []

export const ContactSupport = lazyPart(() =>
  import('./contact-support.tsx').then((file) => file.default),
)

export const EscalateTicket = lazyPart(() =>
  import('./escalate-ticket.tsx').then((file) => file.default),
)

export const AddReferences = lazyPart(() =>
  import('./add-references.tsx').then((file) => file.default),
)
