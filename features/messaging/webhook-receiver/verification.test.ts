import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { findSignatureFault } from './verification.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const body = '{"test": 2432232314}'
const signedAt = new Date(1_614_265_330_000)
const headers = {
  'webhook-id': id,
  'webhook-timestamp': '1614265330',
  'webhook-signature': new Webhook(secret).sign(id, signedAt, body),
}

const fault = (change: object, text = body, now = signedAt) =>
  findSignatureFault(secret, { ...headers, ...change }, text, now)

test('a genuine message is taken, also with several signatures', () => {
  expect(fault({})).toBeUndefined()
  const several = `v1,AAAA v1a,BBBB ${headers['webhook-signature']}`
  expect(fault({ 'webhook-signature': several })).toBeUndefined()
})

test('a changed body, id, time or secret is not', () => {
  expect(fault({}, `${body} `)).toMatch(/does not fit/)
  expect(fault({ 'webhook-id': 'msg_other' })).toMatch(/does not fit/)
  expect(fault({ 'webhook-timestamp': '1614265331' })).toMatch(/does not fit/)
  expect(findSignatureFault(`whsec_${btoa('other')}`, headers, body, signedAt)).toMatch(/not fit/)
})

test('an old or a future message is not', () => {
  const later = (s: number) => new Date(signedAt.getTime() + s * 1000)
  expect(fault({}, body, later(299))).toBeUndefined()
  expect(fault({}, body, later(301))).toMatch(/five minutes/)
  expect(fault({}, body, later(-301))).toMatch(/five minutes/)
})

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('%s is needed', (name) => {
  expect(fault({ [name]: undefined })).toMatch(/are needed/)
})
