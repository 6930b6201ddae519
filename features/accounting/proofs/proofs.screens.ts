import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconScale } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-settings-accounting-proofs',
    path: '/crm/settings/accounting/proofs',
    title: msg('Proof of the books'),
    audience: ['platform', 'tenant'],
    permission: ['CRM.Organization.Accounting.CustomerLedgerAccounts.View'],
    menu: { group: 'settings', order: 143, icon: IconScale },
    wide: true,
    component: () => import('./proofs.tsx'),
  }),
]
