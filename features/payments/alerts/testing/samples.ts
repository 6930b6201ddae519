import type { Samples } from '@counterfoil/api/testing/samples.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** A rule over one merchant's card payments at one provider, which also users see who are limited to these, and its alert. */
async function makeAlert(
  { loader }: TestDatabase,
  own: { tenant_id: string; user_id: string; merchant_id: string | null },
): Promise<void> {
  const { tenant_id, user_id, merchant_id } = own
  const now = new Date()
  const rule_id = newId(now)
  const common = {
    ...{ tenant_id, merchant_id, method: 'card', provider: 'sandbox_alpha' },
    ...{ severity: 'warning', measure: 'declined', mode: 'Live', direction: 'above' },
    name: `Declines ${rule_id}`,
  }
  await loader
    .insertInto('alert_rule')
    .values({
      ...{ ...common, id: rule_id, time_window: 'today', compared_with: 'number' },
      ...{ threshold_number: 2, owner_id: user_id, owner_tenant_id: tenant_id },
      ...{ created_at: now, updated_at: now },
    })
    .execute()
  await loader
    .insertInto('alert')
    .values({
      ...{ ...common, id: newId(now), rule_id, kind: 'threshold', value: '3', payments: 5n },
      ...{ high: '2', past: '[]', fired_at: now, is_silenced: false, notified_at: now },
      ...{ window_from: new Date(now.getTime() - hourMs), window_to: now },
    })
    .execute()
}

export const samples: Samples = { ofUser: makeAlert }
