import { z } from 'zod'
import { isCountry } from './country-name.ts'

/** UUID in its canonical text form. */
export const id = z.uuid()

/** A part of a query that may be left empty, as if it was not there. */
export const orEmpty = <T extends z.ZodType>(schema: T) =>
  z
    .union([z.literal(''), schema])
    .transform((given) => (given === '' ? undefined : given))
    .optional()

/** YYYY-MM-DD. Calendars and the database begin with the year 1. */
export const calendarDay = z.iso.date().refine((day) => !day.startsWith('0000'))

/** A day as date pickers send it: noon UTC of that day, or the day itself. */
export const pickedDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T12:00:00(\.000)?Z)?$/)
  .refine((text) => calendarDay.safeParse(dayOf(text)).success)
  .meta({ examples: ['2026-03-01T12:00:00.000Z'] })

/** YYYY-MM-DD of a day, whichever way it was sent. */
export const dayOf = (picked: string): string => picked.slice(0, 10)

/** RFC 3339, UTC. */
export const timestamp = z.iso.datetime()

const isOfCalendar = (at: string) => !at.startsWith('0000')

/** The same where it is sent to us; calendars and the database begin with the year 1. */
export const instant = timestamp.refine(isOfCalendar)

/** With an offset, as `2026-03-01T12:00:00+03:00`; one that is of these years in UTC too. */
export const localInstant = z.iso.datetime({ offset: true }).refine((at) => {
  const year = new Date(at).getUTCFullYear()
  return year >= 1 && year <= 9999
})

/** Which state of a record a change is based on, counted by the database in 32 bits. */
export const recordVersion = z.int().min(1).max(2_147_483_647)

/** Upper-case ISO 4217 code; whether it exists and is active is decided where it is used. */
export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, 'A currency is a code of three capital letters, like GBP')
  .describe('ISO 4217, like GBP.')

export const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, 'A country is a code of two capital letters, like GB')
  .refine(isCountry, 'There is no country with this code; the United Kingdom is GB')
  .describe('ISO 3166-1, two capital letters like GB.')

/** The largest amount that travels as a JSON number without losing a unit. */
export const maxAmountMinor = 999_999_999_999

/** Positive integer of minor units. */
export const amountMinor = z
  .int('An amount is a whole number of minor units, like 1250 for 12.50')
  .positive('An amount is greater than zero')
  .max(maxAmountMinor, 'This amount is too large')
  .describe('In minor units of the currency: 1250 is 12.50 pounds, and 1250 yen.')

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?'

/**
 * As RFC 5321 has it, without quotes, at a domain of at least two labels. Zod's own form refuses `d&d@example.com` and
 * domains that end in `.xn--…`, and with the address a payment.
 */
export const emailAddress = z
  .email({
    pattern: new RegExp(
      `^${atom}(?:\\.${atom})*@(?:${label}\\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$`,
    ),
  })
  .max(254)

/** Integer of minor units that may be zero or negative, as in sums. */
export const sumMinor = z.int()

/** Test moves no money; Live does. The API takes and answers 1 and 2 as well. */
export const modeName = z.enum(['Test', 'Live'])
export type ModeName = z.infer<typeof modeName>
/** As stored. */
export type Mode = 1 | 2
export const modeOf = (name: ModeName): Mode => (name === 'Test' ? 1 : 2)
export const modeNameOf = (mode: number): ModeName => (mode === 1 ? 'Test' : 'Live')

/** `{ id }` of a path. */
export const idParams = z.object({ id })

/** In a filter by what a record may have: those that have none. */
export const noneKey = '-'

/** How many values of one kind a question names at most. */
export const maxOfSeveral = 100

/** One value or several: `status=captured&status=refunded` and `status=captured,refunded` are the same. */
export function several<T extends z.ZodType<unknown, string>>(value: T) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) => {
      const named = [given]
        .flat()
        .flatMap((one) => one.split(','))
        .map((one) => one.trim())
        .filter((one) => one !== '')
      return named.length === 0 ? undefined : [...new Set(named)]
    })
    .pipe(z.array(value).max(maxOfSeveral).optional())
    .optional()
}

/** How many a page of a list of `/v1` holds at most. */
export const pageLimit = z.coerce
  .number()
  .int()
  .min(1)
  .max(100)
  .default(20)
  .describe('How many a page holds at most.')

/** Paging of lists of `/v1`, from the newest on. */
export const newestFirstQuery = {
  limit: pageLimit,
  cursor: id.optional().describe('`nextCursor` of the previous page.'),
}

export const pageSizes = [5, 10, 20, 50, 75, 100] as const
export const defaultPageSize = 20

/** Lists whose first page has a size of its own. */
const listPageSizes = {
  tenants: 100,
  merchants: 1000,
  tenantUsers: 50,
  /** Merchants that are searched for and walked, not taken whole. */
  merchantPages: 10,
  tickets: 10,
} as const

/** Zero-based paging; names are matched case-insensitively by the server. */
export const pageQuery = z.object({
  pageIndex: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
  pageSize: z.coerce.number().int().min(1).max(1000).default(defaultPageSize),
})

/** The same, with the size that a list has by itself. */
export const pageQueryOf = (list: keyof typeof listPageSizes) =>
  pageQuery.extend({ pageSize: pageQuery.shape.pageSize.default(listPageSizes[list]) })

/** A list: `count` is null where counting would hold the page up; then `countAtLeast` says what is known. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    count: z.int().nullable(),
    countAtLeast: z.int().optional(),
  })
}

/** A list that is walked by cursors, equally fast on every page. */
export function cursorListOf<T extends z.ZodType>(item: T) {
  return listOf(item).extend({
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
  })
}

/** The same, walked from the newest on alone. */
export function newestFirstListOf<T extends z.ZodType>(item: T) {
  return listOf(item).extend({ nextCursor: z.string().nullable() })
}

/** A text in each language that has it. */
export const text = z.object({ en: z.string() }).catchall(z.string())

/** A value to choose from. */
export const option = z.object({ id: z.string(), name: z.string() })
