import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { lockUntilCommit } from '@counterfoil/kit/database/named-locks.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { v4 } from 'uuid'
import { maxSavedFilters, type SavedFilter } from './saved-filters.contract.ts'
import {
  countFilterRows,
  deleteFilterRow,
  findFilterRow,
  insertFilterRow,
  type Owner,
  type SavedView,
  updateFilterRow,
} from './saved-filters.queries.ts'

type Row = Awaited<ReturnType<typeof insertFilterRow>>

/** Whose the views are, and of which list. */
export const ownerOf = (caller: UserCaller, screen: string): Owner => ({
  tenantId: caller.tenantId,
  userId: caller.id,
  screen,
})

/** The answer of a row. */
export function savedFilterOf(row: Row, isOwn = true): SavedFilter {
  const { filters, sort, columns } = row.filter as unknown as SavedView
  return {
    id: row.id,
    externalId: row.external_id,
    name: row.name,
    filters: { ...filters },
    sort: sort ?? null,
    columns: columns ? [...columns] : null,
    isShared: row.shared_role_id !== null,
    isOwn,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** The row; throws if there is none. */
export function found(row: Row | undefined): Row {
  if (row === undefined) throw notFound('The filter')
  return row
}

/** As the audit trail keeps it: with the role that it is shared with. */
const auditedView = (row: Row) => ({ ...savedFilterOf(row), sharedRoleId: row.shared_role_id })

export type Asked = Context<UserCaller>

const recordOf = (saved: Pick<SavedFilter, 'id'>, { caller }: Asked) => ({
  type: 'saved_filter',
  id: saved.id,
  merchantId: caller.merchantId,
})

/** Keeps another view of the caller's. */
export function create(view: SavedView, owner: Owner, context: Asked): Promise<SavedFilter> {
  const { now } = context
  return context.transaction(async (db) => {
    await lockUntilCommit(db, `saved filters of ${context.caller.id}`)
    if ((await countFilterRows(db, owner)) >= maxSavedFilters) {
      throw new Problem(
        'saved_filter.too_many',
        409,
        `You have ${maxSavedFilters} saved filters. Delete one to save another.`,
        { params: { most: maxSavedFilters } },
      )
    }
    const ids = { id: newId(now), externalId: v4() }
    const row = await insertFilterRow(db, owner, ids, view, now)
    await context.audit(db, { ...recordOf(row, context), after: auditedView(row) })
    return savedFilterOf(row)
  })
}

/** Changes a view of the caller's own. */
export function change(
  id: string,
  view: SavedView,
  owner: Owner,
  context: Asked,
): Promise<SavedFilter> {
  return context.transaction(async (db) => {
    const before = auditedView(found(await findFilterRow(db, owner, id)))
    const row = found(await updateFilterRow(db, owner, id, view, context.now))
    await context.audit(db, { ...recordOf(row, context), before, after: auditedView(row) })
    return savedFilterOf(row)
  })
}

/** Deletes a view of the caller's own. */
export function remove(id: string, owner: Owner, context: Asked): Promise<undefined> {
  return context.transaction(async (db) => {
    const before = auditedView(found(await deleteFilterRow(db, owner, id)))
    await context.audit(db, { ...recordOf(before, context), before })
    return undefined
  })
}
