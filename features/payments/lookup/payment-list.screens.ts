import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { RecordSearch } from '@counterfoil/kit/web/calls/record-search.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import type { MenuGroupId } from '@counterfoil/kit/web/page/menu-groups.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconCreditCard } from '@tabler/icons-react'
import { everyFace, type FaceName } from './faces.schema.ts'

const msg = messagesOf(import.meta.url)

/** One list in many faces; each audience sees its own payments. */
function listScreen(name: FaceName, order: number, group: MenuGroupId = 'transactions'): Screen {
  const { id, path, title, audience, permission, annotation } = everyFace[name]
  return screen({
    ...{ id, path, title, audience, permission },
    menu: {
      ...{ group, order, icon: IconCreditCard },
      ...(annotation === undefined ? {} : { annotation }),
    },
    wide: true,
    component: async () => (await import('./payment-list-page.tsx')).pageOf(name),
  })
}

const lookups = [
  listScreen('operator', 0),
  listScreen('platform', 0, 'platform'),
  listScreen('merchant', 0),
]

export const screens: readonly Screen[] = [
  ...lookups,
  listScreen('operatorColumns', 10),
  listScreen('platformColumns', 10, 'platform'),
  listScreen('merchantColumns', 10),
  listScreen('reporting', 60),
  listScreen('alternative', 70),
  listScreen('bdt', 80),
  listScreen('requests', 110),
]

/** Finds payments by id, external id and the other search keys of the lookup. */
export const recordSearches: readonly RecordSearch[] = lookups.map((list) => ({
  id: list.id,
  title: msg('Payments'),
  // staff of the platform hold both permissions, and one list finds all of theirs
  audience: list.audience.length > 1 ? ['tenant'] : list.audience,
  permission: list.permission,
  actionName: 'action',
  find: async (client, text, signal) => {
    const { findPayments } = await import('./find-payments.tsx')
    return findPayments(client, text, signal, list.path)
  },
}))

/** Counts and sums by currency. */
export const PaymentTotalsStrip = lazyPart(() =>
  import('./payment-totals.tsx').then((part) => part.PaymentTotalsStrip),
)

/** Saved views of a list or a report. */
export const SavedViews = lazyPart(() =>
  import('./saved-views.tsx').then((part) => part.SavedViews),
)
