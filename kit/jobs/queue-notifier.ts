import type { PgBoss } from 'pg-boss'

export const wakeChannel = 'counterfoil_jobs'

const gatherMs = 10

/**
 * Notifies workers that a queue has jobs, after the commit that put them there. Not inside that transaction: NOTIFY makes
 * all transactions that use it commit one after the other. A lost notification costs a worker's polling interval, no job.
 */
export function createQueueNotifier(boss: PgBoss): (queue: string) => void {
  let waiting = new Set<string>()
  const send = () => {
    const queues = [...waiting]
    waiting = new Set()
    boss
      .getDb()
      .executeSql('select pg_notify($1, queue) from unnest($2::text[]) queue', [
        wakeChannel,
        queues,
      ])
      .catch(() => undefined)
  }
  return (queue) => {
    if (waiting.size === 0) setTimeout(send, gatherMs).unref()
    waiting.add(queue)
  }
}
