import { jobs as fanOutJobs } from '@counterfoil/features/messaging/notifications/notifications.jobs.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { openSupport } from '@counterfoil/tools/testing/support.ts'
import pino from 'pino'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jobs as supportJobs } from './notifications.jobs.ts'

const { ask, createTicket, agentPath, platformPath, requesterPath, db, users, tenant, platform } =
  await openSupport()

const worker = await runWorker({
  database: db.database,
  appUrl: db.urls.app,
  jobs: [...supportJobs({ publicUrl: 'http://portal.example' }), ...fanOutJobs] as never,
  schedules: [],
  log: pino({ level: 'silent' }),
})
afterAll(() => worker.stop())

const own = (sql: string, values: unknown[] = []) => db.owner.query(sql, values)
type Who = keyof typeof users

/** Waits until every event has been worked on. */
const allSent = () =>
  vi.waitFor(async () => {
    const { rows } = await own(
      `select name from pgboss.job where state in ('created', 'active', 'retry')
       and name in ('support.notify', 'notifications.fan-out')`,
    )
    expect(rows).toEqual([])
  }, 20_000)

async function forgetSent() {
  await allSent()
  await own('delete from notification')
  await own('delete from mail')
}

/** Who has a notification, and who has a mail with the words. */
async function reached(words: string) {
  await allSent()
  const notified = await own('select user_id from notification where description like $1', [
    `%${words}%`,
  ])
  const mailed = await own('select recipient from mail where text_body like $1', [`%${words}%`])
  const names = Object.keys(users) as Who[]
  return {
    notified: names.filter((who) => notified.rows.some((row) => row.user_id === users[who].id)),
    mailed: mailed.rows.map((row) => row.recipient).sort(),
  }
}

const deactivate = (who: Who) =>
  own('update app_user set is_active = false where id = $1', [users[who].id])
const limitElsewhere = (who: Who) =>
  own(
    `insert into user_merchant_limit (tenant_id, user_id, merchant_id)
     select tenant_id, $1, merchant_id from app_user where id = $2`,
    [users[who].id, users.neighbour.id],
  )
const takeRole = (who: Who) =>
  own(
    `update role set permissions = '{Profile.View}'
     where id = (select role_id from app_user where id = $1)`,
    [users[who].id],
  )

const permissionsBefore = await own('select id, permissions from role')
beforeEach(forgetSent)
afterEach(async () => {
  await own('update app_user set is_active = true')
  await own('delete from user_merchant_limit where user_id = $1', [users.colleague.id])
  for (const { id, permissions } of permissionsBefore.rows) {
    await own('update role set permissions = $2 where id = $1', [id, permissions])
  }
})

async function assignedToColleague(): Promise<string> {
  const id = await createTicket()
  await ask('operator', `POST ${agentPath(id)}/assign`, { assignee: users.colleague.id })
  await forgetSent()
  return id
}

test.each([
  ['is limited to other merchants', limitElsewhere],
  ['has lost the permission', takeRole],
  ['was deactivated', deactivate],
] as const)(
  'an assignee who %s reads nothing more, and the other agents are notified',
  async (_, leave) => {
    const id = await assignedToColleague()
    await leave('colleague')
    await ask('merchant', `POST ${requesterPath(id)}/comment`, { content: 'Still waiting' })
    await ask('operator', `POST ${agentPath(id)}/comment`, {
      content: 'A word among us',
      isInternal: true,
    })
    expect(await reached('Still waiting')).toEqual({ notified: ['operator'], mailed: [] })
    expect(await reached('A word among us')).toEqual({ notified: [], mailed: [] })
  },
)

test('an assignee of the platform who left is replaced by its other agents', async () => {
  const id = await createTicket('operator')
  await ask('staff', `POST ${platformPath(id)}/assign`, { assignee: users.staffColleague.id })
  await forgetSent()
  await deactivate('staffColleague')
  await ask('operator', `POST ${requesterPath(id)}/comment`, { content: 'Is anybody there' })
  expect(await reached('Is anybody there')).toEqual({ notified: ['staff'], mailed: [] })
})

test('an assignee who may see the ticket is notified alone, by mail too', async () => {
  const id = await assignedToColleague()
  await ask('merchant', `POST ${requesterPath(id)}/comment`, { content: 'For the assignee' })
  expect(await reached('For the assignee')).toEqual({
    notified: ['colleague'],
    mailed: [users.colleague.email],
  })
})

test('an assignee on leave is notified, and the other agents too of what waits for an answer', async () => {
  const id = await assignedToColleague()
  await own(
    `insert into employee_leave (tenant_id, id, user_id, kind, first_day, last_day, note, created_at, updated_at)
     select tenant_id, gen_random_uuid(), id, 'annual', current_date - 1, current_date + 1, '', now(), now()
     from app_user where id = $1`,
    [users.colleague.id],
  )
  await ask('merchant', `POST ${requesterPath(id)}/comment`, { content: 'Before two weeks' })
  await ask('operator', `POST ${agentPath(id)}/comment`, {
    content: 'A word for later',
    isInternal: true,
  })
  expect(await reached('Before two weeks')).toEqual({
    notified: ['operator', 'colleague'],
    mailed: [users.colleague.email],
  })
  expect((await reached('A word for later')).notified).toEqual(['colleague'])
  await own('delete from employee_leave')
})

