import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { listedValue } from './list-parts.tsx'

export const parts: ResourceParts = { cells: { value: listedValue } }
