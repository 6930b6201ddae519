import { authorisePayment } from '@counterfoil/features/payments/engine/payments.public.ts'
import { order, paymentGround } from '@counterfoil/tools/testing/payments.ts'
import { expect, test } from 'vitest'

const ground = await paymentGround()

test('an approved payment is captured', async () => {
  const { payment } = await authorisePayment(ground.engine, order(ground))
  expect(payment).toMatchObject({ status: 'captured', capturedMinor: 1250n })
})
