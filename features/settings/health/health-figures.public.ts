import type { Database } from '@counterfoil/kit/database/database.ts'
import { readJobFigures } from '@counterfoil/kit/database/queued-jobs.ts'
import { platformScope } from '@counterfoil/kit/database/scope.ts'
import type { FigureSource } from '@counterfoil/kit/server/figures.ts'
import {
  readConnectionFigures,
  readOperationFigures,
  readProofFigures,
  readScheduleFigures,
  readWebhookFigures,
} from './health-figures.queries.ts'

/** What `/api/metrics` says of the whole product, the same at each of its processes. `docs/runbooks/operate.md` explains it. */
export function healthFigures(
  database: Pick<Database, 'shared' | 'reader' | 'now'>,
): FigureSource[] {
  const secondsSince = (at: Date | null) =>
    at === null ? 0 : Math.max(0, (database.now().getTime() - at.getTime()) / 1000)
  const everyTenant = () => database.reader(platformScope)
  return [
    {
      gauges: {
        jobs_due: 'Jobs that wait for a worker though they are due',
        jobs_oldest_due_seconds: 'How long the oldest of them has been due',
        jobs_failed: 'Jobs that failed for good in the last seven days',
        jobs_last_failed_seconds: 'How long ago the newest of them failed',
      },
      async read() {
        const { due, oldestDueAt, failed, lastFailedAt } = await readJobFigures(
          database.shared,
          database.now(),
        )
        return {
          jobs_due: due,
          jobs_oldest_due_seconds: secondsSince(oldestDueAt),
          jobs_failed: failed,
          // a difference of counts would miss one that fails as another is forgotten
          jobs_last_failed_seconds: lastFailedAt === null ? null : secondsSince(lastFailedAt),
        }
      },
    },
    {
      gauges: {
        schedules_failing: 'Schedules whose last run failed',
        schedules_late_seconds: 'By how much the latest schedule is late',
      },
      async read() {
        const { failing, lateS } = await readScheduleFigures(database.shared, database.now())
        return {
          schedules_failing: failing,
          schedules_late_seconds: lateS === null ? null : Math.max(0, lateS),
        }
      },
    },
    {
      gauges: {
        webhooks_oldest_unsent_seconds: 'How long the oldest webhook is due that was not sent',
        webhooks_failing: 'Webhooks that their receiver has not taken so far',
      },
      async read() {
        const { overdueSince, failing } = await readWebhookFigures(everyTenant(), database.now())
        return {
          webhooks_oldest_unsent_seconds: secondsSince(overdueSince),
          webhooks_failing: failing,
        }
      },
    },
    {
      gauges: {
        operations_unknown: 'Payments and actions whose acquirer has not answered what it did',
        operations_overdue_seconds: 'How long the oldest of them is due to be asked for',
      },
      async read() {
        const { overdueSince, unknown } = await readOperationFigures(everyTenant(), database.now())
        return {
          operations_unknown: unknown,
          operations_overdue_seconds: secondsSince(overdueSince),
        }
      },
    },
    {
      gauges: {
        ledger_proof_age_seconds: 'How long ago the books of a tenant were last proved, at most',
        ledger_proof_differences: 'Differences that the last proofs found',
      },
      async read() {
        const { oldestAt, differences } = await readProofFigures(everyTenant())
        return {
          ledger_proof_age_seconds: oldestAt === null ? null : secondsSince(oldestAt),
          ledger_proof_differences: differences,
        }
      },
    },
    {
      gauges: {
        database_connections: 'Connections to the database server',
        database_connections_max: 'How many it takes',
      },
      async read() {
        const { used, most } = await readConnectionFigures(database.shared)
        return { database_connections: used, database_connections_max: most }
      },
    },
  ]
}
