import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { EnqueueOptions, Job, JobContext, Jobs } from '@counterfoil/kit/jobs/job.ts'

/** The simulated time of one payment or ticket, and the jobs that wait in it. */
interface Timeline {
  at: number
  readonly waiting: { name: string; payload: unknown; startAfter: number }[]
}

/** Each reading of the clock moves it on by this much, so that records of one step are apart. */
const tickMs = 29
/** Between a commit and the job that it set off. */
const jobDelayMs = 240

const timelines = new AsyncLocalStorage<Timeline>()

function currentTimeline(): Timeline {
  const timeline = timelines.getStore()
  if (timeline === undefined) throw new Error('There is no timeline to read the time of')
  return timeline
}

/** The clock that engine, acquirers and jobs are given. */
export function historyNow(): Date {
  const timeline = currentTimeline()
  timeline.at += tickMs
  return new Date(timeline.at)
}

export function inTimeline<T>(at: Date, work: () => Promise<T>): Promise<T> {
  return timelines.run({ at: at.getTime(), waiting: [] }, work)
}

/** Sets the timeline's clock. */
export function moveTo(at: Date): void {
  currentTimeline().at = at.getTime()
}

/** Enqueued jobs wait in their timeline instead of a queue, because they run at its time. */
export const historyJobs: Jobs = {
  wake: () => undefined,
  announce(db, { name }, { payload }) {
    const timeline = currentTimeline()
    db.onCommit(() => timeline.waiting.push({ name, payload, startAfter: 0 }))
  },
  async enqueue<Payload>(
    db: Db,
    job: Pick<Job<Payload>, 'name' | 'retries'>,
    payload: Payload,
    options: EnqueueOptions = {},
  ) {
    const timeline = currentTimeline()
    const startAfter = options.startAfter?.getTime() ?? 0
    db.onCommit(() => timeline.waiting.push({ name: job.name, payload, startAfter }))
  },
}

type AnyJob = Pick<Job<never>, 'name' | 'run'>

/** Runs what the timeline's last step set off, up to an instant; later work is found by its own schedule. */
export async function runWaiting(
  jobs: readonly AnyJob[],
  context: JobContext,
  until: Date,
): Promise<void> {
  const timeline = currentTimeline()
  for (;;) {
    timeline.waiting.sort((a, b) => a.startAfter - b.startAfter)
    const next = timeline.waiting.shift()
    if (next === undefined) return
    if (next.startAfter > until.getTime()) continue
    timeline.at = Math.max(timeline.at, next.startAfter) + jobDelayMs
    const job = jobs.find((one) => one.name === next.name)
    await job?.run(next.payload as never, context)
  }
}
