import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { listedValue, MerchantListNote, OwnListNote } from './list-parts.tsx'

export const parts: ResourceParts = {
  above: () => <OwnListNote list="whitelist" />,
  cells: { value: listedValue },
  below: () => <MerchantListNote list="whitelist" />,
}
