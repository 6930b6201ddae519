import {
  type priorities,
  supportPermissions,
} from '@counterfoil/features/support/tickets/terms.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { pickedDay } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'A time is written like 09:00')
const minutes = z.int().min(1).max(525_600)

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

const day = z
  .strictObject({ from: time, to: time })
  .refine(({ from, to }) => from < to, 'A day ends after it begins')
  .nullable()

/** Minutes of business hours; null: no target. */
const target = z.strictObject({
  firstResponse: minutes.nullable(),
  nextResponse: minutes.nullable(),
  resolution: minutes.nullable(),
})

export const serviceLevels = z
  .strictObject({
    /** In the time zone of the organisation; null: closed on that day. */
    hours: z.strictObject({
      monday: day,
      tuesday: day,
      wednesday: day,
      thursday: day,
      friday: day,
      saturday: day,
      sunday: day,
    }),
    holidays: z
      .array(z.strictObject({ date: pickedDay, name: oneLine(z.string().trim()).max(100) }))
      .max(400),
    targets: z.strictObject({ Low: target, Medium: target, High: target } satisfies Record<
      (typeof priorities)[number],
      typeof target
    >),
  })
  .refine(
    ({ hours }) => Object.values(hours).some((one) => one !== null),
    'At least one day has business hours',
  )
export type ServiceLevels = z.infer<typeof serviceLevels>

const nineToFive = { from: '09:00', to: '17:30' }
/** For organisations without settings of their own. */
export const defaultServiceLevels: ServiceLevels = {
  hours: {
    monday: nineToFive,
    tuesday: nineToFive,
    wednesday: nineToFive,
    thursday: nineToFive,
    friday: nineToFive,
    saturday: null,
    sunday: null,
  },
  holidays: [],
  targets: {
    High: { firstResponse: 60, nextResponse: 120, resolution: 510 },
    Medium: { firstResponse: 240, nextResponse: 510, resolution: 1530 },
    Low: { firstResponse: 510, nextResponse: 1020, resolution: 2550 },
  },
}

const { tenant, platform } = supportPermissions
const path = '/api/support/service-levels'

export const readServiceLevels = endpoint({
  id: 'support.service-levels',
  method: 'GET',
  path,
  summary: "The own organisation's business hours and targets, and the time zone that they are in",
  permission: [tenant, platform],
  answer: z.object({ serviceLevels, timeZone: z.string() }),
})

export const updateServiceLevels = endpoint({
  id: 'support.service-levels-update',
  method: 'PUT',
  path,
  summary: 'Changes business hours and targets; due times that are set already stay',
  permission: [tenant, platform],
  body: serviceLevels.meta({ examples: [defaultServiceLevels] }),
  answer: z.object({ serviceLevels, timeZone: z.string() }),
  refreshes: ['support.service-levels'],
})
