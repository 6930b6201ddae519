import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { crmTenantManagementEncryptionKeys } from '@counterfoil/kit/web/site-map/operator-pages.ts'
import { mapped } from '@counterfoil/kit/web/site-map/site-entry.ts'
import { IconKey } from '@tabler/icons-react'

export const screens: readonly Screen[] = [
  mapped(crmTenantManagementEncryptionKeys, {
    id: 'crm-tenant-management-encryption-keys',
    icon: IconKey,
    wide: true,
    component: () => import('./encryption-keys.tsx'),
  }),
]
