import type { Context } from 'koa'
import type { Pool } from 'pg'
import { type BrandHints, findBrand, unnamed } from './brand.ts'
import { chooseLanguage } from './language.ts'
import type { PageContext } from './page.ts'
import { textsIn } from './texts.ts'

const languageCookie = 'identity_language'
const tenantCookie = 'identity_tenant'
const rememberedMs = 400 * 86_400_000

export interface PageSource {
  readonly pool: Pool
  readonly portalUrl: string
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
  const brand = await findBrand(source.pool, {
    slug: named,
    ...hints,
    rememberedSlug: ctx.cookies.get(tenantCookie, { signed: false }),
    // a page that says what is wrong must appear without the database too
  }).catch(() => unnamed)
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
