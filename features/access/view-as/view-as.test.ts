import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { routes as contextRoutes } from '@counterfoil/features/access/sign-in-context/context.routes.ts'
import { routes as preferenceRoutes } from '@counterfoil/features/access/sign-in-context/preferences.routes.ts'
import { routes as userRoutes } from '@counterfoil/features/access/users/users.routes.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { sampleCode, testServer } from '@counterfoil/kit/testing/test-server.ts'
import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { schedules } from './view-as.jobs.ts'
import { endViewsOf, signInOf, viewFinder } from './view-as.public.ts'
import { routes } from './view-as.routes.ts'
import { viewMinutes } from './view-as.rules.ts'

const db = await testDatabase()
let aheadMs = 0
const clock = () => new Date(Date.now() + aheadMs)
let clockMs = 0
const findCaller = callerFinder(db.database, () => clockMs++ * 10_000)
const findView = viewFinder(db.database)
const confirmed: string[] = []
const logged: Record<string, unknown>[] = []
const { call } = await testServer(
  db,
  [...routes, ...contextRoutes, ...preferenceRoutes, ...userRoutes],
  async (subject, request) => {
    const signIn = signInOf({ sid: request.headers['x-test-sign-in'] })
    return findView(await findCaller(subject), signIn, request, clock())
  },
  async (request, { id }) => {
    if (request.headers.scacode === sampleCode) confirmed.push(id)
  },
  pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
)

const [tenant, foreign, platform] = await Promise.all([
  makeTenant(db),
  makeTenant(db),
  makeTenant(db),
])
const shop = await makeMerchant(db, { tenant_id: tenant.id })
const rival = await makeMerchant(db, { tenant_id: tenant.id })
type Some = Partial<Parameters<typeof makeUser>[1]>
const all = permissionsOf('tenant')
const operator = (some: Some = {}) =>
  makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions: all, ...some })
const ofMerchant = (merchant_id: string, some: Some = {}) =>
  makeUser(db, { tenant_id: tenant.id, user_type: 'merchant', merchant_id, ...some })
const staff = () =>
  makeUser(db, {
    ...{ tenant_id: platform.id, user_type: 'platform' },
    permissions: permissionsOf('platform'),
  })
type Person = { readonly id: string }

const start = (by: Person, whom: Person, headers: Record<string, string> = {}) =>
  call(by, 'POST /api/view-as', {
    payload: { userId: whom.id, reason: 'Ticket 1042' },
    headers,
  })
const whoIs = async (by: Person, headers: Record<string, string> = {}) => {
  const answer = await call(by, 'GET /api/users', { headers })
  return answer.statusCode === 200 ? answer.json().user.id : answer.json().code
}
const trailOf = (user: Person) =>
  db.loader
    .selectFrom('audit_entry')
    .selectAll()
    .where('record_id', '=', user.id)
    .where('action', 'like', 'view-as.%')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
const later = (minutes: number) => {
  aheadMs += minutes * 60_000
}

