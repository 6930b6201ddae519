import { viewers, viewNames } from '@counterfoil/features/payments/lookup/faces.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { savedFilter, savedView } from './saved-filters.contract.ts'

const query = z.object({
  /** Of which lookup the views are. */
  screen: z.enum(viewNames as [string, ...string[]], 'There is no such lookup'),
})

/** A view of a lookup: its maker keeps it, and shares it with one role of its own organisation or merchant. */
const lookupView = savedFilter.extend({
  /** With whom its maker shares it; null for a view that is not shared, and for the views of others. */
  sharedRoleId: id.nullable(),
  sharedRoleName: z.string().nullable(),
  /** Who made it; null: the user. */
  sharedBy: z.string().nullable(),
})
export type LookupView = z.infer<typeof lookupView>

const body = z
  .strictObject({
    ...savedView,
    /** The role whose people see it; null: nobody else sees it. */
    sharedRoleId: id.nullable().default(null),
  })
  .meta({ examples: [{ name: 'Declines of the week', filters: { dateRange: 'last7' } }] })

const path = '/api/reporting/lookup-views'
const permission = [...new Set(viewNames.flatMap(viewers))]
const refreshes = ['lookup-views.*']

/**
 * Who may share a view: those who look after the people and roles that it is shared with. The documents name no
 * permission for it, and these are the nearest.
 */
export const sharers = ['manageCrmRoles', 'Merchant.UserManagement.Users'] as const

export const listLookupViews = endpoint({
  id: 'lookup-views.list',
  method: 'GET',
  path,
  summary: "The user's own views of a lookup, and those that are shared with the user's role",
  permission,
  query,
  answer: listOf(lookupView),
})

export const listLookupViewRoles = endpoint({
  id: 'lookup-views.roles',
  method: 'GET',
  path: `${path}/roles`,
  summary:
    'The roles that a view of a lookup can be shared with: they have the right to that lookup',
  permission: sharers,
  query,
  answer: z.array(z.object({ id, name: z.string() })),
})

export const createLookupView = endpoint({
  id: 'lookup-views.create',
  method: 'POST',
  path,
  summary: 'Saves a view of a lookup: filters, order and columns',
  permission,
  query,
  body,
  answer: lookupView,
  status: 201,
  refreshes,
})

export const updateLookupView = endpoint({
  id: 'lookup-views.update',
  method: 'PUT',
  path: `${path}/:id`,
  summary: "Changes a view of the user's own, and with which role it is shared",
  permission,
  params: idParams,
  query,
  body,
  answer: lookupView,
  refreshes,
})

export const deleteLookupView = endpoint({
  id: 'lookup-views.delete',
  method: 'DELETE',
  path: `${path}/:id`,
  summary: "Deletes a view of the user's own",
  permission,
  params: idParams,
  query,
  refreshes,
})
