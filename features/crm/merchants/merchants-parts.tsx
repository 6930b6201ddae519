import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { AccountStatus, Industry } from './merchant-status.tsx'

export const parts: ResourceParts = {
  cells: {
    isActive: (row) => <AccountStatus row={row} />,
    industryType: (row) => <Industry row={row} />,
  },
}
