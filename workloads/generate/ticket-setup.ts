// What generated tickets stand on: the labels of those who have tickets, and the payments that tickets are about.
import { defaultLabelsFor } from '@counterfoil/features/support/labels/default-labels.rules.ts'
import pg from 'pg'
import { tenantIdOf } from '../demo/store-organisations.ts'
import type { GeneratedTenant } from './organisations.ts'
import type { Subject } from './ticket-feed.ts'

/** The default labels of each organisation; labels that exist already stay. */
export async function storeDefaultLabels(
  ownerUrl: string,
  tenants: readonly GeneratedTenant[],
  at: Date,
): Promise<void> {
  const owners = [
    { tenantId: tenantIdOf('counterfoil'), merchantId: null },
    ...tenants.flatMap(({ id: tenantId, merchants }) => [
      { tenantId, merchantId: null },
      ...merchants.map(({ id }) => ({ tenantId, merchantId: id })),
    ]),
  ]
  const labels = owners.flatMap(({ tenantId, merchantId }) =>
    defaultLabelsFor(merchantId ?? tenantId).map(({ id, value, color, place }) => ({
      tenant_id: tenantId,
      id,
      merchant_id: merchantId,
      value,
      description: '',
      color,
      is_default: true,
      place,
      created_at: at,
    })),
  )
  await asOwner(ownerUrl, (owner) =>
    owner.query(
      `insert into app.support_label
        select * from json_populate_recordset(null::app.support_label, $1) on conflict do nothing`,
      [JSON.stringify(labels)],
    ),
  )
}

const subjectsEach = 50

/** The newest payments of each merchant. */
export async function readSubjects(ownerUrl: string): Promise<Map<string, Subject[]>> {
  const { rows } = await asOwner(ownerUrl, (owner) =>
    owner.query<{ merchant_id: string; id: string; name: string }>(
      `select m.id as merchant_id, p.id, p.name from app.merchant m cross join lateral (
         select p.id, coalesce(p.external_id, p.id::text) as name from app.payment p
         where p.tenant_id = m.tenant_id and p.merchant_id = m.id order by p.id desc limit $1) p
       order by m.id, p.id`,
      [subjectsEach],
    ),
  )
  const subjects = new Map<string, Subject[]>()
  for (const { merchant_id, id, name } of rows) {
    subjects.set(merchant_id, [...(subjects.get(merchant_id) ?? []), { id, name }])
  }
  return subjects
}

async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
