import { priorities } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { z } from 'zod'
import { type ServiceLevels, weekdays } from './service-levels.contract.ts'

const minutes = z.int().min(1).max(525_600).optional()
const target = z.object({ firstResponse: minutes, nextResponse: minutes, resolution: minutes })
const time = z.string()
const day = z
  .object({ isOpen: z.boolean(), from: time, to: time })
  .refine(({ isOpen, from, to }) => !isOpen || (from !== '' && from < to), { path: ['to'] })

const levels = z.object({
  hours: z.record(z.enum(weekdays), day),
  targets: z.record(z.enum(priorities), target),
  holidays: z.array(z.object({ date: z.string(), name: z.string().max(100) })),
})
export type LevelFormValues = z.infer<typeof levels>

/**
 * The form's values of service levels: a closed day keeps its hours, a missing target is empty. `allClosed`: the message for
 * a week without a day, which stands at the first one.
 */
export const levelForm = (allClosed: string) =>
  levels.refine(({ hours }) => Object.values(hours).some(({ isOpen }) => isOpen), {
    path: ['hours', weekdays[0], 'isOpen'],
    message: allClosed,
  })

const defaultDay = { from: '09:00', to: '17:30' }
type Target = ServiceLevels['targets']['Low']

export function toFormValues(levels: ServiceLevels): LevelFormValues {
  const dayOf = (name: (typeof weekdays)[number]) => ({
    isOpen: levels.hours[name] !== null,
    ...(levels.hours[name] ?? defaultDay),
  })
  const targetOf = ({ firstResponse, nextResponse, resolution }: Target) => ({
    firstResponse: firstResponse ?? undefined,
    nextResponse: nextResponse ?? undefined,
    resolution: resolution ?? undefined,
  })
  return {
    hours: Object.fromEntries(
      weekdays.map((name) => [name, dayOf(name)]),
    ) as LevelFormValues['hours'],
    targets: Object.fromEntries(
      priorities.map((name) => [name, targetOf(levels.targets[name])]),
    ) as LevelFormValues['targets'],
    holidays: [...levels.holidays],
  }
}

export function toServiceLevels(typed: LevelFormValues): ServiceLevels {
  const dayOf = ({ isOpen, from, to }: LevelFormValues['hours']['monday']) =>
    isOpen ? { from, to } : null
  const targetOf = (one: LevelFormValues['targets']['Low']) => ({
    firstResponse: one.firstResponse ?? null,
    nextResponse: one.nextResponse ?? null,
    resolution: one.resolution ?? null,
  })
  return {
    hours: Object.fromEntries(
      weekdays.map((name) => [name, dayOf(typed.hours[name])]),
    ) as ServiceLevels['hours'],
    targets: Object.fromEntries(
      priorities.map((name) => [name, targetOf(typed.targets[name])]),
    ) as ServiceLevels['targets'],
    holidays: [...typed.holidays].sort((one, other) => one.date.localeCompare(other.date)),
  }
}
