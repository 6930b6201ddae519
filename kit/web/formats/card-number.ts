/** How many digits are hidden when only the ends are known: those of a card of sixteen. */
const usuallyHidden = 6

/** A card as it may be shown: its first 6 and last 4 digits, the middle masked. */
export function maskCard(ends: { first6: string | null; last4: string | null }): string {
  return `${ends.first6 ?? '••••••'}${'•'.repeat(usuallyHidden)}${ends.last4 ?? '••••'}`
}
