import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
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
const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
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

test('what is too long or no request is answered as every error is, before any call', async () => {
  const answerTo = async (sent: string) => {
    const socket = connect(Number(address.port), address.hostname)
    socket.write(sent)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    expect(head).toContain('content-type: application/problem+json')
    return JSON.parse(body)
  }
  const asking = (query: string) =>
    `GET /api/usual?${query} HTTP/1.1\r\nHost: ${address.host}\r\nConnection: close\r\n\r\n`
  expect(await answerTo(asking('x'.repeat(70_000)))).toMatchObject({
    ...{ status: 431, code: 'request.address_too_long' },
  })
  expect(await answerTo('Hello\r\n\r\n')).toMatchObject({
    ...{ status: 400, code: 'request.malformed' },
  })
  const taken = await fetch(`${address.href}api/usual?${'x'.repeat(40_000)}`)
  expect(taken.status).toBe(200)
})

test('metrics are not read over HTTP 1.0, which proxies that add no header speak', async () => {
  const statusOver = async (version: string) => {
    const socket = connect(Number(address.port), address.hostname)
    const host = `Host: ${address.host}\r\nConnection: close\r\n\r\n`
    socket.write(`GET /api/metrics HTTP/${version}\r\n${host}`)
    return (await text(socket)).slice(9, 12)
  }
  expect(await statusOver('1.1')).toBe('200')
  expect(await statusOver('1.0')).toBe('403')
})

test('metrics are read on loopback itself, not through a proxy on it', async () => {
  expect((await get('/api/metrics')).statusCode).toBe(200)
  const added = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-proto']
  const further = ['x-original-forwarded-for', 'x-envoy-external-address']
  for (const name of [
    ...added,
    ...further,
    'x-forwarded-port',
    'cf-connecting-ip',
    'true-client-ip',
  ]) {
    const answer = await get('/api/metrics', { headers: { [name]: '127.0.0.1' } })
    expect([name, answer.statusCode]).toEqual([name, 403])
  }
  for (const [host, status] of Object.entries({ 'pay.example.com': 403, '[::1]:4000': 200 })) {
    const answer = await get('/api/metrics', { headers: { host } })
    expect([host, answer.statusCode]).toEqual([host, status])
  }
  expect((await get('/api/metrics', { remoteAddress: '192.0.2.1' })).statusCode).toBe(403)
})
