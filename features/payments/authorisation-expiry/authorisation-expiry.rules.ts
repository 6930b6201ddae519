import { dayMs } from '@counterfoil/kit/contract/durations.ts'

/**
 * For how many days the schemes let an authorisation be captured that is made online: Visa ten, Mastercard thirty for
 * pre-authorisations; all others seven.
 */
const validDays: Readonly<Record<string, number>> = { visa: 10, mastercard: 30 }
const defaultDays = 7

/** When an authorisation expires: as its acquirer says, else by the rules of the scheme. */
export function authorisationExpiry(
  brand: string | null,
  approvedAt: Date,
  statedExpiry: string | undefined,
): Date {
  if (statedExpiry !== undefined) return new Date(statedExpiry)
  const days = validDays[brand ?? ''] ?? defaultDays
  return new Date(approvedAt.getTime() + days * dayMs)
}

/** How long before the expiry the merchant is notified. */
export const noticeMs = dayMs
