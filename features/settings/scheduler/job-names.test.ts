import { scanWork } from '@counterfoil/kit/jobs/scan.ts'
import { expect, test } from 'vitest'

// the browser's part has types of its own
const messages = new URL('./scheduler.messages.ts', import.meta.url)
const { workNames } = (await import(messages.href)) as { workNames: Record<string, unknown> }

test('every kind of work is named in both languages, and nothing else is', async () => {
  const { jobs, schedules } = await scanWork({})
  const names = [...jobs, ...schedules].map(({ name }) => name)
  expect(Object.keys(workNames).toSorted()).toEqual(names.toSorted())
})
