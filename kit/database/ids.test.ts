import { validate, version } from 'uuid'
import { expect, test } from 'vitest'
import { firstIdAt, newId } from './ids.ts'

test('ids sort by their instant, then by the order in which they were asked for', () => {
  const ids = [
    '2020-02-29T23:59:59.999Z',
    '2026-03-14T12:00:00Z',
    '2026-03-14T12:00:00.001Z',
  ].flatMap((text) => Array.from({ length: 5000 }, () => newId(new Date(text))))
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true)
})

test('an id tells its instant, and lies between the lowest of this millisecond and of the next', () => {
  const at = new Date('2026-03-14T12:00:00.123Z')
  const id = newId(at)
  expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(at.getTime())
  expect(id > firstIdAt(at)).toBe(true)
  expect(id < firstIdAt(new Date(at.getTime() + 1))).toBe(true)
})

test('two processes that count alike still make different ids', () => {
  const random = (id: string) => id.slice(26)
  const made = Array.from({ length: 1000 }, () => random(newId(new Date())))
  expect(new Set(made).size).toBe(made.length)
})
