import { expect, test } from 'vitest'
import { z } from 'zod'
import { installIssueTexts } from './issue-texts.ts'

installIssueTexts()
const ofType = (type: string) => z.object({ type: z.literal(type) })
const many = Array.from({ length: 20 }, (_, one) => `value-${one}`)

test.each([
  [z.string(), undefined, 'This is missing'],
  [z.string(), 5, 'This must be text'],
  [z.int(), 1.5, 'This must be a whole number'],
  [z.object({}), [], 'This must be an object'],
  [z.string().min(1), '', 'This is empty'],
  [z.string().min(3), 'a', 'This must have at least 3 characters'],
  [z.string().max(3), 'abcd', 'This may have at most 3 characters'],
  [z.number().max(12), 13, 'This may be at most 12'],
  [z.number().positive(), 0, 'This must be more than 0'],
  [z.array(z.int()).max(1), [1, 2], 'This may have at most 1 entry'],
  [z.uuid(), 'nope', 'This is not an id'],
  [z.iso.date(), '2026-02-30', 'This is not a date like 2026-01-31'],
  [z.enum(['a', 'b']), 'c', 'This must be one of a, b'],
  [z.literal('card'), 'cash', 'This must be card'],
  [z.enum(many), 'c', 'This is not one of the values that can be chosen'],
  [
    z.discriminatedUnion('type', [ofType('card'), ofType('cash')]),
    { type: 'coin' },
    'This must be one of card, cash',
  ],
  [
    z.discriminatedUnion('type', [ofType('card'), ofType('cash')]),
    {},
    'This must be one of card, cash',
  ],
  [z.union([z.ipv4(), z.ipv6()]), 'here', 'This is not valid'],
  [
    z.record(z.string().max(3), z.int()),
    { order: 1 },
    'The name of this may have at most 3 characters',
  ],
  [z.record(z.string().min(1), z.int()), { '': 1 }, 'The name of this is empty'],
  [z.string().regex(/^x/, 'It begins with x'), 'y', 'It begins with x'],
])('%#: what is wrong is said in words', (schema, value, text) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(text)
})
