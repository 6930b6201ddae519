import { expect, test } from 'vitest'
import { z } from 'zod'
import { refuseUnknownFields } from './unknown-fields.ts'

const inner = z.object({ name: z.string() })
const schema = z.object({
  one: inner.optional(),
  many: z.array(inner).default([]),
  byName: z.record(z.string(), inner),
  either: z.union([z.string(), inner]).nullable(),
  changed: inner.transform(({ name }) => name),
  loose: z.looseObject({}),
  anything: z.unknown(),
})
const good = {
  one: { name: 'a' },
  many: [{ name: 'b' }],
  byName: { x: { name: 'c' } },
  either: { name: 'd' },
  changed: { name: 'e' },
  loose: { whatever: 1 },
  anything: { whatever: { more: 1 } },
}

const numbered = (step: string) => (/^\d+$/.test(step) ? Number(step) : step)

test('what every object within knows goes by', () => {
  expect(schema.safeParse(good).success).toBe(true)
  expect(() => refuseUnknownFields(schema, good)).not.toThrow()
})

test.each([
  ['one', { one: { name: 'a', x: 1 } }],
  ['many.0', { many: [{ name: 'b', x: 1 }] }],
  ['byName.x', { byName: { x: { name: 'c', x: 1 } } }],
  ['either', { either: { name: 'd', x: 1 } }],
  ['changed', { changed: { name: 'e', x: 1 } }],
])('a field that nobody knows is named in %s', (where, change) => {
  try {
    refuseUnknownFields(schema, { ...good, ...change })
    expect.unreachable()
  } catch (error) {
    const [issue] = (error as z.ZodError).issues
    expect(issue).toMatchObject({ code: 'unrecognized_keys', path: where.split('.').map(numbered) })
  }
})
