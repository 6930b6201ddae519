import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type Job, type JobContext, job, schedule } from '@counterfoil/kit/jobs/job.ts'
import { z } from 'zod'
import { lockDueReports, updateNextRun } from './automated-reports.queries.ts'
import { lastDue } from './next-run.rules.ts'
import { type SendTools, sendJob, sendRun } from './send-run.ts'
import { startRun, timesOf } from './start-run.ts'

const msg = messagesOf(import.meta.url)

export { sendRun }

const atOnce = 50

const payload = z.object({ tenantId: z.uuid(), runId: z.uuid() })

export const jobs = (providers: SendTools): Job<z.infer<typeof payload>>[] => [
  job({
    ...sendJob,
    label: msg('Send a report to its target'),
    payload,
    concurrency: 4,
    run: (work, context) => sendRun(providers, work, context),
  }),
]

export const schedules = [
  schedule({
    name: 'automated-reports.run',
    label: msg('Run automated reports'),
    everyS: 60,
    run: runDue,
  }),
]

/** Starts what is due. What was missed while nothing ran is made up for once: by the last time that was missed. */
export async function runDue(context: JobContext): Promise<string | undefined> {
  const { database, now } = context
  let started = 0
  await forEachTenant(context, 'due reports were not started', (tenantId) => {
    const at = now()
    return database.transaction(tenantScope(tenantId), async (db) => {
      for (const report of await lockDueReports(db, at, atOnce)) {
        const { dueAt, next } = lastDue(timesOf(report), report.next_run_at ?? at, at)
        await updateNextRun(db, report.id, next)
        await startRun(db, context.jobs, report, { dueAt, at, isRequested: false })
        started += 1
      }
    })
  })
  return started === 0 ? undefined : `${started}`
}
