// An installation runs before its first administrator, and so its first organisation, is made.
import { randomBytes } from 'node:crypto'
import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { scanWork } from '@counterfoil/kit/jobs/scan.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { openKeyWrapping } from '@counterfoil/providers/key-wrapping/key-wrapping.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { afterAll, expect, test } from 'vitest'

const db = await testDatabase()
const providers = openProviders({
  sandboxDatabaseUrl: db.urls.app,
  publicUrl: 'http://127.0.0.1:1',
  mayReachPrivate: true,
  now: () => new Date(),
})
afterAll(() => providers.close())
const keys = openKeyWrapping(randomBytes(32))
const { schedules } = await scanWork({ ...providers, keys })

test.each(schedules.map((one) => [one.name, one] as const))(
  '%s finds nothing in an installation without an organisation, and does not fail',
  async (_, schedule) => {
    await expect(Promise.resolve(schedule.run(jobContextOf(db)))).resolves.not.toThrow()
  },
)
