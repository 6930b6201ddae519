import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { publicRoute } from './request/route.ts'

const db = await testDatabase()
const said = (id: string, kept?: string) =>
  publicRoute(
    endpoint({
      ...{ id, method: 'GET', path: `/api/${id}`, summary: 'Answers', public: true },
      answer: z.object({ isHere: z.boolean() }),
    }),
    async (_input, { reply }) => {
      if (kept !== undefined) reply.header('cache-control', kept)
      return { isHere: true }
    },
  )
const { app } = await testServer(db, [said('usual'), said('logo', 'public, max-age=60')], () =>
  Promise.reject(new Error('Nobody signs in here')),
)
const get = (url: string, some: object = {}) => app.inject({ url, ...some })

test('what a call answers stays in no cache, a refusal neither, unless the call says otherwise', async () => {
  for (const url of ['/api/usual', '/api/nothing', '/api/openapi.json']) {
    expect((await get(url)).headers['cache-control'], url).toBe('no-store')
  }
  expect((await get('/api/logo')).headers['cache-control']).toBe('public, max-age=60')
})

test('a page is refused what the portal never asks a browser for', async () => {
  const policy = (await get('/dashboard')).headers['permissions-policy']
  for (const feature of ['camera', 'geolocation', 'microphone', 'payment']) {
    expect(policy).toContain(`${feature}=()`)
  }
  expect((await get('/api/usual')).headers['permissions-policy']).toBeUndefined()
})

test('metrics are read on loopback itself, not through a proxy on it', async () => {
  expect((await get('/api/metrics')).statusCode).toBe(200)
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-proto']) {
    const answer = await get('/api/metrics', { headers: { [name]: '127.0.0.1' } })
    expect([name, answer.statusCode]).toEqual([name, 403])
  }
  expect((await get('/api/metrics', { remoteAddress: '192.0.2.1' })).statusCode).toBe(403)
})
