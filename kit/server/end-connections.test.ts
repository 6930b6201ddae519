import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { publicRoute } from './request/route.ts'

const slow = endpoint({
  id: 'closing.slow',
  method: 'GET',
  path: '/api/slow',
  summary: 'Answers when it may',
  public: true,
  answer: z.object({ done: z.literal(true) }),
})

// far below the time for which a connection without requests is kept
test('a server behind a proxy that keeps connections ends with its last request', {
  timeout: 30_000,
}, async () => {
  const mayAnswer = Promise.withResolvers<void>()
  const isAsked = Promise.withResolvers<void>()
  const routes = [
    publicRoute(slow, async () => {
      isAsked.resolve()
      await mayAnswer.promise
      return { done: true as const }
    }),
  ]
  const { app } = await testServer(await testDatabase(), routes, () => Promise.reject(new Error()))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const ask = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ agent, port, host: '127.0.0.1', path }, (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer))
      }).once('error', reject)
    })
  // one connection that waits for its next request, and one that is being answered
  expect((await ask('/api/nothing')).headers.connection).toBe('keep-alive')
  const answering = ask('/api/slow')
  await isAsked.promise
  const closed = app.close()
  await sleep(50)
  mayAnswer.resolve()
  const answer = await answering
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  await closed
  agent.destroy()
})
