import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconKey } from '@tabler/icons-react'

export const screens: readonly Screen[] = [
  screen({
    id: 'crm-tenant-management-encryption-keys',
    path: '/crm/tenant-management/encryption-keys',
    title: ['Encryption keys', 'Şifreleme anahtarları'],
    audience: ['platform'],
    permission: ['Tenant.Keys.View'],
    menu: { group: 'tenants', order: 10, icon: IconKey },
    wide: true,
    component: () => import('./encryption-keys.tsx'),
  }),
]
