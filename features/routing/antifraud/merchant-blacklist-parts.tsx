import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { listedValue } from './listed-value.tsx'
import { MerchantListNote, OwnListNote } from './own-list-note.tsx'

export const parts: ResourceParts = {
  above: () => <OwnListNote list="blacklist" />,
  cells: { value: listedValue },
  below: () => <MerchantListNote list="blacklist" />,
}
