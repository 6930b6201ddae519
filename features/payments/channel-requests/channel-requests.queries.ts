import type { ChannelRequest as Table } from '@counterfoil/database/rows.generated.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type Insertable, sql } from 'kysely'
import type { RequestState } from './channel-requests.schema.ts'

type NewRequest = Omit<
  Insertable<Table>,
  'tenant_id' | 'state' | 'decided_by_name' | 'answer' | 'decided_at'
>

export async function insertRequest(db: Db, request: NewRequest): Promise<void> {
  await db
    .insertInto('channel_request')
    .values({ ...request, tenant_id: tenantOf(db), state: 'waiting' })
    .execute()
}

interface Search {
  readonly id?: string
  readonly state?: RequestState | undefined
}

const requests = (db: Db, { id, state }: Search) =>
  db
    .selectFrom('channel_request as r')
    .where(within(db, 'r'))
    .$if(id !== undefined, (query) => query.where('r.id', '=', String(id)))
    .$if(state !== undefined, (query) => query.where('r.state', '=', String(state)))

/** The newest first. */
export const listRequests = (db: Db, search: Search, page: Part) =>
  requests(db, search)
    .innerJoin('tenant as t', 't.id', 'r.tenant_id')
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'r.tenant_id').onRef('m.id', '=', 'r.merchant_id'),
    )
    .selectAll('r')
    .select(['t.name as tenant_name', 'm.legal_business_name as merchant_name'])
    .orderBy('r.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
export type RequestRow = Awaited<ReturnType<typeof listRequests>>[number]

export function countRequests(db: Db, search: Search): Promise<number> {
  return countRows(requests(db, search))
}

/** Undefined if the caller does not see it. */
export async function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  const [row] = await listRequests(db, { id }, { limit: 1, offset: 0 })
  return row
}

/** False: it is decided already. */
export async function updateDecision(
  db: Db,
  id: string,
  decision: {
    readonly state: RequestState
    readonly decided_by_name: string
    readonly answer: string | null
    readonly decided_at: Date
  },
): Promise<boolean> {
  const rows = await db
    .updateTable('channel_request')
    .set(decision)
    .where(within(db, 'channel_request'))
    .where('id', '=', id)
    .where('state', '=', sql.lit('waiting'))
    .returning('id')
    .execute()
  return rows.length > 0
}
