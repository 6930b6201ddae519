import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { merchantSupport } from '@counterfoil/kit/web/site-map/merchant-pages.ts'
import { platformSupport, tenantSupport } from '@counterfoil/kit/web/site-map/operator-pages.ts'
import { mapped } from '@counterfoil/kit/web/site-map/site-entry.ts'
import { IconLifebuoy } from '@tabler/icons-react'

const overview = { icon: IconLifebuoy, component: () => import('./support-overview.tsx') }

export const screens: readonly Screen[] = [
  mapped(merchantSupport, { id: 'merchant-support', ...overview }),
  mapped(tenantSupport, { id: 'tenant-support', ...overview }),
  mapped(platformSupport, { id: 'platform-support', ...overview }),
]
