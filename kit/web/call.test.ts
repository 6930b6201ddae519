// @vitest-environment node
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createClient, makesStale, urlOf } from './call.ts'
import { CallProblem } from './problem.ts'

const refund = endpoint({
  id: 'payments.refund',
  method: 'POST',
  path: '/api/crm/transactions/:id/refunds',
  summary: '',
  permission: [],
  params: z.object({ id: z.string() }),
  body: z.object({ amount: z.int() }),
  answer: z.object({ ok: z.boolean() }),
})
const list = endpoint({
  id: 'payments.list',
  method: 'GET',
  path: '/api/crm/transactions',
  summary: '',
  permission: [],
  query: z.object({ status: z.array(z.string()).optional(), searchKey: z.string().optional() }),
  answer: z.object({ ok: z.boolean() }),
})

const ok = () => new Response('{"ok":true}', { headers: { 'content-type': 'application/json' } })
const settings = { token: () => 'token-1', renew: async () => false, mode: () => undefined }

afterEach(() => vi.unstubAllGlobals())

function answering(...answers: (() => Response)[]) {
  const sent: Request[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(new Request(`https://portal.example${url}`, init))
    return (answers[sent.length - 1] ?? ok)()
  })
  return sent
}

describe('address of a call', () => {
  test('parameters are filled in and made safe', () => {
    expect(urlOf(refund, { params: { id: 'a/b c' } })).toBe(
      '/api/crm/transactions/a%2Fb%20c/refunds',
    )
    expect(() => urlOf(refund, {})).toThrow('needs id')
  })

  test('empty query values are left out, lists repeated', () => {
    const query = { status: ['captured', 'refunded'], searchKey: '', other: undefined }
    expect(urlOf(list, { query })).toBe('/api/crm/transactions?status=captured&status=refunded')
  })
})

describe('a call', () => {
  test('carries the token and the mode [requests.bearer] [mode.header]', async () => {
    const sent = answering()
    const client = createClient({ ...settings, mode: () => 'Test' })
    await client.send(list, {})
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1')
    expect(sent[0]?.headers.get('mode')).toBe('Test')
    expect(sent[0]?.credentials).toBe('include')
  })

  test('after a 401 it goes once more with a new token', async () => {
    let token = 'old'
    const sent = answering(() => new Response('', { status: 401 }))
    const client = createClient({
      ...settings,
      token: () => token,
      renew: async () => {
        token = 'new'
        return true
      },
    })
    expect(await client.send(list, {})).toEqual({ ok: true })
    expect(sent.map((request) => request.headers.get('authorization'))).toEqual([
      'Bearer old',
      'Bearer new',
    ])
  })

  test('without an answer the outcome is unknown', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    const problem = await createClient(settings)
      .send(refund, { params: { id: '1' }, body: { amount: 5 } })
      .catch((thrown: unknown) => thrown)
    expect(problem).toBeInstanceOf(CallProblem)
    expect((problem as CallProblem).isOutcomeUnknown).toBe(true)
  })

  test('a file has the name that the server gave it', async () => {
    answering(
      () =>
        new Response('x', {
          headers: { 'content-disposition': "attachment; filename*=UTF-8''%C3%B6demeler.zip" },
        }),
    )
    expect((await createClient(settings).download(list, {})).fileName).toBe('ödemeler.zip')
  })
})

test('what a change makes stale is named by id or by beginning', () => {
  expect(makesStale(['payments.read'], 'payments.read')).toBe(true)
  expect(makesStale(['payments.read'], 'payments.readers')).toBe(false)
  expect(makesStale(['payments.*'], 'payments.list')).toBe(true)
  expect(makesStale(['payments.*'], 'payouts.list')).toBe(false)
})
