import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { merchantProfileSettings } from '@counterfoil/kit/web/site-map/merchant-pages.ts'
import { tenantProfileSettings } from '@counterfoil/kit/web/site-map/operator-pages.ts'
import { mapped } from '@counterfoil/kit/web/site-map/site-entry.ts'
import { IconUser } from '@tabler/icons-react'

const built = { icon: IconUser, component: () => import('./profile-settings.tsx') }

export const screens: readonly Screen[] = [
  mapped(tenantProfileSettings, { id: 'tenant-profile-settings', ...built }),
  mapped(merchantProfileSettings, { id: 'merchant-profile-settings', ...built }),
]
