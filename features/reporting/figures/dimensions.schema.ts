import { z } from 'zod'

/** By what payments can be grouped and rollups hold: these cost the same with any number of payments. */
export const rolledDimensions = [
  'day',
  'month',
  'weekday',
  'status',
  'method',
  'provider',
  'merchant',
  'tenant',
] as const

/** By what only the payments themselves can be grouped. */
export const paymentDimensions = [
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

export const dimensions = [...rolledDimensions, ...paymentDimensions] as const
export type Dimension = (typeof dimensions)[number]
export const dimension = z.enum(dimensions)

/** The most dimensions of one question. */
export const maxDimensions = 3

export const isRolled = (one: Dimension): boolean =>
  (rolledDimensions as readonly Dimension[]).includes(one)

/**
 * The key of a group in each of its dimensions. Null is a key of its own: payments without a provider, a brand, a reason.
 * Days are `2026-03-14`, months `2026-03`, weekdays 1 (Monday) to 7, hours the instant that they begin at.
 */
export type Keys = Readonly<Partial<Record<Dimension, string | null>>>
