import { viewPermissions } from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

const term = z.string().max(2000)

/** The saved state of a list: filters, order and columns. */
export const savedView = {
  name: oneLine(z.string().trim()).min(1, 'A filter needs a name').max(100),
  /** The filters by their names in the list's query. */
  filters: z
    .record(z.string().regex(/^[a-zA-Z0-9]{1,40}$/), term)
    .refine((filters) => Object.keys(filters).length <= 40, 'A view has at most 40 filters'),
  /** `-created` is newest first. */
  sort: z.string().max(50).nullable().default(null),
  /** Columns in their order; null for the default columns. */
  columns: z.array(z.string().max(50)).max(100).nullable().default(null),
}

/** A filter of one user. `externalId` identifies it in links. */
export const savedFilter = z.object({
  id,
  externalId: id,
  name: z.string(),
  filters: z.record(z.string(), z.string()),
  sort: z.string().nullable(),
  columns: z.array(z.string()).nullable(),
  /** Others of the owner's role see it too. */
  isShared: z.boolean(),
  /** False: somebody of the same role shares it. */
  isOwn: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type SavedFilter = z.infer<typeof savedFilter>
/** The state of a list that a filter saves. */
export type SavedView = Pick<SavedFilter, 'filters' | 'sort' | 'columns'>

const savedFilterBody = z.strictObject(savedView)

/** The most filters of one user. */
export const maxSavedFilters = 200

const path = '/api/reporting/transaction-filters'
const permission = [...viewPermissions.operator, ...viewPermissions.merchant]
const refreshes = ['saved-filters.*']

export const listSavedFilters = endpoint({
  id: 'saved-filters.list',
  method: 'GET',
  path,
  summary: "The user's own saved transaction filters, by name",
  permission,
  answer: listOf(savedFilter),
})

export const readSavedFilter = endpoint({
  id: 'saved-filters.read',
  method: 'GET',
  path: `${path}/:id`,
  summary: 'One saved filter',
  permission,
  params: idParams,
  answer: savedFilter,
})

export const createSavedFilter = endpoint({
  id: 'saved-filters.create',
  method: 'POST',
  path,
  summary: 'Saves a filter',
  permission,
  body: savedFilterBody,
  answer: savedFilter,
  status: 201,
  refreshes,
})

export const updateSavedFilter = endpoint({
  id: 'saved-filters.update',
  method: 'PUT',
  path: `${path}/:id`,
  summary: 'Changes a saved filter',
  permission,
  params: idParams,
  body: savedFilterBody,
  answer: savedFilter,
  refreshes,
})

export const deleteSavedFilter = endpoint({
  id: 'saved-filters.delete',
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Deletes a saved filter',
  permission,
  params: idParams,
  refreshes,
})
