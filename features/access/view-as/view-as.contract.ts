import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

/** Given to administrators of the platform and of tenants; a role may have it with codes. */
export const viewAsPermission = 'CRM.User.ViewAs'

const path = '/api/view-as'

export const viewAsInput = z.object({
  userId: id,
  /** For the audit trail, which the user's organisation reads. */
  reason: oneLine(z.string().trim()).min(5).max(300),
})

export const startViewAs = endpoint({
  id: 'view-as.start-view',
  method: 'POST',
  path,
  summary:
    'Shows the caller’s sign-in what a user sees, for 30 minutes and without changing anything',
  permission: viewAsPermission,
  body: viewAsInput.meta({
    examples: [{ userId: '01920000-0000-7000-8000-000000000001', reason: 'Ticket 1042' }],
  }),
  answer: z.object({ id, endsAt: timestamp }),
  status: 201,
})

/** Called by the administrator who views, under the rights of the user who is viewed, so it asks for no permission. */
export const endViewAs = endpoint({
  id: 'view-as.end-view',
  method: 'DELETE',
  path,
  summary: 'Ends it before its time; without effect where none is on',
  permission: [],
  viewAs: 'allowed',
})
