import { expect, test } from 'vitest'
import { isTimeZone, timeZoneChoices, timeZones } from './time-zones.ts'

test('a zone is taken under each of its names, and UTC; an offset and what is none are not', () => {
  const names = [
    'UTC',
    'Europe/Istanbul',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'America/Port-au-Prince',
  ]
  expect(names.filter((name) => !isTimeZone(name))).toEqual([])
  expect(timeZones.every(isTimeZone)).toBe(true)
  expect(['Europe/Nowhere', '', '+03:00', 'europe', 'UTC+3'].filter(isTimeZone)).toEqual([])
})

test('what is stored can be chosen once, under the name that it is stored by', () => {
  const namesOf = (stored?: string | null) => timeZoneChoices(stored).map(({ value }) => value)
  expect(namesOf()).toEqual(timeZones)
  expect(namesOf('Europe/Paris')).toEqual(timeZones)
  const both = ['Asia/Kolkata', 'Asia/Calcutta'].map(namesOf)
  expect(both.map((names) => names.length - timeZones.length).toSorted()).toEqual([0, 1])
})
