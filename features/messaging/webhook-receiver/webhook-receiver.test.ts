import { newId } from '@counterfoil/kit/database/ids.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { routes } from './webhook-receiver.routes.ts'

const base = await testDatabase()
const { owner } = base
const { call } = await testServer(base, routes, () => Promise.reject(new Error('nobody signs in')))

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const endpointId = newId(new Date())
await owner.query('insert into sandbox.webhook_receiver (endpoint_id, secret) values ($1, $2)', [
  endpointId,
  secret,
])

// spaces and letters that a parser would not give back as they came
const body = '{ "type":"payment.captured",\n "data": {"note": "ğüş", "n": 1.0} }'

function send(id: string, text = body, to = endpointId) {
  const now = new Date()
  return call(undefined, `POST /sandbox/webhooks/${to}`, {
    payload: text,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    },
  })
}

const received = async () =>
  (await owner.query('select webhook_id, payload from sandbox.received_webhook')).rows

test('a genuine message is kept once, and the receiver says what it is', async () => {
  const first = await send('msg_1')
  expect(first.statusCode).toBe(200)
  expect(first.json()).toEqual({
    received: true,
    receiver: "Counterfoil's sandbox webhook receiver",
  })
  expect((await send('msg_1')).statusCode).toBe(200)
  expect(await received()).toEqual([{ webhook_id: 'msg_1', payload: JSON.parse(body) }])
})

test('a message that was changed on its way is refused and not kept', async () => {
  const changed = await send('msg_2', body.replace('captured', 'refunded'))
  expect(changed.statusCode).toBe(400)
  expect(changed.json()).toMatchObject({ code: 'webhook.signature_invalid' })
  const respaced = await send('msg_2', JSON.stringify(JSON.parse(body)))
  expect(respaced.statusCode).toBe(400)
  expect(await received()).toHaveLength(1)
})

test('an unknown receiver is not there', async () => {
  expect((await send('msg_3', body, newId(new Date()))).statusCode).toBe(404)
})
