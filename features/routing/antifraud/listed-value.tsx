import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'

/** People recognise a card by its first and last digits. */
export const listedValue = ({ cardHint, value }: ResourceRow) => String(cardHint ?? value)
