import type { PgBoss } from 'pg-boss'
import type { Announced } from './announced-work.ts'

export const wakeChannel = 'counterfoil_jobs'

const gatherMs = 10

/** PostgreSQL refuses a notification of 8,000 bytes. */
const announcedAtOnce = 30

/** What a notification says: that a queue has jobs, or what work of it there is without a job. */
export interface QueueNotification {
  readonly queue: string
  readonly announced: readonly Announced[]
}

export interface QueueNotifier {
  wake(queue: string): void
  announce(queue: string, work: Announced): void
}

/**
 * Notifies workers, after the commit that put jobs into a queue or wrote what is announced. Not inside that transaction:
 * NOTIFY makes all transactions that use it commit one after the other. A lost notification costs a worker's polling
 * interval, no job.
 */
export function createQueueNotifier(boss: PgBoss): QueueNotifier {
  let woken = new Set<string>()
  let announced = new Map<string, Announced[]>()
  const send = () => {
    const texts = [...woken, ...[...announced].flatMap(textsOf)]
    woken = new Set()
    announced = new Map()
    boss
      .getDb()
      .executeSql('select pg_notify($1, text) from unnest($2::text[]) text', [wakeChannel, texts])
      .catch(() => undefined)
  }
  const sendSoon = () => {
    if (woken.size + announced.size === 0) setTimeout(send, gatherMs).unref()
  }
  return {
    wake(queue) {
      sendSoon()
      woken.add(queue)
    },
    announce(queue, work) {
      sendSoon()
      const ofQueue = announced.get(queue)
      if (ofQueue === undefined) announced.set(queue, [work])
      else ofQueue.push(work)
    },
  }
}

function textsOf([queue, announced]: [string, Announced[]]): string[] {
  const texts: string[] = []
  for (let at = 0; at < announced.length; at += announcedAtOnce) {
    texts.push(`${queue} ${JSON.stringify(announced.slice(at, at + announcedAtOnce))}`)
  }
  return texts
}

/** Reads a notification; a queue's name has no space. Undefined: it is not one of ours. */
export function readNotification(text: string): QueueNotification | undefined {
  const end = text.indexOf(' ')
  if (end === -1) return { queue: text, announced: [] }
  try {
    return { queue: text.slice(0, end), announced: JSON.parse(text.slice(end + 1)) }
  } catch {
    return undefined
  }
}
