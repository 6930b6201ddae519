import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconDeviceLandlinePhone } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

const title = msg('Virtual terminal')
const component = () => import('./virtual-terminal.tsx')

export const screens: readonly Screen[] = [
  screen({
    ...{ title, component },
    id: 'transaction-management-virtual-terminal',
    path: '/transaction-management/virtual-terminal',
    audience: ['platform', 'tenant'],
    permission: ['CRM.Transaction.VirtualTerminal'],
    menu: { group: 'transactions', order: 120, icon: IconDeviceLandlinePhone },
  }),
  screen({
    ...{ title, component },
    id: 'merchant-transaction-management-virtual-terminal',
    path: '/merchant/transaction-management/virtual-terminal',
    audience: ['merchant'],
    permission: ['Merchant.Transaction.VirtualTerminal'],
    menu: { group: 'transactions', order: 30, icon: IconDeviceLandlinePhone },
  }),
]
