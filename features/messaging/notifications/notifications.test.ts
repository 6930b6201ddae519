import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import pino from 'pino'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import type { Notification, notificationList } from './notifications.contract.ts'
import { jobs, schedules } from './notifications.jobs.ts'
import { type Notice, notify } from './notifications.public.ts'
import { routes } from './notifications.routes.ts'

type List = z.infer<typeof notificationList>
type User = Awaited<ReturnType<typeof makeUser>>

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const base = '/api/in-app-notifications'

const platform = await makeTenant(db, { is_platform: true })
const tenant = await makeTenant(db)
const foreign = await makeTenant(db)
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const rival = await makeMerchant(db, { tenant_id: tenant.id })

const operator = (some: object = {}) =>
  makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', ...some })
const merchantUser = (of: { id: string }, some: object = {}) =>
  makeUser(db, { tenant_id: tenant.id, user_type: 'merchant', merchant_id: of.id, ...some })

/** Rows as the job stores them, `ageS` seconds old. */
async function give(user: User, ages: readonly number[], some: { is_read?: boolean } = {}) {
  const rows = ages.map((ageS) => ({
    tenant_id: user.tenant_id,
    user_id: user.id,
    id: v7(),
    notification_type: 'Task',
    title: `${ageS} s old`,
    description: '',
    use_router: true,
    created_at: new Date(Date.now() - ageS * 1000),
    ...some,
  }))
  await db.loader.insertInto('notification').values(rows).execute()
  return rows
}

async function list(user: User, query = ''): Promise<List> {
  const response = await call(user, `GET ${base}${query}`)
  expect(response.statusCode).toBe(200)
  return response.json()
}

const titles = ({ data }: List) => data.map((one) => one.title)
const day = 86_400

describe('reading', () => {
  test('a page holds 10, newest first, with the count of all unread [notifications.page-size]', async () => {
    const user = await operator()
    await give(user, [30, 10, 20])
    await give(
      user,
      Array.from({ length: 9 }, (_, place) => 100 + place),
      { is_read: true },
    )
    const first = await list(user)
    expect(first.data).toHaveLength(10)
    expect(titles(first).slice(0, 4)).toEqual(['10 s old', '20 s old', '30 s old', '100 s old'])
    expect(first.unreadNotificationCount).toBe(3)
    expect(titles(await list(user, '?pageIndex=1&pageSize=10'))).toEqual(['107 s old', '108 s old'])
  })

  test('history covers 30 days, for lists, counts, polls and single ones [notifications.history]', async () => {
    const user = await operator()
    const [, old] = await give(user, [30 * day - 60, 30 * day + 60])
    expect(await list(user)).toMatchObject({ data: { length: 1 }, unreadNotificationCount: 1 })
    expect(await list(user, '/latest?since=')).toMatchObject({ data: { length: 1 } })
    expect((await call(user, `GET ${base}/${old?.id}`)).statusCode).toBe(404)
  })

  test('the calls lie under /api, and latest is not taken for an id [notifications.api-prefix]', async () => {
    const user = await operator()
    const [row] = await give(user, [5])
    expect((await call(user, `GET ${base}/latest`)).statusCode).toBe(200)
    const one = await call(user, `GET ${base}/${row?.id}`)
    expect(one.json<Notification>()).toMatchObject({ title: '5 s old', isRead: false })
    expect((await call(user, 'GET /api/v1/api/in-app-notifications')).statusCode).toBe(404)
  })

  test('the poll answers what came since the time it is given [notifications.poll.since]', async () => {
    const user = await operator()
    const rows = await give(user, [400, 300, 200, 10])
    const since = rows[2]?.created_at.toISOString()
    const latest = await list(user, `/latest?since=${since}`)
    expect(titles(latest)).toEqual(['10 s old', '200 s old'])
    expect(latest.unreadNotificationCount).toBe(4)
    expect(titles(await list(user, '/latest?since='))).toHaveLength(4)
    expect(titles(await list(user, '/latest'))).toHaveLength(4)
    expect((await call(user, `GET ${base}/latest?since=yesterday`)).statusCode).toBe(400)
  })

  test('the poll finds what was made before the newest one and committed after it', async () => {
    const user = await operator()
    const rows = await give(user, [40, 10])
    const latest = await list(user, `/latest?since=${rows[1]?.created_at.toISOString()}`)
    expect(titles(latest)).toEqual(['10 s old', '40 s old'])
  })
})