describe('a view', () => {
  test('shows what the user sees and says who looks, until it is ended [audit view-as.start-view] [audit view-as.end-view]', async () => {
    const [looker, cashier] = [await operator(), await ofMerchant(shop.id)]
    const started = await start(looker, cashier)
    expect(started.statusCode).toBe(201)
    const { id, endsAt } = started.json()
    const seen = (await call(looker, 'GET /api/users')).json()
    expect(seen.user).toMatchObject({ id: cashier.id, merchantId: shop.id, permissions: [] })
    expect(seen.viewAs).toEqual({
      ...{ id, endsAt },
      administratorName: `${looker.first_name} ${looker.last_name}`,
    })
    expect((await call(looker, 'DELETE /api/view-as')).statusCode).toBe(200)
    expect(await whoIs(looker)).toBe(looker.id)
    expect((await call(looker, 'GET /api/users')).json().viewAs).toBeNull()
    expect(await trailOf(cashier)).toMatchObject([
      {
        ...{ action: 'view-as.start-view', actor_id: looker.id, merchant_id: shop.id },
        after: { reason: 'Ticket 1042' },
      },
      {
        action: 'view-as.end-view',
        actor_id: looker.id,
        after: { reason: 'Ticket 1042', end: 'ended' },
      },
    ])
  })

  test('is of somebody who is invited, whether or not the address signs in elsewhere', async () => {
    const [looker, free, elsewhere] = [await operator(), await operator(), await operator()]
    // the directory of everybody who signs in has the address for another organisation
    await db.owner.query('delete from app.user_directory where user_id = $1', [elsewhere.id])
    for (const invited of [free, elsewhere]) {
      expect((await start(looker, invited)).statusCode).toBe(201)
      expect(await whoIs(looker)).toBe(invited.id)
      await call(looker, 'DELETE /api/view-as')
    }
  })

  test('changes nothing, not even by whoever may', async () => {
    const [looker, other] = [await operator(), await operator()]
    await start(looker, other)
    const theme = { payload: { colourScheme: 'dark' } }
    for (const what of ['PUT /api/user-preferences', 'POST /api/view-as']) {
      const answer = await call(looker, what, theme)
      expect([what, answer.json().code]).toEqual([what, 'view_as.read_only'])
    }
  })

  test('is logged under both names, also what was refused', async () => {
    const [looker, cashier] = [await operator(), await ofMerchant(shop.id)]
    const { id } = (await start(looker, cashier)).json()
    logged.length = 0
    await whoIs(looker)
    await start(looker, cashier)
    const viewAs = { id, administratorId: looker.id, userId: cashier.id }
    expect(logged).toMatchObject([
      { msg: 'request', route: '/api/users', status: 200, viewAs },
      { msg: 'request', route: '/api/view-as', status: 403, viewAs },
    ])
  })

  test('is of one sign-in alone, and hands nothing to the user', async () => {
    const [looker, cashier] = [await operator(), await ofMerchant(shop.id)]
    const { id } = (await start(looker, cashier, { 'x-test-sign-in': 'laptop' })).json()
    expect(await whoIs(looker, { 'x-test-sign-in': 'laptop' })).toBe(cashier.id)
    expect(await whoIs(looker, { 'x-test-sign-in': 'telephone' })).toBe(looker.id)
    const colleague = await operator()
    for (const [by, signIn] of [
      [looker, 'telephone'],
      [colleague, 'laptop'],
      [cashier, 'laptop'],
    ] as const) {
      const headers = { 'x-test-sign-in': signIn, 'view-as': id }
      expect(await whoIs(by, headers)).toBe('view_as.ended')
    }
  })

  test('shows no more than the administrator may see', async () => {
    const looker = await operator({ limited_to_methods: ['card'], limited_to: [shop.id] })
    const cashier = await ofMerchant(shop.id, { limited_to_methods: ['card', 'alternative'] })
    await start(looker, cashier)
    const { caller } = await callerOf(looker)
    expect(caller).toMatchObject({ merchantIds: [shop.id], methods: ['card'] })
  })

  test('asks for codes of the administrator', async () => {
    const [looker, other] = [await operator(), await operator()]
    const { role_id } = other
    await db.loader
      .updateTable('role')
      .set({ sca_required_permissions: ['manageCrmRoles', 'manageMerchantRoles'] })
      .where('id', '=', role_id)
      .execute()
    await start(looker, other)
    confirmed.length = 0
    await call(looker, 'GET /api/users/crm', { headers: { scacode: sampleCode } })
    expect(confirmed).toEqual([looker.id])
  })
})

async function callerOf(administrator: Person) {
  const subject = { issuer: 'http://localhost:4001', subject: administrator.id, email: undefined }
  const request = { id: 'r', ip: '::1', headers: {} }
  return { caller: await findView(await findCaller(subject), '', request, clock()) }
}

