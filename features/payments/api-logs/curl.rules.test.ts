import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { ApiLogInFull } from './api-logs.schema.ts'
import { curlOf } from './curl.rules.ts'

const log: ApiLogInFull = {
  id: '019ab000-0000-7000-8000-000000000000',
  direction: 'inbound',
  peer: 'Shop',
  method: 'POST',
  url: '/v1/payments',
  status: 400,
  durationMs: 3,
  requestId: null,
  idempotencyKey: 'order 7',
  createdAt: '2026-03-01T10:00:00.000Z',
  paymentId: null,
  request: '{"description":"O\'Neil $HOME `x`"}',
  response: null,
}

/** What the shell makes of it: the arguments that curl would be given. */
const argumentsOf = (command: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
    env: { API_KEY: 'cf_test_key' },
    encoding: 'utf8',
  })
    .trim()
    .split('\n')

test('a shell gives curl the call as it was, with the key from the environment', () => {
  expect(argumentsOf(curlOf(log, 'https://pay.example'))).toEqual([
    '-X',
    'POST',
    'https://pay.example/v1/payments',
    '-H',
    'Authorization: Bearer cf_test_key',
    '-H',
    'Idempotency-Key: order 7',
    '-H',
    'Content-Type: application/json',
    '-d',
    '{"description":"O\'Neil $HOME `x`"}',
  ])
})

test('a call to an acquirer has neither our key nor our address', () => {
  const outbound = {
    ...log,
    direction: 'outbound',
    url: '/authorise',
    idempotencyKey: null,
    request: null,
  } as const
  expect(argumentsOf(curlOf(outbound, 'https://pay.example'))).toEqual(['-X', 'POST', '/authorise'])
})
