import type { Database } from '@counterfoil/kit/database/database.ts'

/**
 * Does a step of making the demo or a history, unless it is done; answers whether it was still to do. One that was
 * interrupted goes on with the instant at which it began, so that it makes the same.
 */
export async function runStep(
  { shared }: Database,
  step: string,
  now: Date,
  make: (began: Date) => Promise<void>,
): Promise<boolean> {
  const known = await shared
    .selectFrom('sandbox.demo_progress')
    .select(['started_at', 'finished_at'])
    .where('step', '=', step)
    .executeTakeFirst()
  if (known !== undefined && known.finished_at !== null) return false
  if (known === undefined) {
    await shared.insertInto('sandbox.demo_progress').values({ step, started_at: now }).execute()
  }
  await make(known?.started_at ?? now)
  await shared
    .updateTable('sandbox.demo_progress')
    .set({ finished_at: new Date() })
    .where('step', '=', step)
    .execute()
  return true
}