describe('nobody looks through the eyes', () => {
  test('of somebody whom they may not see', async () => {
    const looker = await operator()
    const [stranger, worker] = [
      await makeUser(db, { tenant_id: foreign.id, user_type: 'tenant' }),
      await staff(),
    ]
    for (const whom of [stranger, worker, { id: '01920000-0000-7000-8000-0000000000ff' }]) {
      expect((await start(looker, whom)).statusCode).toBe(404)
    }
    const limited = await operator({ limited_to: [shop.id] })
    for (const whom of [await ofMerchant(rival.id), looker]) {
      expect((await start(limited, whom)).statusCode).toBe(404)
    }
  })

  test('of somebody who holds more, who is not active, or of their own', async () => {
    const held = all.filter((one) => one !== 'CRM.Task.View')
    const looker = await operator({ permissions: held })
    expect((await start(looker, await operator())).json().code).toBe('view_as.beyond')
    expect((await start(looker, await operator({ is_active: false }))).statusCode).toBe(404)
    expect((await start(looker, looker)).json().code).toBe('view_as.own')
  })

  test('without the right, which no merchant can have', async () => {
    const held = all.filter((one) => one !== 'CRM.User.ViewAs')
    const cashier = await ofMerchant(shop.id)
    expect((await start(await operator({ permissions: held }), cashier)).statusCode).toBe(403)
    const merchant = await ofMerchant(shop.id, { permissions: permissionsOf('merchant') })
    expect((await start(merchant, cashier)).statusCode).toBe(403)
  })

  test('without a reason', async () => {
    const payload = { userId: (await ofMerchant(shop.id)).id, reason: '   ' }
    const answer = await call(await operator(), 'POST /api/view-as', { payload })
    expect(answer.statusCode).toBe(400)
  })

  test('but the platform’s staff do of every tenant', async () => {
    const [looker, whom] = [await staff(), await operator()]
    expect((await start(looker, whom)).statusCode).toBe(201)
    expect(await whoIs(looker)).toBe(whom.id)
    const [entry] = await trailOf(whom)
    expect(entry).toMatchObject({ tenant_id: tenant.id, actor_id: looker.id })
  })
})

describe('a view is over, and is not answered as the administrator’s own,', () => {
  const begin = async () => {
    const [looker, whom] = [await operator(), await operator()]
    const { id } = (await start(looker, whom)).json()
    const headers = { 'view-as': id }
    expect(await whoIs(looker, headers)).toBe(whom.id)
    return { looker, whom, headers }
  }
  const expectOver = async (
    { looker, whom, headers }: Awaited<ReturnType<typeof begin>>,
    end: string,
  ) => {
    expect(await whoIs(looker, headers)).toBe('view_as.ended')
    expect(await whoIs(looker)).toBe(looker.id)
    const trail = await trailOf(whom)
    expect(trail.map(({ after }) => (after as { end?: string }).end)).toEqual([undefined, end])
  }

  test('after its time', async () => {
    const view = await begin()
    onTestFinished(() => later(-viewMinutes - 1))
    later(viewMinutes - 1)
    expect(await whoIs(view.looker, view.headers)).toBe(view.whom.id)
    later(2)
    await expectOver(view, 'expired')
  })

  test('when the user is switched off', async () => {
    const view = await begin()
    await db.loader
      .updateTable('app_user')
      .set({ is_active: false })
      .where('id', '=', view.whom.id)
      .execute()
    await expectOver(view, 'no_longer_allowed')
  })

  test('when the user comes to hold more than the administrator', async () => {
    const view = await begin()
    await db.loader
      .updateTable('role')
      .set({ permissions: all.filter((one) => one !== 'CRM.Lead.View') })
      .where('id', '=', view.looker.role_id)
      .execute()
    await expectOver(view, 'no_longer_allowed')
  })

  test('when the administrator loses the right', async () => {
    const view = await begin()
    await db.loader
      .updateTable('role')
      .set({ permissions: [] })
      .where('id', '=', view.looker.role_id)
      .execute()
    await expectOver(view, 'no_longer_allowed')
  })

  test('when the administrator signs out', async () => {
    const view = await begin()
    await endViewsOf(db.database.shared, view.looker.id, clock())
    await expectOver(view, 'signed_out')
  })

  test('when nobody asks for it any more: the trail says so all the same', async () => {
    const { looker, whom } = await begin()
    await db.loader
      .updateTable('app_user')
      .set({ is_active: false })
      .where('id', '=', looker.id)
      .execute()
    const [job] = schedules
    for (let runs = 0; runs < 2; runs += 1) {
      await job?.run({ ...db, now: clock, signal: new AbortController().signal } as never)
    }
    expect(await trailOf(whom)).toMatchObject([
      {},
      { action: 'view-as.end-view', after: { end: 'no_longer_allowed' } },
    ])
  })
})
