import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { pass, renderInPortal, snackbars } from '@counterfoil/kit/testing/portal.tsx'
import { reportReach } from '@counterfoil/kit/web/calls/reachability.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ConnectionNote } from './connection-note.tsx'

const readSum = endpoint({
  id: 'sums.read',
  method: 'GET',
  path: '/api/sum',
  summary: '',
  permission: [],
  answer: z.object({ sum: z.int() }),
})

function Sum() {
  const { data } = useCall(readSum, {})
  return <output>{data?.sum ?? 'none'}</output>
}

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const problem = (code: string, message = code) => json(503, { code, errors: [{ message }] })

let answer: () => Response = () => json(200, { sum: 7 })
let ready: () => Response = () => json(200, {})
const asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  reportReach('fine')
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return url.startsWith('/api/health/') ? ready() : answer()
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = () =>
  renderInPortal(
    <>
      <ConnectionNote />
      <Sum />
    </>,
  )
const databaseNote = /cannot reach its database/
const serverNote = /No connection to the server/

test('a database that is gone is named once, and what failed loads when it is back', async () => {
  answer = () => problem('database.unavailable')
  ready = () => problem('health.not_ready', 'Not ready: database, jobs')
  show()
  await pass(100)
  expect(screen.getByText(databaseNote)).toBeTruthy()
  // all of a query's own tries are over, and nothing but the note tells of it
  await pass(20_000)
  expect(screen.getByText(databaseNote)).toBeTruthy()
  expect(snackbars()).toEqual([])
  expect(asked).toContain('/api/health/ready')
  answer = () => json(200, { sum: 7 })
  ready = () => json(200, {})
  await pass(6000)
  expect(screen.queryByText(databaseNote)).toBeNull()
  expect(screen.getByText('7')).toBeTruthy()
})

test('a gateway that finds no server is the server gone', async () => {
  answer = () => new Response('<html>Bad gateway</html>', { status: 502 })
  ready = () => new Response('', { status: 502 })
  show()
  await pass(100)
  expect(screen.getByText(serverNote)).toBeTruthy()
  answer = () => json(200, { sum: 7 })
  ready = () => json(200, {})
  await pass(20_000)
  expect(screen.queryByText(serverNote)).toBeNull()
})

test('a refusal of the server itself is neither', async () => {
  answer = () => problem('database.too_slow')
  show()
  // after its own tries
  await pass(13_000)
  expect(snackbars()).toEqual([expect.stringContaining('database.too_slow')])
  expect(screen.queryByText(serverNote)).toBeNull()
  expect(screen.queryByText(databaseNote)).toBeNull()
})
