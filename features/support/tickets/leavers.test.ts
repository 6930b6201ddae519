import { openSupport } from '@counterfoil/tools/testing/support.ts'
import pino from 'pino'
import { expect, test } from 'vitest'
import { unassignLeavers } from './leavers.jobs.ts'

const { ask, createTicket, agentPath, platformPath, requesterPath, base, db, users } =
  await openSupport()

const unassign = () =>
  unassignLeavers({
    database: db.database,
    jobs: db.jobs,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    signal: new AbortController().signal,
  })

test('the open tickets of a user who left are unassigned, once, with an item in the feed and an audit entry', async () => {
  const [open, closed, others] = [await createTicket(), await createTicket(), await createTicket()]
  const own = await createTicket('operator')
  for (const id of [open, closed])
    await ask('operator', `POST ${agentPath(id)}/assign`, { assignee: users.colleague.id })
  await ask('operator', `POST ${agentPath(others)}/assign`, { assignee: users.operator.id })
  await ask('staff', `POST ${platformPath(own)}/assign`, { assignee: users.staffColleague.id })
  await ask('operator', `POST ${agentPath(closed)}/close`)
  await unassign()
  expect((await ask('operator', `GET ${agentPath(open)}`)).assignee).not.toBeNull()

  await db.owner.query('update app_user set is_active = false where id = any ($1)', [
    [users.colleague.id, users.staffColleague.id],
  ])
  await unassign()
  await unassign()
  expect((await ask('operator', `GET ${agentPath(open)}`)).assignee).toBeNull()
  expect((await ask('staff', `GET ${platformPath(own)}`)).assignee).toBeNull()
  // a closed ticket keeps who answered it
  expect((await ask('operator', `GET ${agentPath(closed)}`)).assignee).not.toBeNull()
  expect((await ask('operator', `GET ${agentPath(others)}`)).assignee).not.toBeNull()
  const assignments = (feed: { type: string }[]) => feed.filter(({ type }) => type === 'assignment')
  const removed = { newAssignee: null, assigner: 'Counterfoil' }
  expect(assignments(await ask('operator', `GET ${agentPath(open)}/feed`))).toMatchObject([
    {},
    removed,
  ])
  expect(assignments(await ask('staff', `GET ${platformPath(own)}/feed`))).toMatchObject([
    {},
    removed,
  ])
  expect(assignments(await ask('merchant', `GET ${requesterPath(open)}/feed`))).toEqual([])
  const free = await ask('operator', `GET ${base}/ticket/my?assigneeId=none`)
  expect(free.data.map((one: { ticketId: string }) => one.ticketId)).toEqual([open])
  const { rows } = await db.owner.query(
    `select tenant_id, merchant_id, record_id, after from audit_entry
     where actor_name = 'Counterfoil' order by record_id`,
  )
  const entry = { merchant_id: null, after: { assignee: null } }
  expect(rows).toEqual(
    [
      { ...entry, tenant_id: users.operator.tenant_id, record_id: open },
      { ...entry, tenant_id: users.staff.tenant_id, record_id: own },
    ].sort((a, b) => (a.record_id < b.record_id ? -1 : 1)),
  )
})
