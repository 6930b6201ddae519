import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'

/** A card is known to people by its ends, not by its token. */
export const listedValue = ({ cardHint, value }: ResourceRow) => String(cardHint ?? value)