describe('changing', () => {
  test("every change answers 'success' as JSON text and counts [notifications.mutation.success]", async () => {
    const user = await operator()
    const rows = await give(user, [1, 2, 3, 4])
    const change = async (what: string) => {
      const response = await call(user, what)
      expect(response.headers['content-type']).toContain('application/json')
      expect(response.body).toBe('"success"')
      return (await list(user)).unreadNotificationCount
    }
    expect(await change(`PUT ${base}/mark-as-read/${rows[0]?.id}`)).toBe(3)
    expect(await change(`PUT ${base}/mark-as-read/${rows[0]?.id}`)).toBe(3)
    expect(await change(`DELETE ${base}/${rows[0]?.id}`)).toBe(3)
    expect(await change(`DELETE ${base}/${rows[1]?.id}`)).toBe(2)
    expect(await change(`POST ${base}/mark-as-read`)).toBe(0)
    expect((await list(user)).data.every((one) => one.isRead)).toBe(true)
    expect(await change(`DELETE ${base}`)).toBe(0)
    expect((await list(user)).data).toEqual([])
  })

  test('what is not there is 404, and nothing changes', async () => {
    const user = await operator()
    await give(user, [1])
    for (const what of [`PUT ${base}/mark-as-read/${v7()}`, `DELETE ${base}/${v7()}`]) {
      expect((await call(user, what)).statusCode).toBe(404)
    }
    expect((await list(user)).unreadNotificationCount).toBe(1)
  })
})

describe('whose they are', () => {
  test('nobody but the user reaches them: colleague, merchant, other tenant, platform', async () => {
    const owner = await merchantUser(merchant)
    const [row] = await give(owner, [1])
    const others = [
      await merchantUser(merchant),
      await merchantUser(rival),
      await operator(),
      await operator({ limited_to: [merchant.id] }),
      await makeUser(db, { tenant_id: foreign.id, user_type: 'tenant' }),
      await makeUser(db, { tenant_id: platform.id, user_type: 'platform' }),
    ]
    for (const other of others) {
      expect(await list(other)).toEqual({ data: [], unreadNotificationCount: 0 })
      expect((await list(other, '/latest')).data).toEqual([])
      for (const what of ['GET ', 'PUT /mark-as-read', 'DELETE ']) {
        const [method, path] = what.split(' ')
        expect((await call(other, `${method} ${base}${path}/${row?.id}`)).statusCode).toBe(404)
      }
      await call(other, `POST ${base}/mark-as-read`)
      await call(other, `DELETE ${base}`)
    }
    expect(await list(owner)).toMatchObject({ data: { length: 1 }, unreadNotificationCount: 1 })
  })
})

/** A job is on its way; on a busy machine it takes its time. */
const soon = { timeout: 15_000 }

