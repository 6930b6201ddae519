import { isCountry } from '@counterfoil/kit/contract/country-name.ts'
import { emailAddress } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { mailboxOf } from './email-addresses.rules.ts'
import { listedAddressOf } from './ip-addresses.rules.ts'

/** The first six to eight digits of a card identify its issuer (ISO/IEC 7812-1:2017). */
const iinLengths = [6, 7, 8] as const

const forms: Readonly<Record<string, z.ZodType<string>>> = {
  iin: z.string().regex(/^\d{6,8}$/),
  email: emailAddress.transform(mailboxOf),
  country: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/)
    // what people write, and no payment carries
    .transform((code) => (code === 'UK' ? 'GB' : code))
    .refine(isCountry),
}

/** A normalised list value, except for cards; undefined if it is invalid for its kind. */
export function listedValueOf(kind: string, value: string): string | undefined {
  if (kind === 'ip') return listedAddressOf(value)
  return forms[kind]?.safeParse(value.trim()).data
}

/** The prefixes by which a card number may be listed, besides its token. */
export const iinsOf = (digits: string): string[] =>
  iinLengths.map((length) => digits.slice(0, length))
