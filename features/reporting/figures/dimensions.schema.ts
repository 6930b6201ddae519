import { z } from 'zod'

export const dimensions = [
  'day',
  'month',
  'weekday',
  'status',
  'method',
  'provider',
  'merchant',
  'tenant',
  'hour',
  'brand',
  'channel',
  'website',
  'country',
  'issuerCountry',
  'cardType',
  'mid',
  'declineReason',
  'declineCode',
] as const

export type Dimension = (typeof dimensions)[number]
export const dimension = z.enum(dimensions)

/** The most dimensions of one question. */
export const maxDimensions = 3

/** By what only the payments themselves can be grouped; rollups hold the others, at the same cost with any number of payments. */
const paymentDimensions: readonly Dimension[] = [
  ...(['brand', 'website', 'country', 'issuerCountry', 'cardType', 'mid'] as const),
]

export const isRolled = (one: Dimension): boolean => !paymentDimensions.includes(one)

/**
 * The key of a group in each of its dimensions. Null is a key of its own: payments without a provider, a brand, a reason.
 * Days are `2026-03-14`, months `2026-03`, weekdays 1 (Monday) to 7, hours the instant that they begin at.
 */
export type Keys = Readonly<Partial<Record<Dimension, string | null>>>
