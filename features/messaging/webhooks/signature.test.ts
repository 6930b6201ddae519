import { expect, test } from 'vitest'
import { signatureHeaders } from './signature.ts'

test('the vector of the Standard Webhooks reference libraries', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
  const signedAt = new Date(1_614_265_330_000)
  expect(signatureHeaders([secret], id, '{"test": 2432232314}', signedAt)).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('two secrets sign apart, the newer one first', () => {
  const [newer, older] = [
    'whsec_bmV3ZXItc2VjcmV0LW9mLTI0LWJ5dGVz',
    'whsec_b2xkZXItc2VjcmV0LW9mLTI0LWJ5dGVz',
  ]
  const sign = (...secrets: string[]) =>
    signatureHeaders(secrets, 'msg_1', '{}', new Date(0))['webhook-signature']
  expect(sign(newer, older)).toBe(`${sign(newer)} ${sign(older)}`)
})
