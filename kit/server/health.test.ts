import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeDraining } from './draining.ts'
import { healthRoutes } from './health.ts'
import { publicRoute } from './request/route.ts'

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

test('a part that says nothing is named all the same', async () => {
  const silent = { name: 'jobs', check: () => new Promise<never>(() => undefined) }
  const routes = healthRoutes([part('database'), silent], undefined, 50)
  const { app } = await testServer(db, routes, () => Promise.reject(new Error('Nobody signs in')))
  down.clear()
  const answer = await app.inject('/api/health/ready')
  expect([answer.statusCode, answer.json().parts]).toEqual([503, { database: 'up', jobs: 'down' }])
})

test('a process that is about to stop says so to its proxy, and answers what comes all the same', async () => {
  const draining = makeDraining()
  const asked = endpoint({
    ...{ id: 'health.asked', method: 'GET', path: '/api/asked', summary: 'Answers', public: true },
    answer: z.object({ isHere: z.literal(true) }),
  })
  const routes = [
    ...healthRoutes([part('database')], draining),
    publicRoute(asked, async () => ({ isHere: true as const })),
  ]
  const { app } = await testServer(db, routes, () => Promise.reject(new Error('Nobody signs in')))
  const statuses = () =>
    Promise.all(
      ['/api/health/live', '/api/health/ready', '/api/asked'].map(
        async (path) => (await app.inject(path)).statusCode,
      ),
    )
  down.clear()
  expect(await statuses()).toEqual([200, 200, 200])
  await draining.begin(0)
  expect(await statuses()).toEqual([503, 503, 200])
  expect((await app.inject('/api/health/live')).json()).toMatchObject({ code: 'health.stopping' })
})
