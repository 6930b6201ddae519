import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { serializerOf } from './serializer.ts'

describe('serializerOf', () => {
  const payment = z.object({
    id: z.string(),
    amount: z.int(),
    reason: z.string().nullable(),
    method: z.object({ brand: z.string() }).nullable(),
    createdAt: z.iso.datetime(),
  })

  it('leaves out what the schema does not declare, at any depth', () => {
    const write = serializerOf(z.object({ data: z.array(payment) }))
    const row = {
      id: 'a',
      amount: 1n,
      reason: null,
      method: { brand: 'visa', number: '4242424242424242' },
      createdAt: '2026-01-01T00:00:00.000Z',
      password_hash: 'secret',
    }
    expect(JSON.parse(write({ data: [row], total: 3 }))).toEqual({
      data: [
        {
          id: 'a',
          amount: 1,
          reason: null,
          method: { brand: 'visa' },
          createdAt: '2026-01-01T00:00:00.000Z',
        },
      ],
    })
  })

  it('writes fields that are named as bounds are', () => {
    const write = serializerOf(z.object({ minimum: z.int().min(1), pattern: z.string() }))
    expect(write({ minimum: 2, pattern: 'a*' })).toBe('{"minimum":2,"pattern":"a*"}')
  })

  it('writes bigint sums beyond the safe integers without losing a unit', () => {
    const write = serializerOf(z.object({ sum: z.int() }))
    expect(write({ sum: 9_007_199_254_740_993n })).toBe('{"sum":9007199254740993}')
  })

  it('writes either of two shapes, whose enumerations may be null', () => {
    const one = z.object({ state: z.enum(['open', 'closed']).nullable(), at: z.iso.datetime() })
    const other = z.object({ card: z.string().nullable(), uses: z.array(z.string()) })
    const write = serializerOf(z.object({ data: z.union([one, other]) }))
    for (const data of [
      { state: null, at: '2026-01-01T00:00:00.000Z' },
      { state: 'open', at: '2026-01-01T00:00:00.000Z' },
      { card: null, uses: ['a'] },
    ]) {
      expect(JSON.parse(write({ data }))).toEqual({ data })
    }
  })

  it('writes records with free keys', () => {
    const write = serializerOf(z.record(z.string(), z.string()))
    expect(JSON.parse(write({ a: 'Ä', b: '"' }))).toEqual({ a: 'Ä', b: '"' })
  })
})
