// One of the threads that make days and load them; each has a connection of its own.
import { parentPort, workerData } from 'node:worker_threads'
import { openBulkLoad } from '@counterfoil/database/bulk-load.ts'
import { paymentsByDay } from './calendar.ts'
import { type DayMaterial, makeDay } from './day.ts'

export interface WorkerTask {
  readonly ownerUrl: string
  readonly material: DayMaterial
  /** The next day that no thread has taken yet; shared by all. */
  readonly nextDay: Int32Array
}

/** What a thread reports after each day. */
export interface DayDone {
  readonly payments: number
  readonly rows: number
  /** The day was there already. */
  readonly isKnown: boolean
}

/** A cluster hands on what a machine says of a COPY, without the code of the error. */
const isStored = ({ code, message }: Error & { readonly code?: string }) =>
  code === '23505' || (code === 'XX000' && /^duplicate key value/.test(message))

async function work({ ownerUrl, material, nextDay }: WorkerTask): Promise<void> {
  const { calendar, tenants } = material
  const counts = paymentsByDay(calendar, tenants)
  const load = await openBulkLoad(ownerUrl)
  try {
    for (;;) {
      const taken = Atomics.add(nextDay, 0, 1)
      if (taken >= calendar.days) return
      const day = material.isNewestFirst ? calendar.days - 1 - taken : taken
      const own = counts[day] ?? []
      const rows = makeDay(material, day, own)
      const isKnown = await load.store(rows.tables()).then(
        () => false,
        (error: Error) => {
          // the ids of a day are always the same: an earlier run has stored it
          if (isStored(error)) return true
          throw error
        },
      )
      const payments = own.reduce((sum, count) => sum + count, 0)
      parentPort?.postMessage({ payments, rows: rows.count, isKnown } satisfies DayDone)
    }
  } finally {
    await load.close()
  }
}

await work(workerData as WorkerTask)
