// Whose sign-in page this is: the tenant's name and colours, or the platform's.
import type { Pool } from 'pg'
import { colourOr } from './colours.ts'

export interface Brand {
  readonly slug: string | undefined
  readonly name: string
  readonly isPlatform: boolean
  readonly supportEmail: string | undefined
  readonly locale: string | undefined
  readonly logo: string | undefined
  /** The large surface. */
  readonly surface: string
  /** Buttons and links. */
  readonly action: string
  /** Accents. */
  readonly accent: string
}

/** What the documents name as theme defaults (theme.defaults). */
const platformColours = { surface: '#2e43fe', accent: '#09d0bd' }

/** The platform before it has a tenant of its own, and when the database cannot be asked. */
export const unnamed: Brand = {
  slug: undefined,
  name: 'Counterfoil',
  isPlatform: true,
  supportEmail: undefined,
  locale: undefined,
  logo: undefined,
  surface: platformColours.surface,
  action: platformColours.surface,
  accent: platformColours.accent,
}

/** Hints of the tenant, the strongest first. */
export interface BrandHints {
  readonly tenantId?: string | undefined
  readonly slug?: string | undefined
  /**
   * Only its domain is used, and compared with the tenant's public support address: a page that changed its colours with
   * the account behind an e-mail would tell who has one.
   */
  readonly email?: string | undefined
  /** The tenant of the last sign-in with this browser. */
  readonly rememberedSlug?: string | undefined
}

interface TenantRow {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly is_platform: boolean
  readonly support_email: string
  readonly locale: string
  readonly theme: Record<string, unknown>
  readonly logo: string | null
}

/** The tenant of the first hint that fits one, else the platform. */
export async function findBrand(pool: Pool, hints: BrandHints): Promise<Brand> {
  const domain = hints.email?.split('@')[1]?.toLowerCase()
  const { rows } = await pool.query<TenantRow>(
    `select id, slug, name, is_platform, support_email, locale, theme, logo from app.tenant
     where is_active
       and (id::text = $1 or slug in ($2, $4) or split_part(lower(support_email), '@', 2) = $3 or is_platform)
     order by
       (id::text = $1) is true desc, (slug = $2) is true desc,
       (split_part(lower(support_email), '@', 2) = $3) is true desc, (slug = $4) is true desc, slug
     limit 1`,
    [hints.tenantId ?? null, hints.slug ?? null, domain ?? null, hints.rememberedSlug ?? null],
  )
  const [tenant] = rows
  return tenant === undefined ? unnamed : brandOf(tenant)
}

function brandOf({ theme, ...tenant }: TenantRow): Brand {
  const surface = colourOr(theme.sidebarBackgroundColor, platformColours.surface)
  return {
    slug: tenant.slug,
    name: tenant.name,
    isPlatform: tenant.is_platform,
    supportEmail: tenant.support_email,
    locale: tenant.locale,
    logo: tenant.logo ?? undefined,
    surface,
    action: colourOr(theme.buttonsLinkColor, surface),
    accent: colourOr(theme.primaryColor, platformColours.accent),
  }
}
