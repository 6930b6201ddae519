import { maxBoards } from '@counterfoil/features/dashboards/boards/boards.contract.ts'
import { maxSavedFilters } from '@counterfoil/features/payments/saved-filters/saved-filters.contract.ts'
import { maxReports } from '@counterfoil/features/reporting/automated-reports/automated-reports.contract.ts'
import { maxNotes } from '@counterfoil/features/workspace/quick-panel/notes.contract.ts'
import { maxOpenExports } from '@counterfoil/kit/contract/exports.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { openAuditFixture } from './testing/audit-fixture.ts'
import { send } from './testing/requests.ts'
import { samplesOf } from './testing/samples.ts'
import { openTestApi } from './testing/test-api.ts'

// What a user may have a limited number of, asked for many times at once: each request counts what the others made.
const fixture = await openAuditFixture(await openTestApi())
const { testApi } = fixture
const samples = samplesOf('calls')

test.each([
  ['user-dashboard.category.create', maxBoards, (n: number) => ({ name: `Board ${n}` })],
  ['automated-reports.create', maxReports, undefined],
  ['saved-filters.create', maxSavedFilters, (n: number) => ({ name: `View ${n}`, filters: {} })],
  ['notes.create', maxNotes, () => ({ id: v7(), text: 'call back' })],
  ['exports.create', maxOpenExports, undefined],
] as const)('%s: of many at once no more than %i', async (id, most, bodyOf) => {
  const endpoint = testApi.endpoints.find((one) => one.id === id)
  if (endpoint === undefined) throw new Error(`No call ${id}`)
  const actor = await testApi.actor('operator')
  const sample = await samples[id]?.(fixture, actor)
  const answers = await Promise.all(
    Array.from({ length: most + 3 }, (_, n) =>
      send(testApi.app, endpoint, {
        ...sample,
        ...{ token: actor.token, headers: { mode: 'Test', 'idempotency-key': v7() } },
        body: bodyOf?.(n) ?? sample?.body,
      }),
    ),
  )
  const refused = answers.filter(({ statusCode }) => statusCode === 409)
  expect(answers.filter(({ statusCode }) => statusCode < 300).length, answers[0]?.body).toBe(most)
  expect(refused.map((answer) => answer.json().code)).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/\.too_many$/)),
  )
})
