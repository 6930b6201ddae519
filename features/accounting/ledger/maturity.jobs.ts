import { addDays, localDay, utcDayOf } from '@counterfoil/kit/contract/calendar-days.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import {
  type DueMaturity,
  listTenantsWithMaturities,
  lockDueMaturities,
  updateMatured,
} from './maturity.queries.ts'
import { postToLedger } from './postings.queries.ts'

const msg = messagesOf(import.meta.url)

/** The most of one transaction, which keeps its locks short. */
const batchSize = 500

/** Moves to the merchants what is due, from pending and from reserve, on the business day of each tenant. */
export async function matureDue(context: JobContext): Promise<void> {
  const { database, now, signal } = context
  // the day is another one earlier in the east; nothing is due more than a day before it is in London
  const by = addDays(utcDayOf(now()), 1)
  const tenants = await listTenantsWithMaturities(database.reader(platformScope), by)
  const timeZones = new Map(tenants.map(({ tenantId, timeZone }) => [tenantId, timeZone]))
  const matureTenant = async (tenantId: string) => {
    const at = now()
    const today = localDay(at, timeZones.get(tenantId) ?? 'UTC')
    const mature = () =>
      database.transaction(tenantScope(tenantId), (db) => matureBatch(db, today, at))
    while (!signal.aborted && (await mature()) === batchSize);
  }
  const tenantIds = [...timeZones.keys()]
  await forEachTenant(context, 'settled money was not made available', matureTenant, { tenantIds })
}

async function matureBatch(db: Db, today: string, at: Date): Promise<number> {
  const due = await lockDueMaturities(db, today, batchSize)
  if (due.length === 0) return 0
  for (const same of Map.groupBy(due, headOf).values()) {
    const [first] = same
    const amountMinor = same.reduce((sum, one) => sum + one.amountMinor, 0n)
    if (first === undefined || amountMinor === 0n) continue
    const kind = first.account === 'merchant_pending' ? 'maturity' : 'reserve_release'
    const subject = { ...first, paymentId: null, eventId: null, at }
    await postToLedger(db, subject, [{ kind, amountMinor }])
  }
  const ids = due.map(({ id }) => id)
  await updateMatured(db, ids, at)
  return due.length
}

/** What is posted together. */
const headOf = ({ merchantId, mode, currency, account, ledgerAccounts }: DueMaturity) =>
  JSON.stringify([merchantId, mode, currency, account, ledgerAccounts])

export const schedules = [
  schedule({
    name: 'ledger.mature',
    label: msg('Make settled money available'),
    everyS: 60,
    run: matureDue,
  }),
]
