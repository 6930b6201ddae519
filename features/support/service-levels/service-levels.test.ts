import { employeeLeave } from '@counterfoil/features/settings/leave/employee-leave.resource.ts'
import { holidays } from '@counterfoil/features/settings/leave/holidays.resource.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { openSupport } from '@counterfoil/tools/testing/support.ts'
import pino from 'pino'
import { expect, test } from 'vitest'
import { findBreaches } from './breaches.jobs.ts'
import { defaultServiceLevels } from './service-levels.contract.ts'

const { ask, createTicket, agentPath, requesterPath, base, db, tenant, users } = await openSupport()
const always = { from: '00:00', to: '24:00' }
const roundTheClock = {
  ...defaultServiceLevels,
  hours: Object.fromEntries(Object.keys(defaultServiceLevels.hours).map((day) => [day, always])),
}

const findAt = (now: Date) =>
  findBreaches({
    database: db.database,
    jobs: db.jobs,
    log: pino({ level: 'silent' }),
    now: () => now,
    signal: new AbortController().signal,
  })

const dayFromNow = (after: number) =>
  new Date(Date.now() + after * dayMs).toISOString().slice(0, 10)

async function breachesOf(id: string): Promise<string[]> {
  const { rows } = await db.owner.query(`select data from pgboss.job where name = 'support.notify'`)
  return rows
    .map((row) => row.data)
    .filter((one) => one.ticketId === id && one.kind === 'breach')
    .map((one) => one.breach)
}

test('each organisation has its own hours and targets, which those alone change who see all of it', async () => {
  expect(await ask('operator', `GET ${base}/service-levels`)).toEqual({
    serviceLevels: defaultServiceLevels,
    timeZone: 'Europe/London',
  })
  await ask('operator', `PUT ${base}/service-levels`, roundTheClock)
  expect(await ask('operator', `GET ${base}/service-levels`)).toMatchObject({
    serviceLevels: roundTheClock,
  })
  expect(await ask('foreign', `GET ${base}/service-levels`)).toMatchObject({
    serviceLevels: defaultServiceLevels,
  })
  await ask('limited', `PUT ${base}/service-levels`, roundTheClock, 403)
  await ask('merchant', `GET ${base}/service-levels`, undefined, 403)
  await ask(
    'operator',
    `PUT ${base}/service-levels`,
    { ...roundTheClock, hours: { ...roundTheClock.hours, monday: { from: '18:00', to: '09:00' } } },
    400,
  )
})

test('on a holiday of the organisation the clock of its tickets stands [setting holidays]', async () => {
  await ask('operator', `PUT ${base}/service-levels`, roundTheClock)
  const minutesOf = async () => {
    const id = await createTicket('merchant', { priority: 'High' })
    const { serviceLevel, createdAt } = await ask('operator', `GET ${agentPath(id)}`)
    return (Date.parse(serviceLevel.firstResponseDueAt) - Date.parse(createdAt)) / 60_000
  }
  expect(await minutesOf()).toBe(60)
  // of each day that the next hour may belong to, in summer time too, and the one after it
  const days = [0, 1, 2].map(dayFromNow)
  const path = `/api${holidays.path}`
  const ids: string[] = []
  for (const day of days) {
    const body = { name: 'Stock-taking', day }
    ids.push((await ask('staff', `POST ${path}?tenantId=${tenant.id}`, body)).id)
  }
  expect(await minutesOf()).toBeGreaterThan(24 * 60)
  await ask('staff', `PUT ${path}/active`, { ids, isActive: false })
  expect(await minutesOf()).toBe(60)
  await ask('staff', `PUT ${path}/active`, { ids, isActive: true })
  expect(await minutesOf()).toBeGreaterThan(24 * 60)
  for (const id of ids) await ask('staff', `DELETE ${path}/${id}`)
  expect(await minutesOf()).toBe(60)
})

test('a colleague on leave is shown as away where tickets are assigned, and only then [setting employee-leave]', async () => {
  const awayOf = async () => {
    const people = await ask('operator', 'GET /api/support/assignees')
    return Object.fromEntries(
      people.map((one: { id: string; awayUntil: string | null }) => [one.id, one.awayUntil]),
    )
  }
  const nobody = await awayOf()
  expect(new Set(Object.values(nobody))).toEqual(new Set([null]))
  const path = `/api${employeeLeave.path}`
  const away = { kind: 'annual', firstDay: dayFromNow(-9), lastDay: dayFromNow(2), note: '' }
  const leave = await ask('staff', `POST ${path}?tenantId=${tenant.id}`, {
    ...away,
    userId: users.colleague.id,
  })
  expect(await awayOf()).toEqual({ ...nobody, [users.colleague.id]: away.lastDay })
  await ask('staff', `PUT ${path}/active`, { ids: [leave.id], isActive: false })
  expect(await awayOf()).toEqual(nobody)
  await ask('staff', `PUT ${path}/active`, { ids: [leave.id], isActive: true })
  const { version } = await ask('staff', `GET ${path}/${leave.id}`)
  const over = { ...away, userId: users.colleague.id, lastDay: dayFromNow(-5), version }
  await ask('staff', `PUT ${path}/${leave.id}`, over)
  expect(await awayOf()).toEqual(nobody)
})

test('a breach is notified once, to agents only', async () => {
  await ask('operator', `PUT ${base}/service-levels`, roundTheClock)
  const id = await createTicket('merchant', { priority: 'High' })
  const { serviceLevel, createdAt } = await ask('operator', `GET ${agentPath(id)}`)
  const due = new Date(serviceLevel.firstResponseDueAt)
  expect(due.getTime() - Date.parse(createdAt)).toBe(60 * 60_000)
  await findAt(new Date(due.getTime() - 1000))
  expect(await breachesOf(id)).toEqual([])
  await findAt(due)
  await findAt(new Date(due.getTime() + 60_000))
  expect(await breachesOf(id)).toEqual(['response'])
  expect(await ask('operator', `GET ${agentPath(id)}`)).toMatchObject({
    serviceLevel: { isResponseBreached: true, isResolutionBreached: false },
  })
  expect(await ask('merchant', `GET ${requesterPath(id)}`)).toMatchObject({
    serviceLevel: null,
    dueAt: null,
  })
  await ask('operator', `POST ${agentPath(id)}/comment`, { content: 'Sorry for the wait' })
  expect(await ask('operator', `GET ${agentPath(id)}`)).toMatchObject({
    dueAt: null,
    serviceLevel: { isPaused: true, isResponseBreached: false },
  })
  await findAt(new Date(due.getTime() + 30 * dayMs))
  expect(await breachesOf(id)).toEqual(['response'])
  // opened again, it is the next answer that is due: the first was given
  await ask('operator', `POST ${agentPath(id)}/close`)
  await ask('merchant', `POST ${requesterPath(id)}/open`)
  const { serviceLevel: again } = await ask('operator', `GET ${agentPath(id)}`)
  expect(again).toMatchObject({ firstResponseDueAt: null, nextResponseDueAt: expect.any(String) })
  await findAt(new Date(again.nextResponseDueAt))
  expect(await breachesOf(id)).toEqual(['response', 'response'])
})
