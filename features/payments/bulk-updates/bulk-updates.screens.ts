import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconHistory, IconListCheck } from '@tabler/icons-react'

import { requestPath } from './bulk-updates.schema.ts'

const msg = messagesOf(import.meta.url)

const common = {
  audience: ['platform'],
  permission: ['Platform.Transaction.Actions.TransactionStatusChange'],
} as const

export const screens: readonly Screen[] = [
  screen({
    ...common,
    id: 'platform-transaction-bulk-update-request',
    path: requestPath,
    title: msg('Transaction bulk update request'),
    menu: { group: 'platform', order: 20, icon: IconListCheck },
    component: () => import('./bulk-update-request.tsx'),
  }),
  screen({
    ...common,
    id: 'platform-transaction-bulk-update-history',
    path: '/platform/transaction-management/transaction-bulk-update-history',
    title: msg('Transaction bulk update history'),
    menu: { group: 'platform', order: 30, icon: IconHistory },
    wide: true,
    component: () => import('./bulk-update-history.tsx'),
  }),
]

/** Begins a bulk update with what is selected in the lookup. */
export const BulkUpdateBar = lazyPart(() =>
  import('./bulk-update-bar.tsx').then((part) => part.BulkUpdateBar),
)

/** The permissions to begin a bulk update. */
export const bulkUpdaters = common.permission
