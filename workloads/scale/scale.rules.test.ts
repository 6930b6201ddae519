import { describe, expect, test } from 'vitest'
import { randomOf } from '../random.ts'
import { measuredCosts } from './costs.ts'
import { needsOf } from './needs.rules.ts'
import { simulateQueue } from './queue.rules.ts'
import { placeByHash, placeByLoad, tenantShares } from './tenants.rules.ts'

/** Erlang's formula: the mean wait of a queue with exponential arrivals and service, in milliseconds. */
function meanWaitMs(arrivalsPerSecond: number, serviceMs: number, places: number): number {
  const offered = (arrivalsPerSecond * serviceMs) / 1000
  let blocked = 1
  for (let place = 1; place <= places; place++) {
    blocked = (offered * blocked) / (place + offered * blocked)
  }
  const waits = blocked / (1 - (offered / places) * (1 - blocked))
  return (waits * serviceMs) / (places - offered)
}

describe('the queue that is simulated', () => {
  test.each([
    [70, 10, 1],
    [900, 15, 16],
    [50, 150, 8],
  ])('%i a second of %i ms at %i places wait as long as Erlang’s formula says', (...queue) => {
    const [arrivalsPerSecond, serviceMs, places] = queue
    const seconds = 1_000_000 / arrivalsPerSecond
    const input = { arrivalsPerSecond, serviceMs, places, seconds }
    const expected = meanWaitMs(...queue)
    const { meanMs, left } = simulateQueue(input, randomOf(1))
    expect(Math.abs(meanMs / expected - 1)).toBeLessThan(0.05)
    expect(left).toBeLessThan(100)
  })

  test('grows where more comes than is served', () => {
    const queue = { arrivalsPerSecond: 200, serviceMs: 10, places: 1, seconds: 60 }
    const { busy, left } = simulateQueue(queue, randomOf(1))
    expect(busy).toBe(2)
    expect(left).toBeGreaterThan(5_000)
  })
})

describe('tenants on machines', () => {
  const shares = tenantShares(1_000, 0.4)

  test('have shares that sum to one, of which the largest is as given', () => {
    expect(shares.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1)
    expect(shares[0]).toBe(0.4)
    expect(Math.max(...shares)).toBe(0.4)
  })

  test('weigh as much however they are placed, and no machine less than the largest tenant', () => {
    for (const load of [placeByHash(shares, 8, 32), placeByLoad(shares, 8)]) {
      expect(load.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1)
      expect(Math.max(...load)).toBeGreaterThanOrEqual(0.4)
    }
  })

  test('leave the machine of the largest to it alone when they are placed by load', () => {
    const load = placeByLoad(shares, 8)
    expect(load[0]).toBe(0.4)
    for (const other of load.slice(1)) expect(other).toBeCloseTo(0.6 / 7, 3)
  })
})

test('ten times the payments need ten times of everything', () => {
  const plan = { peak: 4, lookups: 1, cores: 32, busy: 0.6, days: 30 }
  const small = needsOf({ ...plan, paymentsPerSecond: 1_000 }, measuredCosts)
  const large = needsOf({ ...plan, paymentsPerSecond: 10_000 }, measuredCosts)
  expect(large.walMegabytesPerSecond).toBeCloseTo(10 * small.walMegabytesPerSecond)
  expect(large.terabytesPerYear).toBeCloseTo(10 * small.terabytesPerYear)
  expect(Math.abs(large.productCores - 10 * small.productCores)).toBeLessThan(10)
})
