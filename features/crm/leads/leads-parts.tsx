import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { LeadStatus } from './lead-status.tsx'

export const parts: ResourceParts = { cells: { leadStatusId: (row) => <LeadStatus row={row} /> } }
