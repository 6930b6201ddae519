import { z } from 'zod'
import { listedAddressOf } from './ip-addresses.rules.ts'

/** A card's issuer is said by its first six to eight digits (ISO/IEC 7812-1:2017). */
const iinLengths = [6, 7, 8] as const

const forms: Readonly<Record<string, z.ZodType<string>>> = {
  iin: z.string().regex(/^\d{6,8}$/),
  email: z.email().toLowerCase(),
  country: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/),
}

/** A listed value as orders are compared with it, but a card's; undefined when it is none of its kind. */
export function listedValueOf(kind: string, value: string): string | undefined {
  if (kind === 'ip') return listedAddressOf(value)
  return forms[kind]?.safeParse(value.trim()).data
}

/** What a card number may be listed by, beside its token. */
export const iinsOf = (digits: string): string[] =>
  iinLengths.map((length) => digits.slice(0, length))
