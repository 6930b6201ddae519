import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { RecordSearch } from '@counterfoil/kit/web/calls/record-search.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconCreditCard } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

// here, because the texts of the list itself come with the list
const title = msg('Transaction lookup')

/** One list for three audiences; each sees its own payments. */
export const screens: readonly Screen[] = [
  screen({
    id: 'transaction-management-transaction-lookup',
    path: '/transaction-management/transaction-lookup',
    title,
    audience: ['platform', 'tenant'],
    permission: ['CRM.Transaction.View'],
    menu: { group: 'transactions', order: 0, icon: IconCreditCard },
    wide: true,
    component: () => import('./operator-payment-list.tsx'),
  }),
  screen({
    id: 'platform-transaction-lookup',
    path: '/platform/transaction-management/transaction-lookup',
    title,
    audience: ['platform'],
    permission: ['Platform.Transaction.Lookup'],
    menu: { group: 'platform', order: 0, icon: IconCreditCard },
    wide: true,
    component: () => import('./operator-payment-list.tsx'),
  }),
  screen({
    id: 'merchant-transaction-management-transaction-lookup',
    path: '/merchant/transaction-management/transaction-lookup',
    title,
    audience: ['merchant'],
    permission: ['Merchant.Transaction.View'],
    menu: { group: 'transactions', order: 0, icon: IconCreditCard },
    wide: true,
    component: () => import('./merchant-payment-list.tsx'),
  }),
]

/** Finds payments by id, external id and the other search keys of the lookup. */
export const recordSearches: readonly RecordSearch[] = screens.map((list) => ({
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
