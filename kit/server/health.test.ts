import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import { healthRoutes } from './health.ts'

const db = await testDatabase()
const down = new Set<string>()
const part = (name: string, isOptional = false) => ({
  ...{ name, isOptional },
  check: async () => {
    if (down.has(name)) throw new Error('Out of reach')
  },
})
const { app } = await testServer(
  db,
  healthRoutes([part('database'), part('identity', true), part('jobs')]),
  () => Promise.reject(new Error('Nobody signs in here')),
)

test('readiness names each part; another’s identity provider that is down stops nothing', async () => {
  const ready = async (...names: string[]) => {
    down.clear()
    for (const name of names) down.add(name)
    const answer = await app.inject('/api/health/ready')
    return [answer.statusCode, answer.json().parts]
  }
  const up = { database: 'up', identity: 'up', jobs: 'up' }
  expect(await ready()).toEqual([200, up])
  expect(await ready('identity')).toEqual([200, { ...up, identity: 'down' }])
  expect(await ready('jobs')).toEqual([503, { ...up, jobs: 'down' }])
})