test('colleagues who talk on a ticket among themselves are notified of each other’s answers', async () => {
  const id = await assignedToColleague()
  const note = (who: Who, content: string) =>
    ask(who, `POST ${agentPath(id)}/comment`, { content, isInternal: true })
  await note('operator', 'Who knows this bank?')
  await note('colleague', 'I do, and have asked them')
  await note('colleague', 'They have answered')
  expect(await reached('I do, and have asked them')).toEqual({
    notified: ['operator'],
    mailed: [users.operator.email],
  })
  await takeRole('operator')
  await note('colleague', 'Nobody else here')
  expect(await reached('Nobody else here')).toEqual({ notified: [], mailed: [] })
})

test('a comment whose quotation ends within an emoji is notified like any other', async () => {
  const id = await createTicket()
  await forgetSent()
  const content = `${'x'.repeat(199)}🙂 and the rest`
  await ask('operator', `POST ${agentPath(id)}/comment`, { content })
  expect(await reached('xxx')).toEqual({
    notified: ['merchant'],
    mailed: [users.merchant.email],
  })
  const { rows } = await own('select description from notification')
  expect(rows[0].description).toMatch(/x🙂…$/)
})

test('a requester gets one mail, in their own language, other contacts in the tenant’s', async () => {
  const id = await createTicket()
  const contacts = ['accounts@books.example', users.merchant.email.toUpperCase()]
  await own('update support_ticket set contact_emails = $2 where id = $1', [id, contacts])
  await forgetSent()
  await own(`update app_user set locale = 'tr-TR' where id = $1`, [users.merchant.id])
  await ask('operator', `POST ${agentPath(id)}/close`)
  await allSent()
  const { rows } = await own('select recipient, text_body from mail order by recipient')
  expect(rows).toEqual([
    {
      recipient: users.merchant.email.toUpperCase(),
      text_body: expect.stringContaining('Merhaba,'),
    },
    { recipient: 'accounts@books.example', text_body: expect.stringContaining('Hello,') },
  ])
  await own('update app_user set locale = null where id = $1', [users.merchant.id])
})

test.each([
  ['was deactivated', deactivate],
  ['has lost the permission', takeRole],
] as const)(
  'a requester who %s reads nothing more, and the colleagues there are notified',
  async (_, leave) => {
    const contacts = ['accounts@books.example', users.merchant.email.toUpperCase()]
    const id = await createTicket()
    await own('update support_ticket set contact_emails = $2 where id = $1', [id, contacts])
    const other = await own(
      `insert into app_user select (jsonb_populate_record(u, jsonb_build_object(
       'id', gen_random_uuid(), 'email', 'other@books.example', 'role_id', r.role_id))).*
     from app_user as u join app_user as r on r.tenant_id = u.tenant_id where u.id = $1 and r.id = $2 returning id`,
      [users.merchant.id, users.neighbour.id],
    )
    await forgetSent()
    await leave('merchant')
    await ask('operator', `POST ${agentPath(id)}/comment`, { content: 'The answer' })
    const { mailed } = await reached('The answer')
    const notified = await own('select user_id from notification where description like $1', [
      '%The answer%',
    ])
    expect(mailed).toEqual(['accounts@books.example'])
    expect(notified.rows).toEqual([{ user_id: other.rows[0].id }])
    await own('delete from notification')
    await own('delete from app_user where id = $1', [other.rows[0].id])
  },
)

test('a tenant’s requester who left is replaced by the operators there', async () => {
  const id = await createTicket('colleague')
  await forgetSent()
  await deactivate('colleague')
  await ask('staff', `POST ${platformPath(id)}/comment`, { content: 'From the platform' })
  const { notified, mailed } = await reached('From the platform')
  expect(mailed).toEqual([])
  // an operator who is limited to some merchants sees the tenant’s own tickets only where they asked themselves
  expect(notified).toEqual(['operator'])
})

test('a requester who may see the ticket is notified alone, by mail too', async () => {
  const id = await createTicket()
  await forgetSent()
  await ask('operator', `POST ${agentPath(id)}/comment`, { content: 'For the requester' })
  expect(await reached('For the requester')).toEqual({
    notified: ['merchant'],
    mailed: [users.merchant.email],
  })
})

test('a tenant hears of its ticket to the platform in the platform’s name, in its own language', async () => {
  await own(`update tenant set locale = 'tr' where id = $1`, [tenant.id])
  await createTicket('operator')
  await allSent()
  const { rows } = await own('select tenant_id, recipient, text_body from mail')
  expect(rows).toEqual([
    {
      tenant_id: platform.id,
      recipient: users.operator.email,
      text_body: expect.stringMatching(/^Merhaba,.*The Platform/s),
    },
  ])
  await own(`update tenant set locale = 'en' where id = $1`, [tenant.id])
})

test('what a template says to whoever asked is not said to the agent', async () => {
  await own(
    `insert into template (tenant_id, id, kind, purpose, language, name, subject, body, created_at, updated_at)
     values ($1, gen_random_uuid(), 'email', 'ticketClosed', 'en', 'Thanks', 'Closed', '<p>We have closed your ticket</p>', now(), now())`,
    [tenant.id],
  )
  const id = await assignedToColleague()
  await ask('merchant', `POST ${requesterPath(id)}/close`)
  const toAgent = await reached('was closed')
  expect(toAgent.mailed).toEqual([users.colleague.email])
  await ask('merchant', `POST ${requesterPath(id)}/open`)
  await forgetSent()
  await ask('operator', `POST ${agentPath(id)}/close`)
  expect((await reached('We have closed your ticket')).mailed).toEqual([users.merchant.email])
})
