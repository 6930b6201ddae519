import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
})
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
  test.each([
    ['4242 4242 4242 4241', '4241'],
    ['４２４２４２４２４２４２４２４１', '4241'],
    ['HB-100042', 'HB-100042'],
  ])('that searches for %s sends %s', async (searchKey, sentKey) => {
    const sent = answering()
    await createClient(settings).send(list, { query: { searchKey } })
    expect(new URL(sent[0]?.url ?? '').searchParams.get('searchKey')).toBe(sentKey)
  })

  test('carries the token and the mode [requests.bearer] [mode.header]', async () => {
    const sent = answering()
    const client = createClient({ ...settings, mode: () => 'Test' })
    await client.send(list, {})
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1')
    expect(sent[0]?.headers.get('mode')).toBe('Test')
    expect(sent[0]?.credentials).toBe('include')
  })

  test('after a change, calls of every tab say what a replica must show', async () => {
    const headers = { 'content-type': 'application/json', 'written-position': '4711' }
    const changed = () => new Response('{"ok":true}', { headers })
    const sent = answering(ok, changed)
    await createClient(settings).send(list, {})
    await createClient(settings).send(refund, { params: { id: '1' }, body: { amount: 1 } })
    await createClient(settings).send(list, {})
    expect(sent.map((request) => request.headers.get('written-position'))).toEqual([
      ...[null, null, '4711'],
    ])
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

  test.each([
    [200, true],
    [204, true],
    [299, true],
    [400, false],
    [404, false],
    [500, false],
    [599, false],
  ])('answered %d is a success: %s [errors.http-class]', async (status, isSuccess) => {
    answering(() => new Response(null, { status }))
    const outcome = await createClient(settings)
      .send(list, {})
      .then(
        () => true,
        (problem: unknown) => !(problem instanceof CallProblem && problem.status === status),
      )
    expect(outcome).toBe(isSuccess)
  })

  test('a refusal of a business call tells what the server said of it [errors.individual-unknown] [errors.business-unknown]', async () => {
    const body = JSON.stringify({ errors: [{ message: 'Only 5.00 GBP is left' }] })
    answering(() => new Response(body, { status: 409 }))
    const refused = createClient(settings).send(refund, {
      params: { id: '1' },
      body: { amount: 9 },
    })
    await expect(refused).rejects.toThrow('Only 5.00 GBP is left')
  })

  test('that a fresh token opens nothing is told, so that the session can end', async () => {
    const unauthorised = () =>
      new Response(JSON.stringify({ errors: [{ message: 'Not active' }] }), { status: 401 })
    answering(unauthorised, unauthorised)
    const refusals: string[] = []
    const client = createClient({
      ...settings,
      renew: async () => true,
      onRefused: ({ message }) => refusals.push(message),
    })
    await expect(client.send(list, {})).rejects.toThrow('Not active')
    expect(refusals).toEqual(['Not active'])
  })

  test('a 401 that no new token could follow ends nothing by itself', async () => {
    answering(() => new Response('', { status: 401 }))
    const onRefused = vi.fn()
    await expect(createClient({ ...settings, onRefused }).send(list, {})).rejects.toThrow()
    expect(onRefused).not.toHaveBeenCalled()
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
