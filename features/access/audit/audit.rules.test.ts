import { describe, expect, test } from 'vitest'
import { changesOf } from './audit.rules.ts'

describe('what changed', () => {
  test('is each field that differs, at any depth, and no other', () => {
    const before = {
      status: 'captured',
      same: 1,
      method: { brand: 'visa', last4: '4242' },
      gone: 1,
    }
    const after = { status: 'refunded', same: 1, method: { brand: 'visa', last4: '0001' }, came: 2 }
    expect(changesOf(before, after)).toEqual([
      { path: ['status'], before: 'captured', after: 'refunded' },
      { path: ['method', 'last4'], before: '4242', after: '0001' },
      { path: ['gone'], before: 1, after: undefined },
      { path: ['came'], before: undefined, after: 2 },
    ])
  })

  test('is everything there is when a side is missing', () => {
    expect(changesOf(null, { a: { b: true } })).toEqual([
      { path: ['a', 'b'], before: undefined, after: true },
    ])
    expect(changesOf({ a: null }, null)).toEqual([{ path: ['a'], before: null, after: undefined }])
    expect(changesOf(null, null)).toEqual([])
  })

  test('the order of a list is a change, a dot in a name is none of a path', () => {
    expect(changesOf({ a: [1, 2] }, { a: [2, 1] })).toHaveLength(1)
    expect(changesOf({ 'a.b': 1 }, { a: { b: 1 } })).toHaveLength(2)
  })
})
