import { sumRollup } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readMerchantDashboard, readOperatorDashboard } from './dashboard.contract.ts'
import { firstDay, summarise } from './dashboard.rules.ts'

/** The dashboard reads only rollups, so it is equally fast with any number of payments. */
async function readSummary({ db, caller, mode, now }: Context<UserCaller>) {
  const today = businessDay(now, caller.timeZone)
  const rows = await sumRollup(db, { mode, dayFrom: firstDay(today), dayTo: today }, [
    'day',
    'status',
  ])
  return summarise(rows, today, now)
}

const businessDay = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)

export const routes: Route[] = [
  route(readOperatorDashboard, (_input, context) => readSummary(context)),
  route(readMerchantDashboard, (_input, context) => readSummary(context)),
]