describe('telling', () => {
  const log = pino({ level: 'silent' })
  let stop = async () => {}
  beforeAll(async () => {
    const worker = await runWorker({
      database: db.database,
      appUrl: db.urls.app,
      jobs,
      schedules: [],
      log,
    })
    stop = () => worker.stop()
  })
  afterAll(() => stop())

  const notice = (to: Notice['to'], some: Partial<Notice> = {}): Notice => ({
    to,
    type: 'Task',
    title: 'A task for you',
    now: new Date(),
    ...some,
  })

  /** Fans out within one merchant's transaction, as a producer in the payments would. */
  const fanOut = (some: Notice) =>
    db.database.transaction(tenantScope(tenant.id, [merchant.id]), (tx) =>
      notify(tx, db.jobs, some),
    )

  const countsOf = (users: readonly User[]) =>
    Promise.all(users.map(async (user) => (await list(user)).data.length))

  test('holders of the permission among the users of the merchant, whatever the transaction may see', async () => {
    const permissions = ['Merchant.Settings.WebhookReport']
    const holder = await merchantUser(merchant, { permissions })
    const others = [
      await merchantUser(merchant),
      await merchantUser(merchant, { permissions, is_active: false }),
      await merchantUser(rival, { permissions }),
      await operator({ permissions }),
    ]
    await fanOut(
      notice({ audience: 'merchant', permission: permissions[0] ?? '', merchantId: merchant.id }),
    )
    await vi.waitFor(async () => expect(await countsOf([holder])).toEqual([1]), soon)
    const rows = await db.loader
      .selectFrom('notification')
      .select('user_id')
      .where(
        'user_id',
        'in',
        others.map((one) => one.id),
      )
      .execute()
    expect(rows).toEqual([])
  })

  test('of a payment, merchants’ people who are limited to other methods or providers are not notified', async () => {
    const permission = 'Merchant.Transaction.Actions.Dispute'
    const of = { permissions: [permission] }
    const all = await merchantUser(merchant, of)
    const some = await merchantUser(merchant, { ...of, limited_to_providers: ['sandbox_alpha'] })
    const others = await merchantUser(merchant, { ...of, limited_to_providers: ['sandbox_beta'] })
    const transfers = await merchantUser(merchant, { ...of, limited_to_methods: ['bank_transfer'] })
    const seeing = { merchantId: merchant.id, method: 'card', provider: 'sandbox_alpha' }
    await fanOut(notice({ audience: 'merchant', permission, merchantId: merchant.id, seeing }))
    await vi.waitFor(async () => expect(await countsOf([all, some])).toEqual([1, 1]), soon)
    expect(await countsOf([others, transfers])).toEqual([0, 0])
  })

  test('operators who may see the merchant, and platform staff from within a tenant', async () => {
    const permissions = ['CRM.Dashboard.View']
    const to = {
      audience: 'tenant',
      permission: 'CRM.Dashboard.View',
      merchantId: merchant.id,
    } as const
    const all = await operator({ permissions })
    const limited = await operator({ permissions, limited_to: [merchant.id] })
    const elsewhere = await operator({ permissions, limited_to: [rival.id] })
    const staff = await makeUser(db, { tenant_id: platform.id, user_type: 'platform', permissions })
    await fanOut(notice(to))
    await vi.waitFor(async () => expect(await countsOf([all, limited])).toEqual([1, 1]), {
      timeout: 15_000,
    })
    await fanOut(notice({ audience: 'platform', permission: 'CRM.Dashboard.View' }))
    await vi.waitFor(async () => expect(await countsOf([staff])).toEqual([1]), soon)
    expect(await countsOf([all, limited, elsewhere])).toEqual([1, 1, 0])
  })

  test('the maker of a request is not asked to confirm it', async () => {
    const permission = 'CRM.Projects.View'
    const asker = await operator({ permissions: [permission] })
    const colleague = await operator({ permissions: [permission] })
    await fanOut(notice({ audience: 'tenant', permission }, { exceptUserId: asker.id }))
    await vi.waitFor(async () => expect(await countsOf([colleague])).toEqual([1]), soon)
    expect(await countsOf([asker])).toEqual([0])
  })

  test('where the named user is not active, an audience instead, of the platform too', async () => {
    const permission = 'CRM.Cases.View'
    const permissions = [permission]
    const left = await operator({ is_active: false })
    const all = await operator({ permissions })
    const limited = await operator({ permissions, limited_to: [merchant.id] })
    const staff = await makeUser(db, { tenant_id: platform.id, user_type: 'platform', permissions })
    const userIds = [left.id]
    const tenants = { audience: 'tenant', permission, seesAllMerchants: true } as const
    await fanOut(notice({ userIds, otherwise: { audience: 'platform', permission } }))
    await vi.waitFor(async () => expect(await countsOf([staff])).toEqual([1]), soon)
    await fanOut(notice({ userIds, otherwise: tenants }))
    await vi.waitFor(async () => expect(await countsOf([all])).toEqual([1]), soon)
    expect(await countsOf([limited, staff])).toEqual([0, 1])
  })

  test('whoever holds it by rights of its own too, and nobody of a tenant that is kept from it', async () => {
    const permission = 'CRM.Lead.View'
    const holderOf = async (off: string[]) => {
      const own = await makeTenant(db, { features_off: off })
      const user = await makeUser(db, { tenant_id: own.id, user_type: 'tenant', permissions: [] })
      const sql = 'update app.app_user set own_permissions = $1 where id = $2'
      await db.owner.query(sql, [[permission], user.id])
      return user
    }
    const kept = await holderOf(['crm'])
    const holder = await holderOf(['support'])
    for (const { tenant_id } of [kept, holder]) {
      await db.database.transaction(tenantScope(tenant_id), (tx) =>
        notify(tx, db.jobs, notice({ audience: 'tenant', permission })),
      )
    }
    await vi.waitFor(async () => expect(await countsOf([holder])).toEqual([1]), soon)
    expect(await countsOf([kept])).toEqual([0])
  })

  test('in the tenant’s language where the user’s is switched off', async () => {
    const own = await makeTenant(db)
    const user = await makeUser(db, { tenant_id: own.id, user_type: 'tenant' })
    await db.owner.query("update app.app_user set locale = 'tr' where id = $1", [user.id])
    await db.owner.query(
      `insert into app.tenant_switch (tenant_id, list, code, is_active, updated_at)
       values ($1, 'language', 'tr', false, now())`,
      [own.id],
    )
    await db.database.transaction(tenantScope(own.id), (tx) =>
      notify(
        tx,
        db.jobs,
        notice({ userIds: [user.id] }, { title: { en: 'A task', tr: 'Bir görev' } }),
      ),
    )
    await vi.waitFor(async () => expect(titles(await list(user))).toEqual(['A task']), soon)
  })

  test('each in their own language, with HTML that cannot act [notifications.item.content]', async () => {
    const english = await operator()
    const turkish = await operator()
    await db.loader
      .updateTable('app_user')
      .set({ locale: 'tr' })
      .where('id', '=', turkish.id)
      .execute()
    const html =
      '<p onclick="x()">A <b>bold</b> <script>alert(1)</script><img src=x onerror=y><a href="javascript:z">word</a></p>'
    await fanOut(
      notice(
        { userIds: [english.id, turkish.id] },
        { title: { en: 'Report <b>', tr: 'Rapor' }, description: html, objectUrl: '/crm/reports' },
      ),
    )
    await vi.waitFor(async () => expect(await countsOf([english, turkish])).toEqual([1, 1]), {
      timeout: 15_000,
    })
    expect((await list(english)).data[0]).toMatchObject({
      title: 'Report <b>',
      description: '<p>A <b>bold</b> word</p>',
      objectUrl: '/crm/reports',
      useRouter: true,
      isRead: false,
    })
    expect((await list(turkish)).data[0]?.title).toBe('Rapor')
  })

  test('not at all when the transaction is rolled back, and once for one key', async () => {
    const user = await operator()
    const to = { userIds: [user.id] }
    const scope = tenantScope(tenant.id)
    await expect(
      db.database.transaction(scope, async (tx) => {
        await notify(tx, db.jobs, notice(to, { title: 'never' }))
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await fanOut(notice(to, { title: 'first', onceFor: 'endpoint 1' }))
    // two jobs run at once: the second is sent when the first has told
    await vi.waitFor(async () => expect(await countsOf([user])).toEqual([1]), soon)
    await fanOut(notice(to, { title: 'again', onceFor: 'endpoint 1' }))
    await fanOut(notice(to, { title: 'last' }))
    await vi.waitFor(async () => expect(await countsOf([user])).toEqual([2]), soon)
    expect(titles(await list(user)).sort()).toEqual(['first', 'last'])
  })

  test('nothing that leads out of a browser’s rules', async () => {
    const bad = notice({ userIds: [] }, { objectUrl: 'javascript:alert(1)' })
    await expect(fanOut(bad)).rejects.toThrow('neither a path nor http(s)')
  })

  test('what is older than 30 days is deleted, tenant by tenant', async () => {
    const here = await operator()
    const there = await makeUser(db, { tenant_id: foreign.id, user_type: 'tenant' })
    for (const user of [here, there]) await give(user, [29 * day, 31 * day, 60 * day])
    const signal = new AbortController().signal
    const context = { database: db.database, jobs: db.jobs, log, now: () => new Date(), signal }
    for (const one of schedules({ publicUrl: 'http://localhost' })) await one.run(context)
    const left = await db.loader
      .selectFrom('notification')
      .select('title')
      .where('user_id', 'in', [here.id, there.id])
      .execute()
    expect(left.map((row) => row.title)).toEqual([`${29 * day} s old`, `${29 * day} s old`])
  })
})
