import { opportunities } from '@counterfoil/features/crm/items/items.resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// The shapes of the documents, without anything of ours.
const { call, make, operator } = await openSettingsFixture()
const path = '/api/pipelines'
const shape = { name: 'Boarding', isForOpportunities: true, isForProjects: false }
const stageOf = (name: string, some: object = {}) => ({ name, probability: 10, ...some })

test('a pipeline is created by its name and its uses, changed with its stages and read with them', async () => {
  const { id, nameTr } = await call(operator, 'POST', path, shape)
  expect(nameTr).toBe('Boarding')
  const full = { activitySetId: null, isDefault: true }
  const put = await call(operator, 'PUT', `${path}/${id}`, {
    ...{ ...shape, name: 'Boarding 2' },
    stages: [
      stageOf('Won', { sortOrder: 3, probability: 100 }),
      stageOf('New', { ...full, sortOrder: 1 }),
      stageOf('Talks', { sortOrder: 2 }),
    ],
  })
  const read = await call(operator, 'GET', `${path}/${id}`)
  expect(read).toEqual(put)
  expect(read).toMatchObject({ name: 'Boarding 2', nameTr: 'Boarding 2', isForProjects: false })
  expect(read.stages).toMatchObject([
    {
      name: 'New',
      sortOrder: 1,
      isDefault: true,
      probability: 10,
      activitySetId: null,
      kind: 'open',
    },
    { name: 'Talks', sortOrder: 2, isDefault: false },
    { name: 'Won', sortOrder: 3, probability: 100, kind: 'won' },
  ])

  // what was read can be sent back; who is not named goes, unless it is in use
  const [first, second, last] = read.stages
  const changed = {
    ...shape,
    stages: [
      { ...last, sortOrder: 1 },
      { ...first, name: 'Fresh', sortOrder: 2 },
    ],
  }
  const again = await call(operator, 'PUT', `${path}/${id}`, changed)
  expect(again.stages.map((one: ResourceRow) => [one.id, one.name, one.sortOrder])).toEqual([
    [last.id, 'Won', 1],
    [first.id, 'Fresh', 2],
  ])
  await make(opportunities, { name: 'Cards', pipelineId: id, stageId: first.id, description: '' })
  const without = { ...shape, stages: [last] }
  await expect(call(operator, 'PUT', `${path}/${id}`, without)).rejects.toThrow('resource.in_use')
  const gone = { ...shape, stages: [last, first, second] }
  await expect(call(operator, 'PUT', `${path}/${id}`, gone)).rejects.toThrow('unknown_stage_id')
  expect((await call(operator, 'GET', `${path}/${id}`)).stages).toEqual(again.stages)
})
