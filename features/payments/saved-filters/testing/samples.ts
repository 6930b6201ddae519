import type { CallSample } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'
import type { Actor } from '@counterfoil/api/testing/test-api.ts'
import { viewNames } from '@counterfoil/features/payments/lookup/faces.schema.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'

/** On a view of a report or a lookup that its caller has saved. */
const onView =
  (of: 'report' | 'lookup', body: object | undefined): CallSample =>
  async ({ ask }, actor) => {
    const query = { screen: of === 'report' ? 'report-daily' : 'lookup-columns' }
    const url = `/api/reporting/${of}-views?${new URLSearchParams(query)}`
    const saved = await ask(actor as Actor, url, { name: 'Mine', filters: {} })
    const parts = { params: { id: saved.json().id }, query }
    return body === undefined ? parts : { ...parts, body }
  }

export const samples: Samples = {
  calls: {
    'report-views.update': onView('report', { name: 'Another name', filters: {} }),
    'report-views.delete': onView('report', undefined),
    'lookup-views.update': onView('lookup', { name: 'Another name', filters: {} }),
    'lookup-views.delete': onView('lookup', undefined),
  },
  async ofUser({ loader }, { tenant_id, user_id }) {
    const now = new Date()
    // one for each of the calls that read them: of the lookup, of its views, of a report's
    await loader
      .insertInto('saved_filter')
      .values(
        ['transaction-lookup', ...viewNames.slice(0, 1), 'report-daily'].map((screen) => ({
          ...{ tenant_id, user_id, id: newId(now), external_id: newId(now) },
          ...{ screen, name: 'Mine', filter: '{}' },
          ...{ created_at: now, updated_at: now },
        })),
      )
      .execute()
  },
}
