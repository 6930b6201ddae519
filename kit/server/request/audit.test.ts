import { describe, expect, it } from 'vitest'
import { redact } from './audit.ts'

describe('redact', () => {
  it('removes card numbers, codes and secrets by name at any depth and keeps the rest', () => {
    const body = {
      amount: 1250n,
      method: { type: 'card', number: '4242424242424242', securityCode: '123', expiryMonth: 12 },
      users: [{ email: 'a@b.example', password: 'x', scaCode: '123456' }],
      midNumber: 'kept',
    }
    expect(redact(body)).toEqual({
      amount: 1250,
      method: { type: 'card', number: '[removed]', securityCode: '[removed]', expiryMonth: 12 },
      users: [{ email: 'a@b.example', password: '[removed]', scaCode: '[removed]' }],
      midNumber: 'kept',
    })
  })
})
