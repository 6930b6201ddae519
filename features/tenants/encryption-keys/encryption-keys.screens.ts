import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconKey } from '@tabler/icons-react'

const msg = messagesOf(import.meta.url)

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-tenant-management-encryption-keys',
    path: '/crm/tenant-management/encryption-keys',
    title: msg('Encryption keys'),
    audience: ['platform'],
    permission: ['Tenant.Keys.View'],
    menu: { group: 'tenants', order: 10, icon: IconKey },
    wide: true,
    component: () => import('./encryption-keys.tsx'),
  }),
]
