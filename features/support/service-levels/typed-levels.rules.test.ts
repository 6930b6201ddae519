import { expect, test } from 'vitest'
import { serviceLevels, usualServiceLevels } from './service-levels.contract.ts'
import { asTyped, levelsOf, typedLevels } from './typed-levels.rules.ts'

test('what is saved without a change is what was there', () => {
  const levels = {
    ...usualServiceLevels,
    holidays: [{ date: '2026-12-25', name: 'Christmas Day' }],
    targets: {
      ...usualServiceLevels.targets,
      Low: { firstResponse: null, nextResponse: 60, resolution: null },
    },
  }
  const typed = typedLevels.parse(asTyped(levels))
  expect(levelsOf(typed)).toEqual(levels)
  expect(serviceLevels.parse(levelsOf(typed))).toEqual(levels)
})

test('a day that ends before it begins is refused, a closed one is not looked at', () => {
  const typed = asTyped(usualServiceLevels)
  const with_ = (monday: object) => ({
    ...typed,
    hours: { ...typed.hours, monday: { ...typed.hours.monday, ...monday } },
  })
  expect(typedLevels.safeParse(with_({ from: '18:00', to: '09:00' })).success).toBe(false)
  const closed = typedLevels.parse(with_({ isOpen: false, from: '18:00', to: '09:00' }))
  expect(levelsOf(closed).hours.monday).toBeNull()
})
