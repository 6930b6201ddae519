import { opportunities, projects } from '@counterfoil/features/crm/items/items.resource.ts'
import { leads } from '@counterfoil/features/crm/leads/leads.resource.ts'
import { tasks } from '@counterfoil/features/crm/tasks/tasks.resource.ts'
import { documentTypes } from '@counterfoil/features/settings/lists/document-types.resource.ts'
import { leadStatuses } from '@counterfoil/features/settings/lists/lead-statuses.resource.ts'
import { activitySets } from '@counterfoil/features/settings/pipelines/activity-sets.resource.ts'
import { pipelines } from '@counterfoil/features/settings/pipelines/pipelines.resource.ts'
import { setActivities } from '@counterfoil/features/settings/pipelines/set-activities.resource.ts'
import { pipelineStages } from '@counterfoil/features/settings/pipelines/stages.resource.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import { multipartForm, sampleFiles } from '@counterfoil/tools/testing/sample-files.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { describe, expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// What the settings of sales mean for the records: stages, activity sets and lead statuses, changed and seen to matter.
const fixture = await openSettingsFixture()
const { make, change, turn, call, operator, testApi } = fixture
const northwind = tenantIdOf('northwind')

const refusedAt = (path: string) => `No such choice in use","path":"${path}"`

const pipelineOf = (name: string, some: object = {}) =>
  make(pipelines, { name, nameTr: name, isForOpportunities: true, isForProjects: false, ...some })
const stageOf = (pipelineId: string, name: string, some: object = {}) =>
  make(pipelineStages, {
    ...{ pipelineId, name, nameTr: `${name} (tr)`, probability: 10, kind: null, colour: null },
    ...{ isDefault: false, activitySetId: null, leadStatusId: null, documentTypeIds: [] },
    ...some,
  })
const leadOf = (some: object = {}) =>
  make(leads, {
    ...{ company: 'Aster Ltd', contactName: 'Ada', email: 'ada@aster.example', phone: null },
    ...{ website: null, country: 'GB', industryType: null, source: 'referral', currency: 'GBP' },
    ...{ monthlyVolumeMinor: 1_250_000, leadStatusId: null, ownerId: null, description: '' },
    ...some,
  })
const itemOf = (pipelineId: string, some: object = {}, of: Resource = opportunities) =>
  make(of, {
    ...{ name: 'Cards at the counter', merchantId: null, leadId: null, pipelineId, stageId: null },
    ...{ currency: 'GBP', amountMinor: 999, expectedClose: null, ownerId: null, description: '' },
    ...some,
  })
const statusOf = (name: string, kind: string, sortOrder = 1) =>
  make(leadStatuses, { name, kind, sortOrder })
const read = (of: Resource, id: string): Promise<ResourceRow> =>
  call(operator, 'GET', `/api${of.path}/${id}`)
const patch = async (row: { id: string; version: number }, body: object) =>
  call(operator, 'PATCH', `/api/pipelines/${row.id}/patch`, { version: row.version, ...body })
const offered = async (of: Resource, field: string, query = ''): Promise<string[]> =>
  (await call(operator, 'GET', `/api${of.path}/options/${field}${query}`)).map(
    ({ id }: { id: string }) => id,
  )
const toDo = async (query: string, actor = operator) =>
  (await call(actor, 'GET', `/api/crm/tasks/to-do?${query}`)).data
const storyOf = async (path: string): Promise<{ kind: string; after: string[] | null }[]> =>
  (await call(operator, 'GET', `/api${path}/events`)).data

const changesOf = async (of: Resource, id: string) => {
  const { rows } = await testApi.test.owner.query(
    'select before, after from app.audit_entry where record_type = $1 and record_id = $2',
    [of.id, id],
  )
  return rows
}

describe('a pipeline is in force', () => {
  test('for opportunities or for projects: the other is not offered it, and refused [setting pipelines]', async () => {
    const selling = await pipelineOf('Selling')
    const doing = await pipelineOf('Doing', { isForOpportunities: false, isForProjects: true })
    for (const one of [selling, doing]) await stageOf(one.id, 'First')
    expect(await offered(opportunities, 'pipelineId')).toContain(selling.id)
    expect(await offered(opportunities, 'pipelineId')).not.toContain(doing.id)
    expect(await offered(projects, 'pipelineId')).not.toContain(selling.id)
    await expect(itemOf(doing.id)).rejects.toThrow(refusedAt('pipelineId'))
    await expect(itemOf(selling.id, {}, projects)).rejects.toThrow(refusedAt('pipelineId'))
    expect((await itemOf(doing.id, {}, projects)).pipelineId).toBe(doing.id)
    await change(pipelines, await read(pipelines, selling.id), {
      isForOpportunities: false,
      isForProjects: true,
    })
    await expect(itemOf(selling.id)).rejects.toThrow(refusedAt('pipelineId'))
  })

  test('until it is switched off: then nothing new begins in it, and what runs goes on', async () => {
    const { id } = await pipelineOf('Until now')
    const first = await stageOf(id, 'First')
    const second = await stageOf(id, 'Second')
    const item = await itemOf(id)
    await turn(pipelines, id, false)
    expect(await offered(opportunities, 'pipelineId')).not.toContain(id)
    await expect(itemOf(id)).rejects.toThrow(refusedAt('pipelineId'))
    const moved = await patch(item, { currentPipelineStageNumber: 2 })
    expect(moved.stateName).toBe('Second')
    // a stage that is off is offered to nobody, and counts for what stands at it alone
    await turn(pipelines, id, true)
    await turn(pipelineStages, first.id, false)
    expect(await offered(opportunities, 'stageId', `?partOf=${id}`)).toEqual([second.id])
    await expect(
      change(opportunities, await read(opportunities, item.id), { stageId: first.id }),
    ).rejects.toThrow(refusedAt('stageId'))
  })

  test('with its default stage, else its first; without any nothing begins', async () => {
    const { id } = await pipelineOf('Beginning')
    await expect(itemOf(id)).rejects.toThrow('pipeline.no_stages')
    const first = await stageOf(id, 'First')
    const second = await stageOf(id, 'Second')
    expect((await itemOf(id)).stageId).toBe(first.id)
    await change(pipelineStages, second, { isDefault: true })
    expect((await itemOf(id)).stageId).toBe(second.id)
    await change(pipelineStages, first, { isDefault: true })
    expect((await itemOf(id)).stageId).toBe(first.id)
    expect(await changesOf(pipelineStages, second.id)).toContainEqual({
      ...{ before: { isDefault: true }, after: { isDefault: false } },
    })
  })

  test('with its stages alone', async () => {
    const { id } = await pipelineOf('Own stages')
    await stageOf(id, 'First')
    const other = await stageOf((await pipelineOf('Other stages')).id, 'First')
    await expect(itemOf(id, { stageId: other.id })).rejects.toThrow(refusedAt('stageId'))
  })
})

describe('a stage is in force', () => {
  test('its kind closes what comes to it, which can be opened again; renamed it means the same [setting pipeline-stages]', async () => {
    const { id } = await pipelineOf('Closing')
    await stageOf(id, 'New')
    const talks = await stageOf(id, 'Talks')
    const won = await stageOf(id, 'Won', { probability: 100 })
    await stageOf(id, 'Lost', { probability: 0 })
    const item = await itemOf(id)
    const there = await patch(item, { currentPipelineStageNumber: 2 })
    expect(there).toMatchObject({ stateName: 'Talks', isClosed: false, pipelineId: id })
    const closed = await patch(there, { stateName: 'Won' })
    expect(closed).toMatchObject({ currentPipelineStageNumber: 3, isClosed: true })
    await expect(patch(there, { stateName: 'Lost' })).rejects.toThrow('resource.stale')
    const open = await patch(closed, { isClosed: false })
    expect(open).toMatchObject({ stateName: 'Talks', isClosed: false })
    await expect(patch(open, { isClosed: true })).rejects.toThrow('closing_stage_missing')
    const again = await patch(open, { currentPipelineStageNumber: 3 })
    await change(pipelineStages, await read(pipelineStages, won.id), { name: 'Signed' })
    const standing = async (kind: string) =>
      (await call(operator, 'GET', `/api/crm/opportunities?pipelineId=${id}&standing=${kind}`))
        .count
    expect([await standing('open'), await standing('won')]).toEqual([0, 1])
    await change(pipelineStages, await read(pipelineStages, won.id), { kind: 'open' })
    expect([await standing('open'), await standing('won')]).toEqual([1, 0])
    expect((await read(opportunities, item.id)).version).toBe(again.version)
    const moves = (await storyOf(`/crm/opportunities/${item.id}`)).filter(
      (one) => one.kind === 'stage',
    )
    expect(moves.map(({ after }) => after?.[0])).toEqual(['Won', 'Talks', 'Won', 'Talks'])
    expect(talks.id).not.toBe(won.id)
  })

  test('its probability weighs what is expected, by currency', async () => {
    const { id } = await pipelineOf('Weighing')
    const first = await stageOf(id, 'New', { probability: 30 })
    await itemOf(id, { amountMinor: 1001 })
    await itemOf(id, { amountMinor: 500 })
    await itemOf(id, { currency: 'TRY', amountMinor: 700 })
    await itemOf(id, { currency: null, amountMinor: null })
    const board = async () => call(operator, 'GET', `/api/crm/opportunities/board?pipelineId=${id}`)
    const [column] = (await board()).columns
    expect(column).toMatchObject({
      count: 4,
      sums: [
        { currency: 'GBP', amountMinor: 1501, weightedMinor: 450 },
        { currency: 'TRY', amountMinor: 700, weightedMinor: 210 },
      ],
    })
    await change(pipelineStages, first, { probability: 60 })
    expect((await board()).columns[0].sums[0].weightedMinor).toBe(901)
  })

  test('its lead status is what the lead becomes that an item came from', async () => {
    const status = await statusOf('In talks', 'open')
    const { id } = await pipelineOf('Telling')
    await stageOf(id, 'New')
    await stageOf(id, 'Talks', { leadStatusId: status.id })
    const fresh = await statusOf('Fresh', 'open')
    const lead = await leadOf({ leadStatusId: fresh.id })
    const item = await itemOf(id, { leadId: lead.id })
    expect((await read(leads, lead.id)).leadStatusId).toBe(fresh.id)
    await patch(item, { currentPipelineStageNumber: 2 })
    expect((await read(leads, lead.id)).leadStatusId).toBe(status.id)
    expect((await storyOf(`/crm/leads/${lead.id}`))[0]).toMatchObject({
      kind: 'status',
      after: ['In talks', 'In talks'],
    })
  })

  test('its activity set becomes tasks at each visit, for a role or for whoever looks after it [setting activity-sets] [setting set-activities]', async () => {
    const role = await makeUser(testApi.test, { tenant_id: northwind, user_type: 'tenant' })
    const { rows } = await testApi.test.owner.query(
      'select role_id from app.app_user where id = $1',
      [role.id],
    )
    const roleId = rows[0].role_id
    const set = await make(activitySets, { name: 'At talks', description: null })
    const activity = (name: string, daysAfter: number, some: object = {}) =>
      make(setActivities, {
        ...{ activitySetId: set.id, name, kind: 'call', daysAfter, roleId: null },
        ...{ documentTypeId: null, ...some },
      })
    await activity('Call them', 0)
    const visit = await activity('Visit them', 3, { roleId, kind: 'meeting' })
    const { id } = await pipelineOf('Working')
    await stageOf(id, 'New')
    await stageOf(id, 'Talks', { activitySetId: set.id })
    const item = await itemOf(id)
    const given = async () => toDo(`whose=all&state=any&itemId=${item.id}`)
    expect(await given()).toEqual([])
    const there = await patch(item, { currentPipelineStageNumber: 2 })
    // the day where the operator is: in summer it begins an hour before that of UTC
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format()
    const day = (after: number) =>
      new Date(Date.parse(today) + after * dayMs).toISOString().slice(0, 10)
    expect(await given()).toMatchObject([
      {
        name: 'Call them',
        kind: 'call',
        assigneeId: operator.subject,
        dueOn: day(0),
        isDueToday: true,
      },
      { name: 'Visit them', kind: 'meeting', assigneeId: role.id, dueOn: day(3) },
    ])
    // the same stage is no other visit
    const named = await change(opportunities, await read(opportunities, item.id), { name: 'Other' })
    expect(named.version).toBe(there.version + 1)
    expect(await given()).toHaveLength(2)
    await turn(setActivities, visit.id, false)
    const again = async (at: { id: string; version: number }) =>
      patch(await patch(at, { currentPipelineStageNumber: 1 }), { currentPipelineStageNumber: 2 })
    const names = async () => (await given()).map(({ name }: { name: string }) => name).sort()
    const back = await again(named)
    // what is still to be done is not asked a second time
    expect(await names()).toEqual(['Call them', 'Visit them'])
    const [{ id: calling }] = await given()
    await call(operator, 'PUT', `/api/crm/tasks/${calling}/done`, { isDone: true })
    await again(back)
    await call(operator, 'PUT', `/api/crm/tasks/${calling}/done`, { isDone: false })
    expect(await names()).toEqual(['Call them', 'Call them', 'Visit them'])
    // who gives themselves something to do is not told of it
    const { rows: notices } = await testApi.test.owner.query(
      `select data->'to'->'userIds' as users, data->>'type' as type from pgboss.job
       where name = 'notifications.fan-out' and data->>'type' = 'Task'`,
    )
    expect(notices).toEqual([{ users: [role.id], type: 'Task' }])
  })
})

test('a stage that asks for documents is not left forwards until they are there', async () => {
  const type = await make(documentTypes, {
    ...{ name: 'Extract of the register', purpose: 'company', isRequired: false },
  })
  const { id } = await pipelineOf('Asking')
  await stageOf(id, 'New')
  await stageOf(id, 'Papers', { documentTypeIds: [type.id] })
  const won = await stageOf(id, 'Won')
  await stageOf(id, 'Lost')
  const missing = /documents must be there: Extract of the register/
  const nobodys = await patch(await itemOf(id), { stateName: 'Papers' })
  await expect(patch(nobodys, { stateName: 'Won' })).rejects.toThrow('say whose it is')
  // what is given up leaves nothing behind, and is no way round
  const givenUp = await patch(nobodys, { stateName: 'Lost' })
  await expect(patch(givenUp, { stateName: 'Won' })).rejects.toThrow('say whose it is')
  const { id: elsewhere } = await pipelineOf('Elsewhere')
  await stageOf(elsewhere, 'First')
  const gone = await patch(givenUp, { pipelineId: elsewhere, stateName: 'First' })
  await expect(patch(gone, { pipelineId: id, stateName: 'Won' })).rejects.toThrow('say whose it is')
  await expect(itemOf(id, { stageId: won.id })).rejects.toThrow('say whose it is')
  const item = await itemOf(id, { merchantId: merchantIdOf('harbour') })
  // nor is it passed by
  await expect(patch(item, { stateName: 'Won' })).rejects.toThrow(missing)
  const there = await patch(item, { stateName: 'Papers' })
  await expect(patch(there, { stateName: 'Won' })).rejects.toThrow(missing)
  const back = await patch(there, { stateName: 'New' })
  const again = await patch(back, { stateName: 'Papers' })
  const merchant = await testApi.actor('merchant')
  const form = multipartForm([{ name: 'scan.pdf', bytes: sampleFiles.pdf }])
  const file = await testApi.app.inject({
    ...{ method: 'POST', url: '/api/fs/file', payload: form.payload },
    headers: { ...form.headers, authorization: `Bearer ${merchant.token}` },
  })
  const body = { documentTypeId: type.id, fileIds: [file.json().fileId] }
  const { document } = await call(merchant, 'POST', '/api/boarding/documents', body)
  const url = `/api/crm/organizations/${merchantIdOf('harbour')}/documents/${document.id}/accept`
  await expect(patch(again, { stateName: 'Won' })).rejects.toThrow(missing)
  await call(operator, 'POST', url, { version: document.version })
  expect(await patch(again, { stateName: 'Won' })).toMatchObject({ isClosed: true })
})

describe('a lead status is in force', () => {
  test('switched off it leaves the choices and is refused; what has it keeps it [setting lead-statuses]', async () => {
    const status = await statusOf('Cold', 'neutral', 9)
    const lead = await leadOf({ leadStatusId: status.id })
    await turn(leadStatuses, status.id, false)
    expect(await offered(leads, 'leadStatusId')).not.toContain(status.id)
    await expect(leadOf({ leadStatusId: status.id })).rejects.toThrow(refusedAt('leadStatusId'))
    expect((await change(leads, lead, { company: 'Aster PLC' })).leadStatusId).toBe(status.id)
    await expect(call(operator, 'DELETE', `/api${leadStatuses.path}/${status.id}`)).rejects.toThrow(
      'Leads: 1',
    )
  })

  test('it alone says what is open', async () => {
    const status = await statusOf('Waiting', 'open', 9)
    const lead = await leadOf({ leadStatusId: status.id })
    const standing = async (kind: string) =>
      (await call(operator, 'GET', `/api/crm/leads?leadStatusId=${status.id}&standing=${kind}`))
        .data
    expect((await standing('open')).map(({ id }: ResourceRow) => id)).toEqual([lead.id])
    await change(leadStatuses, status, { kind: 'lost' })
    // what has none yet is as good as open
    const fresh = await leadOf({ company: 'Without any' })
    const bare = await change(leads, fresh, { leadStatusId: null })
    const open = await call(operator, 'GET', '/api/crm/leads?searchKey=Without&standing=open')
    expect(open.data.map(({ id }: ResourceRow) => id)).toEqual([bare.id])
    expect(
      (await call(operator, 'GET', '/api/crm/leads?searchKey=Without&standing=won')).count,
    ).toBe(0)
    expect(await standing('open')).toEqual([])
    expect(await standing('lost')).toHaveLength(1)
  })

  test('a lead becomes an opportunity once, with what is known, and is won', async () => {
    const { id } = await pipelineOf('Converting')
    await stageOf(id, 'New')
    const won = await statusOf('Customer', 'won', 1)
    const lead = await leadOf({ description: 'Two shops' })
    await call(operator, 'POST', `/api/crm/leads/${lead.id}/notes`, { text: 'Met at the fair' })
    const convert = () =>
      call(operator, 'POST', `/api/crm/leads/${lead.id}/convert`, { name: 'Aster', pipelineId: id })
    const made = await convert()
    expect(await read(opportunities, made.id)).toMatchObject({
      ...{ leadId: lead.id, amountMinor: 1_250_000, currency: 'GBP', description: 'Two shops' },
      ownerId: operator.subject,
    })
    expect((await read(leads, lead.id)).leadStatusId).toBe(won.id)
    const kinds = (await storyOf(`/crm/opportunities/${made.id}`)).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['note', 'converted', 'status', 'made']))
    await expect(convert()).rejects.toThrow('lead.converted')
    const unseeing = await testApi.actor('operator', ['CRM.Opportunity.Edit'])
    await expect(
      call(unseeing, 'POST', `/api/crm/leads/${lead.id}/convert`, { name: 'A', pipelineId: id }),
    ).rejects.toThrow('forbidden')
  })
})

