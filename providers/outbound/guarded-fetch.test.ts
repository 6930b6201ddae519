import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'

// what it lets through is tried at `openOutbound` (outbound.test.ts): both ask `checkedAddresses`

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})

let calls = 0
async function listening(listener: RequestListener): Promise<number> {
  calls = 0
  const server = createServer((request, response) => {
    calls += 1
    listener(request, response)
  })
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return (server.address() as AddressInfo).port
}

const at = (address: string) => async () => [{ address, family: 4 }]
const open = (changes: Partial<Parameters<typeof guardedFetch>[0]> = {}) =>
  guardedFetch({
    mayReachPrivate: false,
    timeoutMs: 2_000,
    resolve: at('127.0.0.1'),
    ...changes,
  })

test.each([
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://2130706433/',
  'http://169.254.169.254/latest/meta-data/',
  'http://leads-inside.example/',
  'file:///etc/passwd',
])('%s is not called', async (address) => {
  const port = await listening((_request, response) => response.end('secret'))
  const url = new URL(address)
  url.port = url.protocol === 'file:' ? '' : String(port)
  await expect(open()(url.href)).rejects.toThrow(/not a public address|Only http and https/)
  expect(calls).toBe(0)
})

test('a name that leads to one public and one private address is not called', async () => {
  const resolve = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  await expect(open({ resolve })('https://both.example/')).rejects.toThrow(/10\.0\.0\.1/)
})

test('a redirect inside is answered as it came, and not followed', async () => {
  const port = await listening((_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  )
  const answer = await open({ mayReachPrivate: true })(`http://provider.example:${port}/`)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://169.254.169.254/'])
  expect(calls).toBe(1)
})

test('the address that was checked is the one that is called, whatever the name says then', async () => {
  let asked = 0
  const port = await listening((request, response) => response.end(request.headers.host))
  const call = open({
    mayReachPrivate: true,
    resolve: async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
  })
  const answer = await call(`http://rebinding.example:${port}/`)
  expect([await answer.text(), asked]).toEqual([`rebinding.example:${port}`, 1])
  // the next call is checked anew
  await expect(call(`http://rebinding.example:${port}/`)).rejects.toThrow(/ECONNREFUSED/)
})

test('an answer that does not end, or has no end in sight, is given up', async () => {
  const trickling = await listening((_request, response) => {
    response.write('a')
  })
  const call = open({ mayReachPrivate: true, timeoutMs: 150 })
  await expect(call(`http://127.0.0.1:${trickling}/`)).rejects.toThrow()
  const endless = await listening((_request, response) => response.end('x'.repeat(1024 * 1024 + 1)))
  await expect(open({ mayReachPrivate: true })(`http://127.0.0.1:${endless}/`)).rejects.toThrow(
    /longer than/,
  )
})

test('sends method, headers and body, as libraries give them', async () => {
  let received = ''
  const port = await listening((request, response) => {
    request.on('data', (chunk) => {
      received += chunk
    })
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify([request.method, request.headers['x-test']]))
    })
  })
  const answer = await open({ mayReachPrivate: true })(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'x-test': 'yes' },
    body: new URLSearchParams({ code: 'ä b' }),
  })
  expect([await answer.json(), received]).toEqual([['POST', 'yes'], 'code=%C3%A4+b'])
})
