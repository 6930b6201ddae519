import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { timestamp } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

const name = oneLine(z.string().trim()).min(1).max(100)

export const profileChange = z
  .strictObject({
    firstName: name,
    lastName: oneLine(z.string().trim()).max(100),
    /** IANA name; null: the organisation's. */
    timeZone: z.string().max(64).nullable().default(null),
  })
  .meta({ examples: [{ firstName: 'Nora', lastName: 'West', timeZone: 'Europe/London' }] })

const profile = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  timeZone: z.string().nullable(),
  /** Used when the user has chosen none. */
  tenantTimeZone: z.string(),
  roleName: z.string(),
  lastLoginTime: timestamp.nullable(),
})

const path = '/api/user-profile'

export const readProfile = endpoint({
  id: 'profile.read',
  method: 'GET',
  path,
  summary: "The user's own name, time zone and role",
  permission: [],
  viewAs: 'refused',
  answer: profile,
})

export const updateProfile = endpoint({
  id: 'profile.update',
  method: 'PUT',
  path,
  summary: "Changes the user's own name and time zone",
  permission: [],
  body: profileChange,
  answer: profile,
  // the toolbar's initials and the times on every page depend on it
  refreshes: ['profile.*', 'context.user'],
})
