import { readToday } from '@counterfoil/features/reporting/figures/figures.public.ts'
import {
  sumRollup,
  sumValueRollup,
} from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readMerchantDashboard, readOperatorDashboard } from './dashboard.contract.ts'
import { summarise } from './dashboard.rules.ts'
import { firstDay } from './dashboard-days.rules.ts'

/** The dashboard reads rollups, so it is equally fast with any number of payments. Refunds count on their own day. */
async function readSummary(context: Context<UserCaller>) {
  const { db, mode, now } = context
  const today = await readToday(context)
  const dayFrom = firstDay(today)
  const [rows, refunds] = await Promise.all([
    sumRollup(db, { mode, dayFrom, dayTo: today }, ['day', 'status']),
    sumValueRollup(db, { mode, dayFrom, dayTo: today }, ['day']),
  ])
  return summarise(rows, refunds, today, now)
}

export const routes: Route[] = [
  route(readOperatorDashboard, (_input, context) => readSummary(context)),
  route(readMerchantDashboard, (_input, context) => readSummary(context)),
]
