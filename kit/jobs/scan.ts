import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Schedule } from './job.ts'
import type { AnyJob } from './job-runner.ts'

/** A list, or a function that makes one of the providers. */
type Declared<T> = readonly T[] | ((providers: object) => readonly T[])

export interface Work {
  readonly jobs: AnyJob[]
  readonly schedules: Schedule[]
}

/** Every job and schedule that a feature declares in a `*.jobs.ts`; nothing lists them by hand. */
export async function scanWork(providers: object): Promise<Work> {
  const folder = join(import.meta.dirname, '../../features')
  const files = globSync('**/*.jobs.ts', { cwd: folder }).sort()
  const modules = await Promise.all(
    files.map(
      (file) =>
        import(pathToFileURL(join(folder, file)).href) as Promise<{
          jobs?: Declared<AnyJob>
          schedules?: Declared<Schedule>
        }>,
    ),
  )
  const made = <T>(declared: Declared<T> | undefined) =>
    typeof declared === 'function' ? declared(providers) : (declared ?? [])
  return {
    jobs: modules.flatMap(({ jobs }) => made(jobs)),
    schedules: modules.flatMap(({ schedules }) => made(schedules)),
  }
}
