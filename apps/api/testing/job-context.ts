import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import type { TestDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { pino } from 'pino'

/** What a job is given when a test runs it. */
export const jobContextOf = ({ database, jobs }: TestDatabase): JobContext => ({
  ...{ database, jobs, log: pino({ level: 'silent' }), now: () => new Date() },
  signal: new AbortController().signal,
})
