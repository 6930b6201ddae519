import { expect, test } from 'vitest'
import { faultsOf, type Outage, type Part } from './outages.ts'

const worker = { name: 'worker', spares: ['other'], down: ['workers'], isNeeded: false }
const coordinator = { name: 'coordinator', spares: [], down: ['database'], isNeeded: true }
const fine: Outage = {
  ...{ what: 'worker', meanwhile: { own: 0, other: 9 }, said: ['200', '200 workers'] },
  ...{ readyAfterMs: 900, servedAfterMs: 1000, saidLast: ['200'] },
}
const faults = (
  part: Pick<Part, 'name' | 'spares' | 'down' | 'isNeeded'>,
  outage: Partial<Outage>,
) => faultsOf(part, { ...fine, ...outage }).map(({ what }) => what)

test('a lost worker that costs its own tenants alone is no fault', () => {
  expect(faults(worker, {})).toEqual([])
})

test('without the coordinator all is down', () => {
  expect(faults(coordinator, { said: ['503 database jobs'] })).toEqual([])
  expect(faults(coordinator, { said: ['200 database'] })).toHaveLength(1)
  expect(faults(coordinator, { said: ['503 jobs'] })).toHaveLength(1)
})

test.each<[string, Partial<Outage>]>([
  ['no payment of other was answered', { meanwhile: { own: 3, other: 0 } }],
  ['readiness never said 200 workers', { said: ['200'] }],
  ['readiness never said 200 workers', { said: ['503 workers'] }],
  ['it was not ready again in time', { readyAfterMs: Number.POSITIVE_INFINITY }],
  ['not every tenant was served again in time', { servedAfterMs: Number.POSITIVE_INFINITY }],
])('%s', (what, outage) => {
  expect(faults(worker, outage)).toEqual([`worker lost: ${what}`])
})
