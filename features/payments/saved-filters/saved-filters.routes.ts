import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { v4 } from 'uuid'
import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  maxSavedFilters,
  readSavedFilter,
  type SavedFilter,
  updateSavedFilter,
} from './saved-filters.contract.ts'
import {
  countFilterRows,
  deleteFilterRow,
  findFilterRow,
  insertFilterRow,
  listFilterRows,
  type SavedView,
  updateFilterRow,
} from './saved-filters.queries.ts'

type Row = Awaited<ReturnType<typeof insertFilterRow>>

const ownerOf = (caller: UserCaller) => ({ tenantId: caller.tenantId, userId: caller.id })

function savedFilterOf(row: Row): SavedFilter {
  const { filters, sort, columns } = row.filter as unknown as SavedView
  return {
    id: row.id,
    externalId: row.external_id,
    name: row.name,
    filters: { ...filters },
    sort: sort ?? null,
    columns: columns ? [...columns] : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function found(row: Row | undefined): Row {
  if (row === undefined) throw notFound('The filter')
  return row
}

export const routes: Route[] = [
  route(listSavedFilters, async (_input, { db, caller }) => {
    const rows = await listFilterRows(db, ownerOf(caller), maxSavedFilters)
    return { data: rows.map(savedFilterOf), count: rows.length }
  }),
  route(readSavedFilter, async ({ params }, { db, caller }) =>
    savedFilterOf(found(await findFilterRow(db, ownerOf(caller), params.id))),
  ),
  route(createSavedFilter, async ({ body }, { caller, now, audit, transaction }) =>
    transaction(async (db) => {
      const owner = ownerOf(caller)
      if ((await countFilterRows(db, owner)) >= maxSavedFilters) {
        throw new Problem(
          'saved_filter.too_many',
          409,
          `You have ${maxSavedFilters} saved filters. Delete one to save another.`,
          { params: { most: maxSavedFilters } },
        )
      }
      const ids = { id: newId(now), externalId: v4() }
      const saved = savedFilterOf(await insertFilterRow(db, owner, ids, body, now))
      await audit(db, {
        type: 'saved_filter',
        id: saved.id,
        merchantId: caller.merchantId,
        after: saved,
      })
      return saved
    }),
  ),
  route(updateSavedFilter, async ({ params, body }, { caller, now, audit, transaction }) =>
    transaction(async (db) => {
      const owner = ownerOf(caller)
      const before = savedFilterOf(found(await findFilterRow(db, owner, params.id)))
      const after = savedFilterOf(found(await updateFilterRow(db, owner, params.id, body, now)))
      await audit(db, {
        type: 'saved_filter',
        id: after.id,
        merchantId: caller.merchantId,
        before,
        after,
      })
      return after
    }),
  ),
  route(deleteSavedFilter, async ({ params }, { caller, audit, transaction }) =>
    transaction(async (db) => {
      const before = savedFilterOf(found(await deleteFilterRow(db, ownerOf(caller), params.id)))
      await audit(db, {
        type: 'saved_filter',
        id: before.id,
        merchantId: caller.merchantId,
        before,
      })
      return undefined
    }),
  ),
]
