import { expect, test } from 'vitest'
import { colourOfKind, kindOfName } from './stages.rules.ts'

test.each([
  ['Lost', 'negative'],
  ['Disqualified', 'negative'],
  ['Abandoned', 'neutral'],
  ['Suspended', 'neutral'],
  ['Won', 'positive'],
  ['GoLive', 'positive'],
  ['Go live', 'positive'],
  ['Converted', 'positive'],
  ['Qualified', 'ongoing'],
])('a new stage %s is %s [colours.pipeline-last-stage]', (name, colour) => {
  expect(colourOfKind(kindOfName(name))).toBe(colour)
})
