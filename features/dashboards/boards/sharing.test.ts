import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import { dashboardFixture } from '@counterfoil/tools/testing/dashboards.ts'
import { describe, expect, test } from 'vitest'
import type { Board } from './boards.contract.ts'

const {
  db,
  tenant,
  call,
  ofRole,
  own,
  operator,
  colleague,
  limited,
  seller,
  sellersColleague,
  otherSeller,
  strangerOperator,
  administrator,
  ask,
  board,
  arrange,
  refusal,
} = await dashboardFixture()

describe('a dashboard', () => {
  test('is the default of the role until its user arranges it, and again after a reset', async () => {
    const before = await board(colleague)
    expect([before.categoryId, before.version]).toEqual([null, null])
    const after = await arrange(colleague, [
      { widgetId: 'statuses', width: 12, height: 3, title: 'Mine' },
      { widgetId: 'hours' },
    ])
    expect(after.widgets.map(({ widgetId, width, title }) => [widgetId, width, title])).toEqual([
      ['statuses', 12, 'Mine'],
      ['hours', 4, null],
    ])
    const [first] = after.widgets
    const cloned = await ask<Board>(colleague, `PUT ${own}/${first?.id}`, {})
    expect(cloned.widgets.map(({ widgetId }) => widgetId)).toEqual([
      'statuses',
      'statuses',
      'hours',
    ])
    const shorter = await ask<Board>(colleague, `DELETE ${own}/${first?.id}`)
    expect(shorter.widgets).toHaveLength(2)
    const [left] = shorter.widgets
    const place = { id: left?.id, widgetId: 'statuses' }
    const twice = await arrange(colleague, [place, place], shorter.version)
    expect(new Set(twice.widgets.map(({ id }) => id)).size).toBe(2)
    expect(twice.widgets[0]?.id).toBe(left?.id)
    expect(await refusal(colleague, `PUT ${own}`, { version: 1, widgets: [] })).toEqual([
      409,
      'dashboard.changed_meanwhile',
    ])
    await ask(colleague, `DELETE ${own}/category/${after.categoryId}`)
    expect(await board(colleague)).toEqual(before)
  })

  test('takes no widget that is not given, and no place of somebody else', async () => {
    expect(await refusal(operator, `POST ${own}`, { widgetId: 'payouts' })).toEqual([
      404,
      'not_found',
    ])
    expect(
      await refusal(operator, `POST ${own}`, { widgetId: 'statuses', filters: { nonsense: 'x' } }),
    ).toEqual([400, 'widget.filter'])
    const mine = await arrange(seller, [{ widgetId: 'statuses' }])
    const place = `${own}/${mine.widgets[0]?.id}`
    for (const other of [sellersColleague, otherSeller, operator, administrator]) {
      await ask(other, `PUT ${place}`, {}, 404)
      await ask(other, `DELETE ${place}`, undefined, 404)
      await ask(other, `GET ${own}/by-category/${mine.categoryId}`, undefined, 404)
    }
  })
})

describe('a shared widget', () => {
  test('is seen by the role within the organisation or the merchant, with a word when it ends', async () => {
    const mine = await arrange(operator, [{ widgetId: 'statuses', title: 'By status, mine' }])
    const widgetId = mine.widgets[0]?.id
    const share = { widgetId, roleId: operator.role_id }
    await ask(operator, `PUT ${own}/share`, share)
    await ask(operator, `PUT ${own}/share`, share)
    for (const reader of [colleague, limited]) {
      const { shared } = await board(reader)
      expect(shared.map(({ title }) => title)).toEqual(['By status, mine'])
    }
    for (const reader of [operator, seller, strangerOperator, administrator]) {
      expect((await board(reader)).shared).toEqual([])
    }
    const [seen] = (await board(colleague)).shared
    const copied = await ask<Board>(colleague, `PUT ${own}/${seen?.id}`, {})
    expect(copied.widgets.at(-1)?.title).toBe('By status, mine')
    await ask(strangerOperator, `PUT ${own}/${seen?.id}`, {}, 404)

    await ask(operator, `PUT ${own}/un-share`, share)
    await ask(operator, `PUT ${own}/un-share`, share, 404)
    const after = await board(limited)
    expect(after.shared).toEqual([])
    expect(after.ended.map(({ title, sharedBy }) => [title.en, sharedBy.length > 0])).toEqual([
      ['By status, mine', true],
    ])
  })

  test('of a merchant does not reach another merchant whose people have the same role', async () => {
    const mine = await arrange(seller, [{ widgetId: 'methods' }], (await board(seller)).version)
    const share = { widgetId: mine.widgets[0]?.id, roleId: seller.role_id }
    await ask(seller, `PUT ${own}/share`, share)
    expect((await board(sellersColleague)).shared).toHaveLength(1)
    expect((await board(otherSeller)).shared).toEqual([])
    expect(
      await refusal(seller, `PUT ${own}/share`, { ...share, roleId: operator.role_id }),
    ).toEqual([404, 'not_found'])
    // what is removed is not shared any more
    await ask(seller, `DELETE ${own}/${share.widgetId}`)
    expect((await board(sellersColleague)).shared).toEqual([])
  })

  test('follows its user’s dashboard, and ends with its user', async () => {
    const leaver = await ofRole(operator, {})
    const mine = await arrange(leaver, [{ widgetId: 'methods', title: 'Before' }])
    const [placed] = mine.widgets
    await ask(leaver, `PUT ${own}/share`, { widgetId: placed?.id, roleId: operator.role_id })
    await arrange(
      leaver,
      [{ id: placed?.id, widgetId: 'methods', title: 'After', filters: { period: 'last7' } }],
      mine.version,
    )
    const titles = async () => (await board(limited)).shared.map((one) => [one.title, one.filters])
    expect(await titles()).toEqual([['After', { period: 'last7' }]])
    await db.loader
      .updateTable('app_user')
      .set({ removed_at: new Date() })
      .where('id', '=', leaver.id)
      .execute()
    expect(await titles()).toEqual([])
    expect((await board(limited)).ended.map(({ title }) => title.en)).toContain('After')
  })

  test('is for roles whose people are given it', async () => {
    const mine = await arrange(
      operator,
      [{ widgetId: 'tickets' }, { widgetId: 'statuses' }],
      (await board(operator)).version,
    )
    const clerk = await makeUser(db, {
      ...{ tenant_id: tenant.id, user_type: 'tenant', permissions: ['CRM.Dashboard.View'] },
    })
    const { roles } = await ask<{ roles: { id: string; widgetIds: string[] }[] }>(
      operator,
      `GET ${own}/shares`,
    )
    const given = roles.find(({ id }) => id === clerk.role_id)?.widgetIds
    expect([given?.includes('statuses'), given?.includes('tickets')]).toEqual([true, false])
    const [tickets, statuses] = mine.widgets
    const shareWith = (placed: string | undefined) =>
      call(operator, `PUT ${own}/share`, { payload: { widgetId: placed, roleId: clerk.role_id } })
    expect((await shareWith(tickets?.id)).json()).toMatchObject({
      code: 'dashboard.not_given_to_role',
    })
    expect((await shareWith(statuses?.id)).statusCode).toBeLessThan(300)
  })
})
