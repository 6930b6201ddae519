import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { listedValue, MerchantListNote, OwnListNote, useIsListOpen } from './list-parts.tsx'

export const parts: ResourceParts = {
  above: () => <OwnListNote list="blacklist" />,
  useIsOpen: () => useIsListOpen('blacklist'),
  cells: { value: listedValue },
  below: () => <MerchantListNote list="blacklist" />,
}
