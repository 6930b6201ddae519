import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { compressAnswers } from './compression.ts'

const app = Fastify()
afterAll(() => app.close())
await compressAnswers(app)
// two bytes that are the head of a compressed stream as well
const texts = { small: 'x '.repeat(1500), large: 'x '.repeat(50_000) }
app.get('/text/:size', async (request, reply) =>
  reply.type('text/csv').send(texts[(request.params as { size: 'small' | 'large' }).size]),
)
app.get('/stream', async (_, reply) => reply.type('text/csv').send(Readable.from([texts.large])))
app.get('/short', async (_, reply) => reply.type('text/plain').send('short'))
app.get('/picture', async (_, reply) => reply.type('image/png').send(Buffer.alloc(5000)))

const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

test.each([
  ['/text/small', texts.small],
  ['/text/large', texts.large],
  ['/stream', texts.large],
])('%s is compressed whatever it begins with', async (url, text) => {
  const answer = await get(url, 'br, gzip')
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(answer.rawPayload).toString()).toBe(text)
})

test.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, *'])(
  'who takes %s is sent the text as it is',
  async (accepted) => {
    const answer = await get('/text/small', accepted)
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.body).toBe(texts.small)
  },
)

test('what is short or compressed by nature stays as it is', async () => {
  for (const url of ['/short', '/picture']) {
    expect((await get(url, 'gzip')).headers['content-encoding'], url).toBeUndefined()
  }
})
