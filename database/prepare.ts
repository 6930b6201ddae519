import { installQueues } from '@counterfoil/kit/jobs/boss.ts'
import { scanWork } from '@counterfoil/kit/jobs/scan.ts'
import { migrate } from './migrate.ts'
import { withPreparationLock } from './preparation-lock.ts'
import { storeReferenceData } from './reference-data.ts'
import { resumeIndexes } from './suspended-indexes.ts'

/** Brings a database to the state that this build needs: tables, job queues, reference data. Safe to repeat. */
export async function prepareDatabase(
  ownerUrl: string,
  say: (what: string) => void = () => undefined,
): Promise<void> {
  const applied = await migrate(ownerUrl)
  if (applied.length > 0) say(`migrated to ${applied.at(-1)}`)
  // a bulk load that was killed may have left some out
  await resumeIndexes(ownerUrl, say)
  // naming the jobs calls no provider
  const { jobs } = await scanWork({})
  const names = jobs.map(({ name }) => name)
  // two starters that grant the same at once fail one another ("tuple concurrently updated")
  await withPreparationLock(ownerUrl, () => installQueues(ownerUrl, names))
  await storeReferenceData(ownerUrl)
}
