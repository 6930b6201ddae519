import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { languageCodes } from '@counterfoil/kit/contract/languages.ts'
import { z } from 'zod'

/** The spelling is fixed: themes and preferences store these names. The first one is the default. */
export const layoutNames = ['vertical-layout-1', 'Entreprise', 'Material', 'vertical-v2'] as const
export type LayoutName = (typeof layoutNames)[number]

/** A user's settings of the portal; null means no own choice: the tenant's layout, the device's colour scheme. */
export const preferences = z.object({
  layout: z.enum(layoutNames).nullable(),
  colourScheme: z.enum(['auto', 'light', 'dark']).nullable(),
  density: z.enum(['comfortable', 'compact']).nullable(),
  language: z.enum(languageCodes).nullable(),
})
export type Preferences = z.infer<typeof preferences>

export const updatePreferences = endpoint({
  id: 'preferences.update',
  method: 'PUT',
  path: '/api/user-preferences',
  summary: "Changes the user's own layout, colours, density and language; what is left out stays",
  permission: [],
  body: preferences
    .partial()
    .strict()
    .refine((change) => Object.keys(change).length > 0, 'Say what to change')
    .meta({ examples: [{ layout: 'Material', colourScheme: 'dark' }] }),
  answer: preferences,
})
