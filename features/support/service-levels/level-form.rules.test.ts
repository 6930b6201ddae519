import { expect, test } from 'vitest'
import { levelForm, toFormValues, toServiceLevels } from './level-form.rules.ts'
import { defaultServiceLevels, serviceLevels } from './service-levels.contract.ts'

const levelFormSchema = levelForm('All closed')

test('what is saved without a change is what was there', () => {
  const levels = {
    ...defaultServiceLevels,
    holidays: [{ date: '2026-12-25', name: 'Christmas Day' }],
    targets: {
      ...defaultServiceLevels.targets,
      Low: { firstResponse: null, nextResponse: 60, resolution: null },
    },
  }
  const typed = levelFormSchema.parse(toFormValues(levels))
  expect(toServiceLevels(typed)).toEqual(levels)
  expect(serviceLevels.parse(toServiceLevels(typed))).toEqual(levels)
})

test('a day that ends before it begins is refused, a closed one is not looked at', () => {
  const typed = toFormValues(defaultServiceLevels)
  const with_ = (monday: object) => ({
    ...typed,
    hours: { ...typed.hours, monday: { ...typed.hours.monday, ...monday } },
  })
  expect(levelFormSchema.safeParse(with_({ from: '18:00', to: '09:00' })).success).toBe(false)
  const closed = levelFormSchema.parse(with_({ isOpen: false, from: '18:00', to: '09:00' }))
  expect(toServiceLevels(closed).hours.monday).toBeNull()
})

test('a week in which no day is open is refused where the first day is', () => {
  const typed = toFormValues(defaultServiceLevels)
  const closed = Object.entries(typed.hours).map(([day, one]) => [day, { ...one, isOpen: false }])
  const { error } = levelFormSchema.safeParse({ ...typed, hours: Object.fromEntries(closed) })
  expect(error?.issues).toMatchObject([
    { path: ['hours', 'monday', 'isOpen'], message: 'All closed' },
  ])
})
