// Decides who people are whom tenants' identity providers let in; the embedded identity provider waits for it.
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import {
  deleteOldArrivals,
  listFailures,
  listOpenArrivals,
  lockArrival,
  takeFailure,
  updateDecided,
} from './arrivals.queries.ts'
import { admit, writeFailure } from './arrivals.ts'

const msg = messagesOf(import.meta.url)

/** The identity provider wakes it by this name (identity/federation/arrivals.ts) and waits a little less than this. */
const name = 'sign-in.arrivals'
const waitedForMs = 15_000
const keptMs = 60 * 60_000

export const schedules: Schedule[] = [
  schedule({
    name,
    label: msg('Decide who may sign in by an identity provider'),
    everyS: 2,
    run: decideArrivals,
  }),
]

async function decideArrivals(context: JobContext): Promise<void> {
  const { database, now, log, signal } = context
  const at = now()
  const open = await listOpenArrivals(database.shared, new Date(at.getTime() - waitedForMs))
  for (const row of open) {
    if (signal.aborted) return
    try {
      await database.transaction(tenantScope(row.tenant_id), async (db) => {
        if (!(await lockArrival(db, row.id))) return
        await updateDecided(db, row.id, { ...(await admit(db, row, now())), at: now() })
      })
    } catch (error) {
      log.error({ err: error, providerId: row.provider_id }, 'an arrival could not be decided')
    }
  }
  await deleteOldArrivals(database.shared, new Date(at.getTime() - keptMs))
  await takeOverFailures(context)
}

async function takeOverFailures({ database, log, signal }: JobContext): Promise<void> {
  for (const failure of await listFailures(database.shared)) {
    if (signal.aborted) return
    try {
      await database.transaction(tenantScope(failure.tenant_id), async (db) => {
        if (await takeFailure(db, failure.id)) await writeFailure(db, failure)
      })
    } catch (error) {
      log.error({ err: error, failureId: failure.id }, 'a failure could not be taken over')
    }
  }
}
