import type { Database } from '@counterfoil/kit/database/database.ts'
import { lockOf } from './lock-connection.ts'

/**
 * Keeps a schedule from running on any worker until `release` is called or this process ends. It does not wait for a worker
 * that runs it already, and holds nothing then.
 */
export async function holdSchedule(
  database: Database,
  name: string,
): Promise<{ release(): Promise<void> }> {
  const client = await database.connect('app')
  // a lost connection has released the schedule
  client.on('error', () => undefined)
  await client.query(`select pg_try_advisory_lock(${lockOf('$1::text')})`, [name])
  return { release: () => client.end().catch(() => undefined) }
}
