import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { EnqueueOptions, Job, JobContext, Jobs } from '@counterfoil/kit/jobs/job.ts'

/** One payment's life is lived at its own time, whatever the clock on the wall says. */
interface Lane {
  at: number
  readonly waiting: { name: string; payload: unknown; startAfter: number }[]
}

/** What happened at a step took a moment for each thing that was recorded. */
const tickMs = 29
/** Between a commit and the job that it set off. */
const jobDelayMs = 240

const lanes = new AsyncLocalStorage<Lane>()

function currentLane(): Lane {
  const lane = lanes.getStore()
  if (lane === undefined) throw new Error('History is told outside of any time')
  return lane
}

/** The clock that engine, acquirers and jobs are given. */
export function historyNow(): Date {
  const lane = currentLane()
  lane.at += tickMs
  return new Date(lane.at)
}

export function inLane<T>(at: Date, work: () => Promise<T>): Promise<T> {
  return lanes.run({ at: at.getTime(), waiting: [] }, work)
}

/** The next thing happens then. */
export function moveTo(at: Date): void {
  currentLane().at = at.getTime()
}

/** Keeps what is enqueued with its lane instead of a queue, because it is to run at the lane's time. */
export const historyJobs: Jobs = {
  wake: () => undefined,
  async enqueue<Payload>(
    db: Db,
    job: Pick<Job<Payload>, 'name' | 'retries'>,
    payload: Payload,
    options: EnqueueOptions = {},
  ) {
    const lane = currentLane()
    const startAfter = options.startAfter?.getTime() ?? 0
    db.onCommit(() => lane.waiting.push({ name: job.name, payload, startAfter }))
  },
}

type AnyJob = Pick<Job<never>, 'name' | 'run'>

/** Runs what the lane's last step set off, up to an instant; later work is found by its own schedule. */
export async function runWaiting(
  jobs: readonly AnyJob[],
  context: JobContext,
  until: Date,
): Promise<void> {
  const lane = currentLane()
  for (;;) {
    lane.waiting.sort((a, b) => a.startAfter - b.startAfter)
    const next = lane.waiting.shift()
    if (next === undefined) return
    if (next.startAfter > until.getTime()) continue
    lane.at = Math.max(lane.at, next.startAfter) + jobDelayMs
    const job = jobs.find((one) => one.name === next.name)
    await job?.run(next.payload as never, context)
  }
}
