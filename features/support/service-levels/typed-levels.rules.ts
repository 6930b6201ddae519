import { priorities } from '@counterfoil/features/support/tickets/terms.contract.ts'
import { z } from 'zod'
import { type ServiceLevels, weekdays } from './service-levels.contract.ts'

const minutes = z.int().min(1).max(525_600).optional()
const target = z.object({ firstResponse: minutes, nextResponse: minutes, resolution: minutes })
const time = z.string()
const day = z
  .object({ isOpen: z.boolean(), from: time, to: time })
  .refine(({ isOpen, from, to }) => !isOpen || (from !== '' && from < to), { path: ['to'] })

/** Service levels as a form has them: a closed day keeps its hours, a target that is none is empty. */
export const typedLevels = z.object({
  hours: z.record(z.enum(weekdays), day),
  targets: z.record(z.enum(priorities), target),
  holidays: z.array(z.object({ date: z.string(), name: z.string().max(100) })),
})
export type TypedLevels = z.infer<typeof typedLevels>

const usualDay = { from: '09:00', to: '17:30' }
type Target = ServiceLevels['targets']['Low']

export function asTyped(levels: ServiceLevels): TypedLevels {
  const dayOf = (name: (typeof weekdays)[number]) => ({
    isOpen: levels.hours[name] !== null,
    ...(levels.hours[name] ?? usualDay),
  })
  const targetOf = ({ firstResponse, nextResponse, resolution }: Target) => ({
    firstResponse: firstResponse ?? undefined,
    nextResponse: nextResponse ?? undefined,
    resolution: resolution ?? undefined,
  })
  return {
    hours: Object.fromEntries(weekdays.map((name) => [name, dayOf(name)])) as TypedLevels['hours'],
    targets: Object.fromEntries(
      priorities.map((name) => [name, targetOf(levels.targets[name])]),
    ) as TypedLevels['targets'],
    holidays: [...levels.holidays],
  }
}

export function levelsOf(typed: TypedLevels): ServiceLevels {
  const dayOf = ({ isOpen, from, to }: TypedLevels['hours']['monday']) =>
    isOpen ? { from, to } : null
  const targetOf = (one: TypedLevels['targets']['Low']) => ({
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
