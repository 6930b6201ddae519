import { describe, expect, test } from 'vitest'
import { loggableError } from './loggable-errors.rules.ts'

describe('an error as a log may hold it', () => {
  test('keeps name, message, code, stack and causes, and nothing else', () => {
    const error = Object.assign(new TypeError('fetch failed', { cause: new Error('no route') }), {
      code: 'ECONNRESET',
      config: { data: '{"number":"4242424242424242"}' },
    })
    expect(loggableError(error, [])).toEqual({
      type: 'TypeError',
      message: 'fetch failed',
      code: 'ECONNRESET',
      stack: error.stack,
      cause: { type: 'Error', message: 'no route', stack: (error.cause as Error).stack },
    })
  })

  test.each([
    ['refused {"number":"4242424242424242","cvc":"123"}', 'refused {"number":"***","cvc":"***"}'],
    ['card 4000 0000 0000 0002 at once', 'card *** at once'],
    ['card 4000-0000-0000-0002', 'card ***'],
    ['status 503 after 1500 ms', 'status 503 after 1500 ms'],
  ])('masks card data: %s', (message, masked) => {
    const logged = loggableError(new Error(message), ['4242424242424242', '123', ''])
    expect(logged.message).toBe(masked)
    expect(logged.stack).toContain(masked)
  })

  test('whatever is thrown', () => {
    expect(loggableError('no 4242424242424242', [])).toEqual({ type: 'string', message: 'no ***' })
    expect(loggableError(undefined, [])).toEqual({ type: 'undefined', message: 'undefined' })
  })

  test('ends where causes go round', () => {
    const error = new Error('first')
    error.cause = error
    expect(JSON.stringify(loggableError(error, [])).match(/"first"/g)).toHaveLength(6)
  })
})
