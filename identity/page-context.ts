import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Context } from 'koa'
import type { Pool } from 'pg'
import { type Brand, type BrandHints, findBrand, unnamed } from './brand.ts'
import { chooseLanguage } from './language.ts'
import type { PageContext } from './page.ts'
import { textsIn } from './texts.ts'

const languageCookie = 'identity_language'
const tenantCookie = 'identity_tenant'
const rememberedMs = 400 * dayMs

export interface PageSource {
  readonly pool: Pool
  readonly portalUrl: string
}

/** As they were last read: tenants are few, and their colours are no secret. */
const brandsByPool = new WeakMap<Pool, Map<string, Brand>>()

function brandsSeen(pool: Pool): Map<string, Brand> {
  const seen = brandsByPool.get(pool) ?? new Map<string, Brand>()
  brandsByPool.set(pool, seen)
  return seen
}

/**
 * Language and tenant of the page that answers a request. A language chosen on a page stays chosen until the browser
 * closes; the tenant of the last sign-in stays longer.
 */
export async function pageContextOf(
  ctx: Context,
  source: PageSource,
  hints: BrandHints & { readonly uiLocales?: string | undefined } = {},
): Promise<PageContext> {
  const named = typeof ctx.query.tenant === 'string' ? ctx.query.tenant : undefined
  const rememberedSlug = ctx.cookies.get(tenantCookie, { signed: false })
  const seen = brandsSeen(source.pool)
  const brand = await findBrand(source.pool, { slug: named, ...hints, rememberedSlug }).then(
    (found) => {
      if (found.slug !== undefined) seen.set(found.slug, found)
      return found
    },
    // a page that says what is wrong must appear without the database too, and look as it did before
    () => seen.get(hints.slug ?? named ?? rememberedSlug ?? '') ?? unnamed,
  )
  const chosen = typeof ctx.query.lang === 'string' ? ctx.query.lang : undefined
  const language = chooseLanguage(
    chosen,
    ctx.cookies.get(languageCookie, { signed: false }),
    hints.uiLocales,
    ctx.get('accept-language'),
    brand.locale,
  )
  if (chosen === language) keep(ctx, languageCookie, language, undefined)
  return {
    language,
    texts: textsIn(language),
    brand,
    nonce: ctx.state.nonce as string,
    portalUrl: source.portalUrl,
    inLanguage: (other) => {
      const url = new URL(ctx.href)
      url.searchParams.set('lang', other)
      return `${url.pathname}${url.search}`
    },
  }
}

/** Remembers whose colours the next sign-in page in this browser wears. */
export function rememberTenant(ctx: Context, slug: string): void {
  keep(ctx, tenantCookie, slug, rememberedMs)
}

function keep(ctx: Context, name: string, value: string, maxAge: number | undefined): void {
  ctx.cookies.set(name, value, {
    signed: false,
    httpOnly: true,
    sameSite: 'lax',
    maxAge,
    path: '/',
    overwrite: true,
  })
}
