// More payments of the demo than its people made step by step, so that reports, dashboards and lists have something to show.
// They are loaded in the background once the product is ready, in the way that `npm run generate` loads them.
import type { Database } from '@counterfoil/kit/database/database.ts'
import { loadHistory } from '../generate/fill.ts'
import { type GeneratedTenant, organisationsOf } from '../generate/organisations.ts'
import { runStep } from '../run-step.ts'
import { demoTenants } from './organisations.ts'

const days = 90
/** Differs from the default seed of `npm run generate`, so that the two make different payments. */
const seed = 20_000

export interface MoreHistory {
  readonly database: Database
  readonly ownerUrl: string
  readonly payments: number
  readonly now: Date
  readonly signal?: AbortSignal
}

/** Makes so many payments of the last 90 days, today with them, for the demo's own merchants; answers whether they were still to make. */
export function makeMoreHistory({
  database,
  ownerUrl,
  payments,
  now,
  signal,
}: MoreHistory): Promise<boolean> {
  return runStep(database, `more history payments=${payments}`, now, (began) =>
    loadHistory(
      database,
      ownerUrl,
      {
        organisations: demoOrganisations(),
        calendar: { count: payments, days, until: began },
        seed,
        isNewestFirst: true,
        // the other processors are for who looks at the demo
        workers: 1,
        ...(signal === undefined ? {} : { signal }),
      },
      () => undefined,
    ),
  )
}

/** The demo's tenants with the merchants that it begins with, and none besides. */
function demoOrganisations(): GeneratedTenant[] {
  const tenants = organisationsOf(demoTenants.filter((tenant) => !tenant.isPlatform).length)
  return tenants.map((tenant) => {
    const merchants = tenant.merchants.filter(({ isDemo }) => isDemo)
    const sum = merchants.reduce((total, { share }) => total + share, 0)
    return {
      ...tenant,
      merchants: merchants.map((merchant) => ({ ...merchant, share: merchant.share / sum })),
    }
  })
}
