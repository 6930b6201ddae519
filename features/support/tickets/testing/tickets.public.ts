import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'

/** A ticket that somebody raised, with something of everything that hangs on one. */
export async function makeTicketOf(
  { loader }: TestDatabase,
  own: { tenant_id: string; user_id: string; merchant_id: string | null },
): Promise<void> {
  const now = new Date()
  const { tenant_id, user_id, merchant_id } = own
  const at = { tenant_id, merchant_id, created_at: now }
  const ticket_id = newId(now)
  await loader
    .insertInto('support_ticket')
    .values({
      ...at,
      id: ticket_id,
      channel: merchant_id === null ? 'TenantToPlatform' : 'CustomerToTenant',
      code: `T-${ticket_id.slice(-7)}`,
      state: 'Opened',
      category: 'Processing',
      priority: 'Medium',
      subject: 'Mine',
      description: 'Mine',
      requester_id: user_id,
      requester_name: 'Ada',
      contact_email: 'ada@people.example',
      waiting_on: 'agent',
      updated_at: now,
    })
    .execute()
  const actor = { actor_id: user_id, actor_name: 'Ada', content: 'Mine' }
  const actor_side = merchant_id === null ? 'tenant' : 'customer'
  await loader
    .insertInto('support_feed_item')
    .values({ ...at, ...actor, id: newId(now), ticket_id, kind: 'comment', actor_side })
    .execute()
  await loader
    .insertInto('support_reference')
    .values({ ...at, id: newId(now), ticket_id, kind: 'createdOn', name: '/dashboard' })
    .execute()
  await loader
    .insertInto('support_label')
    .values({
      ...at,
      id: newId(now),
      value: `Mine ${ticket_id.slice(-7)}`,
      description: '',
      color: '#DC143C',
      is_default: false,
      place: 9,
    })
    .execute()
  await loader
    .insertInto('support_invitation')
    .values({
      ...at,
      id: newId(now),
      ticket_id,
      email: 'expert@bank.example',
      description: '',
      token_hash: newId(now),
      invited_by_name: 'Ada',
      invited_by_side: actor_side,
      expires_at: new Date(now.getTime() + dayMs),
    })
    .execute()
  if (merchant_id !== null) return
  await loader
    .insertInto('support_internal_item')
    .values({
      tenant_id,
      ...actor,
      id: newId(now),
      ticket_tenant_id: tenant_id,
      ticket_id,
      kind: 'comment',
      created_at: now,
    })
    .execute()
}