test('whoever is limited to merchants sells to them, and is seen to; nobody gets what they may not see', async () => {
  const limited = await testApi.actor('limited')
  const [harbour, quayside] = [merchantIdOf('harbour'), merchantIdOf('quayside')]
  const { rows } = await testApi.test.owner.query(
    'select role_id from app.app_user where id = $1',
    [limited.subject],
  )
  const roleId = rows[0].role_id
  const set = await make(activitySets, { name: 'By the limited' })
  await make(setActivities, {
    ...{ activitySetId: set.id, name: 'Visit', kind: 'meeting', daysAfter: 1, roleId },
    documentTypeId: null,
  })
  const { id } = await pipelineOf('Of the limited')
  await stageOf(id, 'New')
  await stageOf(id, 'Talks', { activitySetId: set.id })
  const values = {
    ...{ name: 'Their own', merchantId: harbour, leadId: null, pipelineId: id, stageId: null },
    ...{ currency: null, amountMinor: null, expectedClose: null, ownerId: null, description: '' },
  }
  const own = await call(limited, 'POST', '/api/crm/opportunities', values)
  expect([own.ownerId, own.names[limited.subject]]).toEqual([
    limited.subject,
    expect.not.stringContaining('@'),
  ])
  const moved = { version: own.version, stateName: 'Talks' }
  const { version } = await call(limited, 'PATCH', `/api/pipelines/${own.id}/patch`, moved)
  const tasksOf = (item: string, actor = operator) =>
    toDo(`whose=all&state=any&itemId=${item}`, actor)
  const given = { name: 'Visit', assigneeId: limited.subject, merchantId: harbour }
  expect(await tasksOf(own.id, limited)).toMatchObject([
    { ...given, assigneeName: expect.stringMatching(/./) },
  ])
  // of a merchant that they do not see, they get nothing to do
  const others = await itemOf(id, { merchantId: quayside })
  await patch(others, { stateName: 'Talks' })
  expect(await tasksOf(others.id)).toMatchObject([
    { merchantId: quayside, assigneeId: operator.subject },
  ])
  // the customer is another one, and so is that of the tasks
  await change(opportunities, { ...own, version }, { merchantId: quayside })
  expect(await tasksOf(own.id)).toMatchObject([{ ...given, merchantId: quayside }])
  expect(await tasksOf(own.id, limited)).toEqual([])
  const [visit] = await tasksOf(own.id)
  expect(await changesOf(tasks, visit.id)).toContainEqual({
    ...{ before: { merchantId: harbour }, after: { merchantId: quayside } },
  })
  // what there is to do is not deleted unseen
  const refused = call(operator, 'DELETE', `/api/crm/opportunities/${own.id}`)
  await expect(refused).rejects.toThrow('Tasks: 1')
})

