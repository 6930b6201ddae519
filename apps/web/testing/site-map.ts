import * as merchantPages from '@counterfoil/kit/web/site-map/merchant-pages.ts'
import * as operatorPages from '@counterfoil/kit/web/site-map/operator-pages.ts'
import * as reportsPages from '@counterfoil/kit/web/site-map/reports-pages.ts'
import * as settingsPages from '@counterfoil/kit/web/site-map/settings-pages.ts'
import type { SiteEntry } from '@counterfoil/kit/web/site-map/site-entry.ts'

/** Every page that the documents name, built or not. Pages of the product take those alone that they are. */
export const siteMap: readonly SiteEntry[] = [
  merchantPages,
  operatorPages,
  reportsPages,
  settingsPages,
].flatMap((pages) => Object.values(pages))
