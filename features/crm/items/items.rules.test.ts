import type { StageKind } from '@counterfoil/features/settings/pipelines/kinds.schema.ts'
import { describe, expect, test } from 'vitest'
import {
  decideTarget,
  initialStage,
  isHighlighted,
  requestOfStage,
  stageMark,
  stageStatusOf,
  stagesToLeave,
  weightedAmount,
} from './items.rules.ts'

const stage = (id: string, kind: StageKind = 'open', some: object = {}) => ({
  ...{ id, name: id, nameTr: `${id} (tr)`, kind, isDefault: false, isActive: true },
  ...some,
})
const stages = [
  stage('New'),
  stage('Talks'),
  stage('Papers'),
  stage('Won', 'won'),
  stage('Lost', 'lost'),
]

describe('a stage is highlighted', () => {
  const shownAt = (id: string) =>
    stages.flatMap((one, index) =>
      isHighlighted(index, stageStatusOf(stages, id)) ? [one.id] : [],
    )

  test('when its index is less than the number of the current one [pipelines.stage.highlight]', () => {
    expect(shownAt('New')).toEqual(['New'])
    expect(shownAt('Papers')).toEqual(['New', 'Talks', 'Papers'])
  })

  test('or when the item is closed [pipelines.stage.highlight]', () => {
    expect(shownAt('Won')).toHaveLength(5)
    expect(isHighlighted(4, { currentPipelineStageNumber: 1, isClosed: true })).toBe(true)
    expect(isHighlighted(1, { currentPipelineStageNumber: 1, isClosed: false })).toBe(false)
  })
})

test('a stage out of use counts for what stands at it alone', () => {
  const some = [stage('Old', 'open', { isActive: false }), ...stages]
  expect(stageStatusOf(some, 'New').currentPipelineStageNumber).toBe(1)
  expect(stageStatusOf(some, 'Old')).toEqual({
    ...{ currentPipelineStageNumber: 1, isClosed: false, stateName: 'Old' },
  })
  expect(initialStage(some)?.id).toBe('New')
  expect(initialStage([...stages, stage('Here', 'open', { isDefault: true })])?.id).toBe('Here')
  expect(initialStage([])).toBeUndefined()
})

test.each([
  ['by number', 'New', null, { currentPipelineStageNumber: 3 }, { stageId: 'Papers' }],
  ['by name', 'New', null, { stateName: 'Won' }, { stageId: 'Won' }],
  ['by its Turkish name', 'New', null, { stateName: 'Talks (tr)' }, { stageId: 'Talks' }],
  ['by none', null, null, {}, { stageId: 'New' }],
  ['opened again', 'Lost', 'Talks', { isClosed: false }, { stageId: 'Talks' }],
  ['opened where nothing is known', 'Lost', null, { isClosed: false }, { stageId: 'New' }],
  ['closed already', 'Won', 'New', { isClosed: true }, { stageId: 'Won' }],
  ['no such number', 'New', null, { currentPipelineStageNumber: 6 }, { refused: 'unknown_stage' }],
  [
    'number and name of two',
    ...(['New', null, { currentPipelineStageNumber: 2, stateName: 'Won' }] as const),
    { refused: 'unknown_stage' },
  ],
  [
    'closed at none',
    ...(['New', null, { isClosed: true }] as const),
    { refused: 'closing_stage_missing' },
  ],
  [
    'closed at an open one',
    ...(['New', null, { isClosed: true, stateName: 'Talks' }] as const),
    { refused: 'closing_stage_missing' },
  ],
  ['open already', 'New', null, { isClosed: false }, { refused: 'not_closed' }],
] as const)('a move %s', (_, at, openedAt, input, target) => {
  expect(decideTarget(stages, at, openedAt, input)).toEqual(target)
})

test('a move to a stage as it was shown reaches no other one, whatever was changed meanwhile', () => {
  const request = requestOfStage(stages, 'New', 'Talks')
  if (request === undefined) throw new Error('There is such a stage')
  expect(decideTarget(stages, 'New', null, request)).toEqual({ stageId: 'Talks' })
  const changed = (change: (one: (typeof stages)[number]) => object) =>
    decideTarget(
      stages.map((one) => ({ ...one, ...change(one) })),
      'New',
      null,
      request,
    )
  expect(changed(({ id }) => ({ isActive: id !== 'Talks' }))).toHaveProperty('refused')
  expect(changed(({ id, kind }) => ({ kind: id === 'Talks' ? 'won' : kind }))).toHaveProperty(
    'refused',
  )
  const [first = stage('New'), ...others] = stages
  const more = [first, stage('Signed', 'won'), ...others]
  expect(decideTarget(more, 'New', null, request)).toHaveProperty('refused')
  expect(requestOfStage(stages, 'New', 'Elsewhere')).toBeUndefined()
})

test('what is left behind forwards asks for its documents; what goes back or is given up does not', () => {
  const left = (from: string | null, to: string) =>
    stagesToLeave(stages, from, to).map(({ id }) => id)
  expect(left('Talks', 'Won')).toEqual(['Talks', 'Papers'])
  expect(left('Won', 'Talks')).toEqual([])
  expect(left('Talks', 'Lost')).toEqual([])
  expect(left('Talks', 'Talks')).toEqual([])
  // what is new, or of another pipeline, comes from the beginning
  expect(left(null, 'Won')).toEqual(['New', 'Talks', 'Papers'])
  expect(left('elsewhere', 'Papers')).toEqual(['New', 'Talks'])
  expect(left(null, 'New')).toEqual([])
})

test.each([
  [1501, 30, 450],
  [1501, 60, 901],
  [1, 50, 1],
  [999_999_999_999, 100, 999_999_999_999],
  [1250, 0, 0],
])('%i at %i per cent is %i', (amount, probability, expected) => {
  expect(weightedAmount(amount, probability)).toBe(expected)
})

test.each([
  // straight from the first to the end
  ['Won', ['New', 'Won'], { Talks: 'skipped', Papers: 'skipped' }],
  ['Papers', ['New', 'Papers'], { Talks: 'skipped' }],
  // back, and on again: it was there
  ['Won', ['New', 'Won', 'Talks'], { Papers: 'skipped' }],
  ['Talks', ['New', 'Talks'], {}],
  // what was given up did not skip what it never came to
  ['Lost', ['New', 'Papers', 'Lost'], { Talks: 'skipped' }],
  ['Lost', ['New', 'Lost'], { Talks: 'notReached', Papers: 'notReached' }],
])('at %s, having been at %j, stages are marked %j', (stageId, reachedStageIds, marks) => {
  const shown = stages.flatMap((one) => {
    const mark = stageMark(stages, { stageId, reachedStageIds }, one)
    return mark === undefined ? [] : [[one.id, mark]]
  })
  expect(Object.fromEntries(shown)).toEqual(marks)
})