test('a task is not given to somebody who may not see its customer, nor are they told of it', async () => {
  const limited = await testApi.actor('limited')
  const [harbour, quayside] = [merchantIdOf('harbour'), merchantIdOf('quayside')]
  const values = {
    ...{ name: 'Ask for the lease', kind: 'task', dueOn: '2099-01-31', notes: '' },
    ...{ itemId: null, leadId: null, merchantId: harbour, documentTypeId: null },
    assigneeId: limited.subject,
  }
  const given = await make(tasks, values)
  const refusal = 'they only see other customers'
  for (const merchantId of [quayside, null]) {
    await expect(make(tasks, { ...values, merchantId })).rejects.toThrow(refusal)
    await expect(change(tasks, given, { merchantId })).rejects.toThrow(refusal)
  }
  const others = await make(tasks, { ...values, merchantId: quayside, assigneeId: null })
  await expect(change(tasks, others, { assigneeId: limited.subject })).rejects.toThrow(refusal)
  const { rows } = await testApi.test.owner.query(
    `select count(*)::int as notices from pgboss.job
     where name = 'notifications.fan-out' and data->'to'->'userIds' ? $1 and data::text like '%Ask for the lease%'`,
    [limited.subject],
  )
  expect(rows[0].notices).toBe(1)
  // what somebody has already can be changed, whatever became of their limits
  await testApi.test.owner.query('update app.sales_task set merchant_id = $2 where id = $1', [
    given.id,
    quayside,
  ])
  await change(tasks, { ...given, merchantId: quayside }, { name: 'Ask for the new lease' })
})

