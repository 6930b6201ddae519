import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { languageCodes } from '@counterfoil/kit/contract/languages.ts'
import { z } from 'zod'

/** The spelling is fixed: themes and preferences store these names. The first one is the default. */
export const layoutNames = ['vertical-layout-1', 'Entreprise', 'Material', 'vertical-v2'] as const
export type LayoutName = (typeof layoutNames)[number]

/** Of how many lists a user's columns are kept. */
export const maxLists = 50

const listName = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'A list is called like lookup-columns')

/** Which notifications are mailed as well, when they are not read within some minutes. */
const noticeMails = z.enum(['important', 'all', 'none'])

/** A user's settings of the portal; null means no own choice: the tenant's layout, the device's colour scheme, important mails. */
export const preferences = z.object({
  layout: z.enum(layoutNames).nullable(),
  colourScheme: z.enum(['auto', 'light', 'dark']).nullable(),
  density: z.enum(['comfortable', 'compact']).nullable(),
  language: z.enum(languageCodes).nullable(),
  noticeMails: noticeMails.nullable(),
  /** The columns of lists, by the lists' names, in order. A change names some lists; no columns: the usual ones again. */
  columns: z
    .record(listName, z.array(z.string().min(1).max(50)).max(100))
    .refine((lists) => Object.keys(lists).length <= maxLists, 'At most 50 lists'),
})
export type Preferences = z.infer<typeof preferences>

export const updatePreferences = endpoint({
  id: 'preferences.update',
  method: 'PUT',
  path: '/api/user-preferences',
  summary:
    "Changes the user's own layout, colours, density, language, e-mails of notifications and columns; what is left out stays",
  permission: [],
  body: preferences
    .partial()
    .strict()
    .refine((change) => Object.keys(change).length > 0, 'Say what to change')
    .meta({ examples: [{ layout: 'Material', colourScheme: 'dark' }] }),
  answer: preferences,
})
