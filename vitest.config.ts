import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { attachTexts } from './apps/web/building/attach-texts.ts'
import { problemTexts } from './apps/web/building/problem-texts.ts'
import { resourceScreens } from './apps/web/building/resource-screens.ts'
import { isFullRun } from './tools/testing/full-run.ts'

/** The longest files go first, the longest of them first, so that no worker is left alone with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(name))
      return at === -1 ? longest.length : at
    }
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}
/** What takes more than twenty seconds, by the report of a run. */
const longest = [
  'workloads/chaos/chaos.full.test.ts',
  'apps/api/every-other-screen.test.ts',
  'apps/api/every-resource-screen.test.ts',
  'apps/api/every-endpoint-isolation.test.ts',
  'apps/api/every-resource.test.ts',
  'tools/start.test.ts',
  'apps/api/every-endpoint-answers.test.ts',
  'apps/api/every-endpoint-counts.test.ts',
  'apps/api/every-endpoint-limits.test.ts',
  'kit/jobs/jobs.test.ts',
  'apps/api/every-endpoint.test.ts',
  'features/payments/processing/interleaving.test.ts',
  'features/payments/payout-recalls/payout-recalls.test.ts',
  'features/access/users/accounts.test.ts',
  'features/payments/payout-orders/payout-orders.test.ts',
  'apps/api/confirmation-levels.test.ts',
  'features/payments/payout-batches/payout-batches.test.ts',
  // of journeys
  'e2e/everywhere.test.ts',
  'e2e/reports.test.ts',
  'e2e/ten-jobs.test.ts',
  'e2e/ten-jobs-continued.test.ts',
  'e2e/notifications.test.ts',
  'e2e/support.test.ts',
  'e2e/modes.test.ts',
  'e2e/payments.test.ts',
  'e2e/guards.test.ts',
  'e2e/workspace.test.ts',
  'e2e/session.test.ts',
]

// what is polled for comes when the machine gets to it: the usual second is for a machine with nothing else to do
const expect = { poll: { timeout: 20_000 } }
/** Tests of a module's own state: they want a process in which nobody has used it before. */
const apart = ['kit/database/database.test.ts', 'features/messaging/files/file-access.test.ts']
const inFullRunOnly = isFullRun ? [] : ['**/*.full.test.ts']
const excluded = ['**/node_modules/**', '**/dist/**', ...inFullRunOnly]

const api = {
  expect,
  globalSetup: 'tools/testing/global-set-up.ts',
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

export default defineConfig({
  test: {
    // a half of the time they wait, for a database, a browser or a clock: four at a time keep two cores busy
    maxWorkers: 4,
    // of a file whose tests wait for a browser
    maxConcurrency: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'rules',
          expect,
          testTimeout: 60_000,
          // nothing to keep apart: they test pure functions
          isolate: false,
          include: ['**/*.rules.test.ts', 'kit/contract/**/*.test.ts'],
          exclude: [...excluded, 'e2e/**'],
        },
      },
      {
        test: {
          ...api,
          name: 'api',
          // a worker loads the product once for all of its files: half of the time of a small file was that
          isolate: false,
          include: ['**/*.test.ts'],
          exclude: [
            ...[
              ...excluded,
              'e2e/**',
              '**/*.rules.test.ts',
              'kit/contract/**',
              '{kit,apps}/web/**',
            ],
            ...apart,
          ],
        },
      },
      { test: { ...api, name: 'api-apart', include: apart } },
      {
        plugins: [react(), attachTexts(), resourceScreens(), problemTexts()],
        test: {
          name: 'component',
          expect,
          testTimeout: 60_000,
          // a third of their time went into loading the same modules for each file; the set-up leaves nothing behind
          isolate: false,
          include: ['**/*.test.tsx', '{kit,apps}/web/**/*.test.ts'],
          exclude: [...excluded, 'e2e/**', '**/*.rules.test.ts'],
          environment: 'happy-dom',
          setupFiles: 'apps/web/testing/component-set-up.ts',
        },
      },
      {
        test: {
          name: 'journeys',
          expect,
          // a browser on a busy machine may miss a moment: once more there, and the report says which needed it
          retry: process.env.CI === undefined ? 0 : 1,
          include: ['e2e/**/*.test.ts'],
          exclude: excluded,
          globalSetup: 'tools/testing/journey-set-up.ts',
          setupFiles: 'tools/testing/report-attempts.ts',
          // after everything else; each worker has a product and a browser of its own, which keep a core busy: with three of
          // them on two cores a journey waited in vain for a minute now and then
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
