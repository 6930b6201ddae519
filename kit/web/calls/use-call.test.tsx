import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createClient } from './call.ts'
import { createQueryClient } from './query-client.ts'
import { ClientProvider, fetchFirst, useAction, useCall } from './use-call.ts'

const refund = endpoint({
  id: 'payments.refund',
  method: 'POST',
  path: '/api/refunds',
  summary: '',
  permission: [],
  body: z.object({ amount: z.int() }),
  answer: z.object({ id: z.string() }),
  refreshes: ['payments.*'],
  idempotent: true,
})
const read = endpoint({
  id: 'payments.read',
  method: 'GET',
  path: '/api/payments',
  summary: '',
  permission: [],
  answer: z.object({ left: z.int() }),
})

const idOfParams = z.object({ id: z.string() })
const readOne = endpoint({
  ...{ id: 'payments.readOne', method: 'GET', path: '/api/payments/:id', summary: '' },
  ...{ permission: [], params: idOfParams, answer: z.object({ id: z.string() }) },
})
const remove = endpoint({
  ...{ id: 'payments.remove', method: 'DELETE', path: '/api/payments/:id', summary: '' },
  ...{ permission: [], params: idOfParams, answer: z.object({ id: z.string() }) },
  refreshes: ['payments.*'],
})

afterEach(() => vi.unstubAllGlobals())

const client = createClient({
  token: () => undefined,
  renew: async () => false,
  mode: () => undefined,
})

function wrapper({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <ClientProvider value={{ client, mode: 'Live' }}>{children}</ClientProvider>
    </QueryClientProvider>
  )
}
let queries = createQueryClient()

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

function answering(answers: Response[]) {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return answers.shift() ?? json(200, { id: '1' })
  })
  return keys
}

function useRefund() {
  return useAction(refund, { quiet: true })
}

test('an unknown outcome is repeated with the same key, a new intent has another', async () => {
  queries = createQueryClient()
  const keys = answering([json(503, {}), json(200, { id: '1' })])
  const { result } = renderHook(useRefund, { wrapper })
  const run = (amount: number) => act(() => result.current.run({ body: { amount } }))

  await run(100)
  await waitFor(() => expect(result.current.problem?.status).toBe(503))
  await run(100)
  await run(100)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('another amount after an unknown outcome is another intent', async () => {
  queries = createQueryClient()
  const keys = answering([json(503, {})])
  const { result } = renderHook(useRefund, { wrapper })
  await act(() => result.current.run({ body: { amount: 100 } }))
  await act(() => result.current.run({ body: { amount: 50 } }))
  expect(keys[1]).not.toBe(keys[0])
})

test('what is under way keeps its key while another is begun and done', async () => {
  queries = createQueryClient()
  const keys: (string | null)[] = []
  let lose = (_: Response) => {}
  const lost = new Promise<Response>((resolve) => {
    lose = resolve
  })
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return keys.length === 1 ? lost : json(200, { id: '1' })
  })
  const { result } = renderHook(useRefund, { wrapper })
  let first: Promise<unknown> | undefined
  act(() => {
    first = result.current.run({ body: { amount: 100 } })
  })
  await act(() => result.current.run({ body: { amount: 50 } }))
  lose(json(503, {}))
  await act(async () => {
    await first
  })
  await act(() => result.current.run({ body: { amount: 100 } }))
  expect(keys[1]).not.toBe(keys[0])
  expect(keys[2]).toBe(keys[0])
})

test('a double click is one call, whose answer both have; a later one is another', async () => {
  queries = createQueryClient()
  const keys = answering([json(200, { id: 'one' }), json(200, { id: 'two' })])
  const { result } = renderHook(useRefund, { wrapper })
  const run = () => result.current.run({ body: { amount: 100 } })
  const both = await act(() => Promise.all([run(), run()]))
  expect(both).toEqual([{ id: 'one' }, { id: 'one' }])
  expect(await act(run)).toEqual({ id: 'two' })
  expect(new Set(keys).size).toBe(2)
})

test('after a refusal the key is spent', async () => {
  queries = createQueryClient()
  const keys = answering([json(409, { errors: [{ message: 'Too much' }] })])
  const { result } = renderHook(useRefund, { wrapper })
  await act(() => result.current.run({ body: { amount: 100 } }))
  await waitFor(() => expect(result.current.problem?.message).toBe('Too much'))
  await act(() => result.current.run({ body: { amount: 100 } }))
  expect(keys[1]).not.toBe(keys[0])
})

test('a success fetches again what it made stale', async () => {
  queries = createQueryClient()
  answering([json(200, { left: 10 }), json(200, { id: '1' }), json(200, { left: 4 })])
  const { result } = renderHook(() => ({ payment: useCall(read, {}), refund: useRefund() }), {
    wrapper,
  })
  await waitFor(() => expect(result.current.payment.data?.left).toBe(10))
  await act(() => result.current.refund.run({ body: { amount: 6 } }))
  await waitFor(() => expect(result.current.payment.data?.left).toBe(4))
})

test('what was removed is not asked for again, everything else is', async () => {
  queries = createQueryClient()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: URL | string) => {
    asked.push(new URL(String(address), 'http://portal').pathname)
    return json(200, { id: '1', left: 1 })
  })
  const { result } = renderHook(
    () => ({
      one: useCall(readOne, { params: { id: '1' } }),
      other: useCall(readOne, { params: { id: '2' } }),
      all: useCall(read, {}),
      remove: useAction(remove),
    }),
    { wrapper },
  )
  await waitFor(() => expect(asked.length).toBe(3))
  asked.length = 0
  await act(() => result.current.remove.run({ params: { id: '1' } }))
  await waitFor(() =>
    expect(asked).toEqual(['/api/payments/1', '/api/payments/2', '/api/payments']),
  )
})

test('what was asked before a page is drawn is not asked by the page again', async () => {
  queries = createQueryClient()
  const fetched = vi.fn(async () => json(200, { left: 7 }))
  vi.stubGlobal('fetch', fetched)
  fetchFirst(queries, { client, mode: 'Live' }, [{ endpoint: read, input: {} }])
  expect(fetched).toHaveBeenCalledOnce()
  // it may be answered before the page stands, or while it does
  for (const _ of ['early', 'late']) {
    const { result } = renderHook(() => useCall(read, {}, { staleMs: 5000 }), { wrapper })
    await waitFor(() => expect(result.current.data).toEqual({ left: 7 }))
  }
  expect(fetched).toHaveBeenCalledOnce()
})

test('what asked for a code is not asked again by itself, other failures are', async () => {
  queries = createQueryClient()
  const challenge = { kind: 'code', id: '1', action: 'read', recordId: '', expiresAt: '' }
  const keys = answering([
    ...[json(503, {}), json(401, { code: 'sca.required', challenge }), json(200, { left: 1 })],
  ])
  const { result } = renderHook(() => useCall(read, {}, { refetchEveryMs: 20, quiet: true }), {
    wrapper,
  })
  await waitFor(() => expect(result.current.error?.code).toBe('sca.required'))
  await new Promise((over) => setTimeout(over, 100))
  expect([keys.length, result.current.error?.code]).toEqual([2, 'sca.required'])
})
