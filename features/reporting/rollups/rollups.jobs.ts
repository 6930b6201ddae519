import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { schedule } from '@counterfoil/kit/jobs/job.ts'
import {
  fillDimensions,
  foldDeltas,
  listTenantsWithDeltas,
  listTenantsWithGaps,
} from './fold.queries.ts'

const msg = messagesOf(import.meta.url)

/** The most changes of one transaction, which keeps its locks short. */
const batchSize = 4_000

/**
 * Folds deltas, tenant by tenant. Readers add unfolded deltas, so folding makes reads faster but does not change their
 * result. Several workers share the work; a crash rolls a batch back.
 */
const foldPaymentRollups = schedule({
  name: 'reporting.fold-payment-rollups',
  label: msg('Add up payments for reports'),
  everyS: 1,
  async run(context) {
    const { database, signal } = context
    const tenantIds = await listTenantsWithDeltas(database.reader(platformScope))
    const fold = async (tenantId: string) => {
      while (!signal.aborted && (await foldTenant(database, tenantId)) === batchSize);
    }
    await forEachTenant(context, 'payments were not added up', fold, { tenantIds })
  },
})

/** Folds one batch of a tenant's changes; answers how many. */
export async function foldTenant(database: Database, tenantId: string): Promise<number> {
  return database.repeatable(tenantScope(tenantId), (db) => foldDeltas(db, batchSize))
}

/**
 * Counts days by channel, decline and hour that were there before these were counted, or that the version before wrote to. Until
 * then questions about such days are answered from the payments.
 */
const fillDimensionRollups = schedule({
  name: 'reporting.fill-dimension-rollups',
  label: msg('Add up earlier payments by channel, decline and hour'),
  everyS: 10,
  async run(context) {
    const { database, signal } = context
    const tenantIds = await listTenantsWithGaps(database.reader(platformScope))
    const fill = async (tenantId: string) => {
      while (!signal.aborted && (await fillDay(database, tenantId)));
    }
    await forEachTenant(context, 'earlier payments were not added up', fill, { tenantIds })
  },
})

/** One day of a tenant in one transaction; answers whether there was one. */
export async function fillDay(database: Database, tenantId: string): Promise<boolean> {
  return database.repeatable(tenantScope(tenantId), (db) => fillDimensions(db))
}

export const schedules = [foldPaymentRollups, fillDimensionRollups]