test('a lead goes on without whoever left', async () => {
  const { id } = await pipelineOf('After them')
  await stageOf(id, 'New')
  const leaver = await makeUser(testApi.test, {
    tenant_id: northwind,
    user_type: 'tenant',
    permissions: ['CRM.Lead.View'],
  })
  const lead = await leadOf({ ownerId: leaver.id })
  await testApi.test.owner.query('update app.app_user set is_active = false where id = $1', [
    leaver.id,
  ])
  const input = { name: 'Cards', pipelineId: id }
  const { id: itemId } = await call(operator, 'POST', `/api/crm/leads/${lead.id}/convert`, input)
  expect(await read(opportunities, itemId)).toMatchObject({
    ...{ ownerId: operator.subject, currency: 'GBP', amountMinor: 1_250_000 },
  })
})

test('a task is due, overdue or later where its reader is, ticked off and opened again', async () => {
  const task = (name: string, dueOn: string) =>
    make(tasks, {
      ...{ name, kind: 'task', dueOn, assigneeId: null, itemId: null, leadId: null },
      ...{ merchantId: null, documentTypeId: null, notes: '' },
    })
  const late = await task('Long due', '2020-01-31')
  await task('Far away', '2099-01-31')
  const names = async (state: string) =>
    (await toDo(`whose=mine&state=${state}&pageSize=100`)).map(({ name }: { name: string }) => name)
  expect(await names('overdue')).toEqual(['Long due'])
  expect(await names('later')).toContain('Far away')
  const tick = (isDone: boolean) =>
    call(operator, 'PUT', `/api/crm/tasks/${late.id}/done`, { isDone })
  expect(await tick(true)).toEqual({ changed: true })
  expect(await tick(true)).toEqual({ changed: false })
  expect([await names('overdue'), await names('done')]).toEqual([[], ['Long due']])
  await tick(false)
  expect(await names('overdue')).toEqual(['Long due'])
})

test('a pipeline is read with all its stages by those who see what goes through it', async () => {
  const { id } = await pipelineOf('Looking')
  const off = await stageOf(id, 'Off')
  await stageOf(id, 'On')
  await turn(pipelineStages, off.id, false)
  const some = testApi.permissionsOf('operator').filter((one) => one !== 'CRM.Project.View')
  const seeing = await testApi.actor('operator', some)
  const way = await call(seeing, 'GET', `/api/pipelines/${id}/uncheck`)
  expect(
    way.stages.map((one: { name: string; isActive: boolean }) => [one.name, one.isActive]),
  ).toEqual([
    ['Off', false],
    ['On', true],
  ])
})
