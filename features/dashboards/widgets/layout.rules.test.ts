import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  arranged,
  type LayoutCommand,
  nearestWidth,
  nextWidth,
  type Width,
  widths,
} from './layout.rules.ts'

const tile = (id: string, width: Width = 6) => ({ id, width, height: 2 })
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')
const abc = [tile('a'), tile('b'), tile('c')]

test.each<[LayoutCommand, string]>([
  [{ kind: 'move', at: 0, to: 2 }, 'bca'],
  [{ kind: 'move', at: 2, to: 0 }, 'cab'],
  [{ kind: 'move', at: 0, to: -1 }, 'abc'],
  [{ kind: 'move', at: 2, to: 9 }, 'abc'],
  [{ kind: 'remove', at: 1 }, 'ac'],
  [{ kind: 'clone', at: 1 }, 'abNc'],
  [{ kind: 'move', at: 7, to: 0 }, 'abc'],
])('%o', (command, after) => {
  expect(ids(arranged(abc, command, () => 'N'))).toBe(after)
})

test('no command loses a widget or makes one too large', () => {
  const command = fc.record({
    kind: fc.constantFrom('move' as const, 'resize' as const),
    at: fc.nat(4),
    to: fc.integer({ min: -3, max: 6 }),
    width: fc.constantFrom(...widths),
    height: fc.integer({ min: -2, max: 9 }),
  })
  fc.assert(
    fc.property(fc.array(command, { maxLength: 12 }), (commands) => {
      const after = commands.reduce(
        (list, one) => arranged(list, one as LayoutCommand),
        abc as readonly (typeof abc)[number][],
      )
      expect(ids(after.toSorted((a, b) => (a.id < b.id ? -1 : 1)))).toBe('abc')
      expect(after.every(({ height }) => height >= 1 && height <= 4)).toBe(true)
    }),
  )
})

test('widths step between those that there are', () => {
  expect([nextWidth(3, -1), nextWidth(3, 1), nextWidth(12, 1)]).toEqual([3, 4, 12])
  expect([nearestWidth(0.4), nearestWidth(5.1), nearestWidth(11)]).toEqual([3, 6, 12])
})
