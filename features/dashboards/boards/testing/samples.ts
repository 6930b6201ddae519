import { type Fixture, roleOf } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import type { Actor } from '@counterfoil/api/testing/test-api.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'

const own = '/api/reporting/api/v2/user-dashboard'
/** The first place of the caller's own dashboard, after a widget was put on it. */
const placeOf = async ({ ask }: Fixture, actor: Actor | undefined) => {
  const board = (await ask(actor as Actor, own, { widgetId: 'statuses' })).json()
  return { categoryId: board.categoryId as string, id: board.widgets[0].id as string }
}

export const samples: Samples = {
  calls: {
    'user-dashboard.clone': async (fixture, actor) => {
      const { id } = await placeOf(fixture, actor)
      return { params: { id }, body: {} }
    },
    'user-dashboard.remove': async (fixture, actor) => {
      const { id } = await placeOf(fixture, actor)
      return { params: { id } }
    },
    'user-dashboard.category.delete': async (fixture, actor) => {
      const { categoryId } = await placeOf(fixture, actor)
      return { params: { id: categoryId } }
    },
    'user-dashboard.category.update': async (fixture, actor) => {
      const { categoryId } = await placeOf(fixture, actor)
      return { body: { id: categoryId, name: 'At the till' } }
    },
    'user-dashboard.share': async (fixture, actor) => {
      const { id } = await placeOf(fixture, actor)
      return { body: { widgetId: id, roleId: await roleOf(fixture, actor, 'tenant') } }
    },
    'user-dashboard.un-share': async (fixture, actor) => {
      const { id } = await placeOf(fixture, actor)
      const body = { widgetId: id, roleId: await roleOf(fixture, actor, 'tenant') }
      await fixture.testApi.app.inject({
        ...{ method: 'PUT', url: `${own}/share`, payload: body },
        headers: { authorization: `Bearer ${actor?.token}` },
      })
      return { body }
    },
  },
  async ofUser({ loader }, { tenant_id, user_id }) {
    const now = new Date()
    const dashboard_id = newId(now)
    await loader
      .insertInto('user_dashboard')
      .values({
        ...{ tenant_id, id: dashboard_id, user_id, name: 'Mine', is_home: false },
        ...{ created_at: now, updated_at: now },
      })
      .execute()
    await loader
      .insertInto('user_widget')
      .values({
        ...{ tenant_id, id: newId(now), dashboard_id, widget_id: 'statuses' },
        ...{ place: 0, width: 6, height: 2, filters: '{}' },
      })
      .execute()
  },
}
