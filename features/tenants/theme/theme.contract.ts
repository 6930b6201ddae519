import { layoutNames } from '@counterfoil/features/access/sign-in-context/preferences.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const themePermissions = {
  view: 'Settings.GeneralSettings.Theme.View',
  edit: 'Settings.GeneralSettings.Theme.Edit',
} as const

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'A colour is # and six digits, like #09d0bd')
  .meta({ examples: ['#09d0bd'] })
  .transform((text) => text.toLowerCase())

/** The choices of a tenant; `buttonsLinkColorRGB` is derived from `buttonsLinkColor`. */
export const themeChoice = z.object({
  layoutName: z.enum(layoutNames),
  sidebarBackgroundColor: colour,
  headerBackgroundColor: colour,
  mainBackgroundColor: colour,
  primaryColor: colour,
  buttonsLinkColor: colour,
  textColor: colour,
  /** The id of an uploaded picture; null removes the logo; if absent the logo stays. */
  logoFileId: id.nullable().optional(),
})
export type ThemeChoice = z.infer<typeof themeChoice>

const savedTheme = themeChoice
  .omit({ logoFileId: true })
  .extend({ buttonsLinkColorRGB: z.string(), logo: z.string().nullable() })
export type SavedTheme = z.infer<typeof savedTheme>

export const saveTheme = endpoint({
  id: 'tenants.saveTheme',
  method: 'PUT',
  path: '/api/tenants/mydetails/theme',
  summary: "Sets the colours, the layout and the logo of the signed-in user's tenant",
  permission: themePermissions.edit,
  body: themeChoice,
  answer: savedTheme,
  refreshes: ['context.*'],
})

/** The same by platform staff for a tenant; the picture belongs to that tenant. */
export const saveTenantTheme = endpoint({
  id: 'tenants.saveTenantTheme',
  method: 'PUT',
  path: '/api/crm/tenant-management/tenants/:id/theme',
  summary: 'Sets the colours, the layout and the logo of a tenant',
  permission: 'Platform.Tenants.Edit',
  params: idParams,
  body: themeChoice,
  answer: savedTheme,
  refreshes: ['context.*', 'tenants.*'],
})

export const readLogo = endpoint({
  id: 'tenants.logo',
  method: 'GET',
  path: '/api/tenants/:tenantId/logo/:fileId',
  summary: "A tenant's present logo, which its sign-in pages show before anybody is known",
  public: true,
  params: z.object({ tenantId: id, fileId: id }),
  answer: z.custom<AsyncIterable<Uint8Array>>(),
  contentType: 'image/png',
})
