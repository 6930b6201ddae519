import { z } from 'zod'

const forms: Readonly<Record<string, z.ZodType<string>>> = {
  // a number that could be a card's is none of ours to keep
  card: z.string().regex(/^(?!\d{12,19}$)/),
  iin: z.string().regex(/^\d{6}$/),
  email: z.email().toLowerCase(),
  ip: z.union([z.ipv4(), z.ipv6().toLowerCase()]),
  country: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/),
}

/** A listed value as orders are compared with it; undefined when it is none of its kind. */
export function listedValueOf(kind: string, value: string): string | undefined {
  return forms[kind]?.safeParse(value.trim()).data
}
