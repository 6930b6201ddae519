import type { Database } from '@counterfoil/kit/database/database.ts'

const dayMs = 86_400_000

/**
 * Notes that a history is being made. Undefined when it is there already; one that was interrupted is taken up again
 * with the day on which it began, because its days are those before it.
 */
export async function beginRun(
  database: Database,
  step: string,
  now: Date,
): Promise<{ readonly until: Date } | undefined> {
  const known = await database.shared
    .selectFrom('sandbox.demo_progress')
    .select(['started_at', 'finished_at'])
    .where('step', '=', step)
    .executeTakeFirst()
  if (known !== undefined && known.finished_at !== null) return undefined
  if (known === undefined) {
    await database.shared
      .insertInto('sandbox.demo_progress')
      .values({ step, started_at: now })
      .execute()
  }
  const began = (known?.started_at ?? now).getTime()
  return { until: new Date(began - (began % dayMs)) }
}

export async function finishRun(database: Database, step: string): Promise<void> {
  await database.shared
    .updateTable('sandbox.demo_progress')
    .set({ finished_at: new Date() })
    .where('step', '=', step)
    .execute()
}
