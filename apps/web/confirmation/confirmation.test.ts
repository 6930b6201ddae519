// Calls that are challenged, and the one dialog that stands between them and what they ask for.
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { createClient } from '@counterfoil/kit/web/calls/call.ts'
import { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'

const answer = z.object({ ok: z.boolean() })
const about = { summary: '', permission: [], answer }
const view = endpoint({ ...about, id: 'test.view', method: 'GET', path: '/api/view' })
const other = endpoint({ ...about, id: 'test.other', method: 'GET', path: '/api/other' })
const change = endpoint({ ...about, id: 'test.change', method: 'PUT', path: '/api/view' })
const actions: Readonly<Record<string, string>> = {
  'GET /api/view': 'read view',
  'GET /api/other': 'read other',
  'PUT /api/view': 'test.change',
}

/** The server, in short: a right code opens what is looked at for a while, and serves one change. */
let sent: string[]
let opened: Set<string>
let dialogs: string[]
let asked = 0
const rightCodes = new Set<string>()

beforeEach(() => {
  vi.resetModules()
  sent = []
  dialogs = []
  opened = new Set()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const action = actions[`${init.method} ${path}`] ?? ''
    const code = new Headers(init.headers).get('scaCode')
    sent.push(`${action} ${code ?? '-'}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
    const isRead = init.method === 'GET'
    const isRight = code !== null && rightCodes.delete(code)
    if (isRight && isRead) opened.add(action)
    if (isRight || (isRead && opened.has(action))) return Response.json({ ok: true })
    const id = `c-${++asked}`
    const problem = code === null ? 'sca.required' : 'sca.code_wrong'
    return Response.json(
      { code: problem, instance: id, challenge: { kind: 'code', id, action } },
      { status: 401, headers: { 'www-authenticate': `Code error="${problem}"` } },
    )
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A portal just opened, and somebody who enters these codes one by one; undefined: closes the dialog. */
async function portal(...entered: (string | undefined)[]) {
  const { confirm, confirmation } = await import('./confirmation.ts')
  confirmation.subscribe(() => {
    const question = confirmation.current()
    if (question === undefined) return
    const { code, challenge } = question.problem
    dialogs.push(`${code} ${challenge?.action}`)
    setTimeout(() => {
      const scaCode = entered[dialogs.length - 1]
      question.answer(scaCode === undefined ? undefined : { scaCode })
    }, 20)
  })
  return createClient({
    ...{ token: () => 'token', renew: async () => false, mode: () => undefined },
    confirm,
  })
}

test('several reads that one code opens need one dialog', async () => {
  rightCodes.add('111111')
  const client = await portal('111111')
  const all = await Promise.all([1, 2, 3].map(() => client.send(view, {})))
  expect(all).toEqual(Array(3).fill({ ok: true }))
  expect(dialogs).toEqual(['sca.required read view'])
  expect(sent.filter((one) => one.endsWith('111111'))).toHaveLength(1)
})

test('after a wrong code the same dialog asks again before anything else does', async () => {
  for (const code of ['222222', '333333']) rightCodes.add(code)
  const client = await portal('000000', '222222', '333333')
  await Promise.all([client.send(view, {}), client.send(other, {}), client.send(view, {})])
  expect(dialogs).toEqual([
    'sca.required read view',
    'sca.code_wrong read view',
    'sca.required read other',
  ])
})

test('each change is asked for by itself, also once something is open', async () => {
  for (const code of ['1', '2', '3']) rightCodes.add(code)
  const client = await portal('1', '2', '3')
  await client.send(view, {})
  await Promise.all([client.send(change, {}), client.send(change, {})])
  expect(dialogs.slice(1)).toEqual(Array(2).fill('sca.required test.change'))
  expect(sent.filter((one) => one === 'test.change -')).toHaveLength(2)
})

test('who closes the dialog is not asked for the reads that waited with it, but is for others and later', async () => {
  rightCodes.add('444444')
  const client = await portal(undefined, undefined, '444444')
  const all = await Promise.allSettled([
    ...[1, 2, 3].map(() => client.send(view, {})),
    client.send(other, {}),
  ])
  for (const one of all)
    expect(one.status === 'rejected' && one.reason).toMatchObject({ name: CallProblem.name })
  expect(dialogs).toEqual(['sca.required read view', 'sca.required read other'])
  expect(await client.send(view, {})).toEqual({ ok: true })
})
