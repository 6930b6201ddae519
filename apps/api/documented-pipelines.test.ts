import { opportunities } from '@counterfoil/features/crm/items/items.resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// The shapes of the documents, without anything of ours.
const { call, make, operator, testApi } = await openSettingsFixture()
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

const made = async (name: string, stages: object[]) => {
  const { id } = await call(operator, 'POST', path, { ...shape, name })
  return call(operator, 'PUT', `${path}/${id}`, { ...shape, name, stages })
}
type Stage = { readonly id: string; readonly name: string; readonly nameTr: string }
const namesOf = ({ stages }: { readonly stages: readonly Stage[] }) =>
  stages.map(({ id, name, nameTr }) => [id, name, nameTr])

test('who saves a pipeline with its stages as they were read loses none that a colleague changed since', async () => {
  const read = await made('Together', [stageOf('New'), stageOf('Talks')])
  const [first, second] = read.stages
  const part = { ...stageOf('Papers'), pipelineId: read.id, isDefault: false, documentTypeIds: [] }
  const stages = '/api/pipelines/stages'
  const own = await call(operator, 'POST', stages, part)
  const changes: [string, string, object?][] = [
    ['PUT', `${stages}/${own.id}`, { ...part, probability: 20, version: own.version }],
    ['PUT', `${stages}/order`, { ids: [own.id, first.id, second.id] }],
    ['PUT', `${stages}/active`, { ids: [own.id], isActive: false }],
    ['DELETE', `${stages}/${own.id}`],
  ]
  let known = read
  for (const [method, address, body] of [undefined, ...changes].map((one) => one ?? [])) {
    if (method !== undefined) await call(operator, method, address ?? '', body)
    const old = { ...shape, name: 'Together', version: known.version, stages: known.stages }
    await expect(call(operator, 'PUT', `${path}/${read.id}`, old)).rejects.toThrow('resource.stale')
    known = await call(operator, 'GET', `${path}/${read.id}`)
  }
  // its own answer has the version with which it is changed again
  const save = (name: string, { version, stages: its }: ResourceRow) =>
    call(operator, 'PUT', `${path}/${read.id}`, { ...shape, name, version, stages: its })
  const once = await save('Together again', known)
  const backwards = namesOf(once as never).map(([id, name], place) => ({
    ...stageOf(name ?? '', { id, sortOrder: 10 - place }),
  }))
  const reversed = await save('Together again', { ...once, stages: backwards })
  expect(namesOf(reversed as never).map(([id]) => id)).toEqual([second.id, first.id])
  await save('Together at last', reversed)
})

test('stages exchange their names in one change, and a new one takes a name that is given up', async () => {
  const read = await made('Exchanged', [stageOf('New'), stageOf('Talks'), stageOf('Papers')])
  const [first, second, third] = read.stages
  const put = (stages: object[]) =>
    call(operator, 'PUT', `${path}/${read.id}`, { ...shape, name: 'Exchanged', stages })
  const swapped = await put([
    { ...first, name: 'talks', nameTr: null },
    { ...second, name: 'Papers', nameTr: 'Belgeler' },
    { ...third, name: 'New', nameTr: null },
  ])
  expect(namesOf(swapped)).toEqual([
    [first.id, 'talks', 'talks'],
    [second.id, 'Papers', 'Belgeler'],
    [third.id, 'New', 'New'],
  ])
  const { rows } = await testApi.test.owner.query(
    `select before ->> 'name' as was, after ->> 'name' as became from app.audit_entry
     where record_id = any ($1) and record_type = 'pipeline-stages' and before is not null`,
    [[first.id, third.id]],
  )
  expect(rows).toContainEqual({ was: 'New', became: 'talks' })
  expect(rows).toContainEqual({ was: 'Papers', became: 'New' })
  const again = await put([
    { ...stageOf('New'), sortOrder: 1 },
    { ...swapped.stages[2], name: 'Fresh', sortOrder: 2 },
  ])
  expect(again.stages.map(({ name }: Stage) => name)).toEqual(['New', 'Fresh'])
  // two of one name are refused as before, and nothing is changed
  const twice = [
    { ...again.stages[0], name: 'Fresh' },
    { ...again.stages[1], name: 'FRESH' },
  ]
  await expect(put(twice)).rejects.toThrow('resource.duplicate')
  expect(namesOf(await call(operator, 'GET', `${path}/${read.id}`))).toEqual(namesOf(again))
})
