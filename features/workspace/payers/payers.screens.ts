import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { RecordSearch } from '@counterfoil/kit/web/calls/record-search.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'

const msg = messagesOf(import.meta.url)

const page = {
  title: msg('Payer'),
  breadcrumb: 'dynamic',
  wide: true,
  component: () => import('./payer-page.tsx'),
} as const

/** Who paid, below the payment that stands for them. */
export const screens: readonly Screen[] = [
  screen({
    id: 'transaction-management-payer',
    path: '/transaction-management/transaction-lookup/:id/payer/:by',
    audience: ['platform', 'tenant'],
    permission: ['CRM.Transaction.View'],
    ...page,
  }),
  screen({
    id: 'platform-payer',
    path: '/platform/transaction-management/transaction-lookup/:id/payer/:by',
    audience: ['platform'],
    permission: ['Platform.Transaction.Lookup'],
    ...page,
  }),
  screen({
    id: 'merchant-payer',
    path: '/merchant/transaction-management/transaction-lookup/:id/payer/:by',
    audience: ['merchant'],
    permission: ['Merchant.Transaction.View'],
    ...page,
  }),
]

/** Finds payers by an e-mail, a name in it, or the last four digits of a card. */
export const recordSearches: readonly RecordSearch[] = screens.map((one) => ({
  id: one.id,
  title: msg('Payers'),
  audience: one.audience.length > 1 ? ['tenant'] : one.audience,
  permission: one.permission,
  find: async (client, text, signal) => {
    const { findPayers } = await import('./find-payers.tsx')
    return findPayers(client, text, signal, one.path.replace('/:id/payer/:by', ''))
  },
}))
