import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'
import { openOutbound } from './outbound.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})

async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return (server.address() as AddressInfo).port
}

const message = (url: string) => ({ url, headers: { 'x-test': 'yes' }, body: '{"a":1}' })

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '100.100.100.200',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::7f00:1',
    '::a9fe:a9fe',
    '1::1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    'fec0::1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'not an address',
  ])('%s is refused', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
  ])('%s is allowed', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('outside the demo', () => {
  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
  ])('%s is not called', async (address) => {
    let isCalled = false
    const port = await listening((_request, response) => {
      isCalled = true
      response.end()
    })
    const url = new URL(address)
    url.port = String(port)
    const answer = await openOutbound({ mayReachPrivate: false }).post(message(url.href))
    expect(answer).toMatchObject({ status: undefined })
    expect(answer.error).toMatch(/not a public address/)
    expect(isCalled).toBe(false)
  })

  test('a name with one public and one private address is not called', async () => {
    const outbound = openOutbound({
      mayReachPrivate: false,
      resolve: async () => [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    })
    const answer = await outbound.post(message('http://both.example/'))
    expect(answer.error).toMatch(/127\.0\.0\.1, which is not a public address/)
  })

  test.each(['file:///etc/passwd', 'ftp://example.com/', 'nonsense'])(
    '%s is not called',
    async (url) => {
      const answer = await openOutbound({ mayReachPrivate: true }).post(message(url))
      expect(answer.status).toBeUndefined()
      expect(answer.error).toBeTruthy()
    },
  )
})

describe('a call', () => {
  test('goes to the address that was checked, not to what the name says a moment later', async () => {
    let asked = 0
    const port = await listening((request, response) => response.end(request.headers.host))
    const outbound = openOutbound({
      mayReachPrivate: true,
      resolve: async () => {
        asked += 1
        return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
      },
    })
    const answer = await outbound.post(message(`http://rebinding.example:${port}/`))
    expect(answer).toMatchObject({ status: 200, body: `rebinding.example:${port}` })
    expect(asked).toBe(1)
  })

  test('uses the connection of the call before it, unless the receiver has closed it', async () => {
    const ports = new Set<number | undefined>()
    const port = await listening((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('yes')
    })
    const outbound = openOutbound({ mayReachPrivate: true })
    const post = () => outbound.post(message(`http://127.0.0.1:${port}/`))
    await post()
    await post()
    expect(ports.size).toBe(1)
    for (const server of servers) server.closeAllConnections()
    await new Promise((seen) => setTimeout(seen, 50))
    expect(await post()).toMatchObject({ status: 200, body: 'yes' })
    expect(ports.size).toBe(2)
  })

  test('sends body and headers, and keeps status, Retry-After and the beginning of the answer', async () => {
    let received = ''
    const port = await listening((request, response) => {
      request.on('data', (chunk) => {
        received += chunk
      })
      request.on('end', () => {
        response.writeHead(503, { 'retry-after': '120' })
        response.end(`${request.headers['x-test']}\0${'x'.repeat(100_000)}`)
      })
    })
    const answer = await openOutbound({ mayReachPrivate: true }).post(
      message(`http://127.0.0.1:${port}/`),
    )
    expect(received).toBe('{"a":1}')
    expect(answer).toMatchObject({ status: 503, retryAfter: '120', error: undefined })
    expect(answer.body.startsWith('yesxxx')).toBe(true)
    expect(answer.body.length).toBeLessThanOrEqual(4096)
  })

  test('does not follow a redirect', async () => {
    let calls = 0
    const port = await listening((_request, response) => {
      calls += 1
      response.writeHead(302, { location: 'https://b.example/' }).end()
    })
    const answer = await openOutbound({ mayReachPrivate: true }).post(
      message(`http://127.0.0.1:${port}/`),
    )
    expect(answer).toMatchObject({ status: 302, body: 'Location: https://b.example/' })
    expect(calls).toBe(1)
  })

  test('ends at its time limit, also when the receiver trickles', async () => {
    const port = await listening((_request, response) => {
      response.write('a')
    })
    const answer = await openOutbound({ mayReachPrivate: true, timeoutMs: 150 }).post(
      message(`http://127.0.0.1:${port}/`),
    )
    expect(answer).toMatchObject({ status: undefined, error: 'No answer within 150 ms' })
  })

  test('ends when the receiver changes to a protocol that was not asked for', async () => {
    const server = createPlainServer((socket) => {
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
        ),
      )
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const outbound = openOutbound({ mayReachPrivate: true, timeoutMs: 1_000 })
    expect(await outbound.post(message(url))).toMatchObject({ status: 101, error: undefined })
    await expect(outbound.fetch(url)).rejects.toThrow('The answer changes the protocol')
  }, 5_000)

  test('says in words of its own that a certificate is of no authority', async () => {
    const server = createSecureServer({
      key: pem('PRIVATE KEY', key),
      cert: pem('CERTIFICATE', certificate),
    })
    servers.push(server)
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const { port } = server.address() as AddressInfo
    const answer = await openOutbound({ mayReachPrivate: true }).post(
      message(`https://127.0.0.1:${port}/`),
    )
    expect(answer.error).toBe('self-signed certificate')
  })

  test('says in one line that the receiver speaks no TLS', async () => {
    const port = await listening((_request, response) => response.end())
    const answer = await openOutbound({ mayReachPrivate: true }).post(
      message(`https://127.0.0.1:${port}/`),
    )
    expect(answer.error).toBe('TLS: wrong version number')
  })

  test.each<[string, RequestListener]>([
    ['before it begins', (_request, response) => response.socket?.destroy()],
    [
      'in its middle',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '9' })
        response.write('abc', () => response.socket?.destroy())
      },
    ],
  ])('says that an answer was cut off %s', async (_, listener) => {
    const port = await listening(listener)
    const answer = await openOutbound({ mayReachPrivate: true }).post(
      message(`http://127.0.0.1:${port}/`),
    )
    expect(answer).toMatchObject({
      ...{ status: undefined, error: 'The connection was closed before the answer was whole' },
    })
  })

  test('says when nobody listens', async () => {
    const port = await listening(() => undefined)
    const [server] = servers.splice(0)
    await new Promise((closed) => server?.close(closed))
    const answer = await openOutbound({ mayReachPrivate: true }).post(
      message(`http://127.0.0.1:${port}/`),
    )
    expect(answer.error).toMatch(/ECONNREFUSED/)
  })
})

const pem = (kind: string, text: string) =>
  `-----BEGIN ${kind}-----\n${text}\n-----END ${kind}-----\n`
/** Of localhost, by itself; until 2126. */
const certificate =
  'MIIBfjCCASWgAwIBAgIUIsQzi65uFJrA1xRxt12OOTO87jQwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAX' +
  'DTI2MTEzMDAyNTAzOFoYDzIxMjYxMTA2MDI1MDM4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO' +
  'PQMBBwNCAASMK1M32PpQqxJSGERShr2JTdJcmD4Kt52kfssxDIt0YGLHpSpsgmsTFdvFZWAO34qHeIaa5e0UV394OCF6UDI7' +
  'o1MwUTAdBgNVHQ4EFgQUJFUMiWaTouhzN+JQT/5Fq963RzowHwYDVR0jBBgwFoAUJFUMiWaTouhzN+JQT/5Fq963RzowDwYD' +
  'VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAMCbQUdx/wUnEj6zydzD3JXayghi08Wt0XycN//M5JhAIgHRM6wdmK' +
  'h2Qz9pVvbbcg14ZaM/bPwxC7/xeuuCioIhs='
const key =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZkCkr39SbaVcJDskHg0VhmDoKlUTRxfKv7uBqE+mmeihRANC' +
  'AASMK1M32PpQqxJSGERShr2JTdJcmD4Kt52kfssxDIt0YGLHpSpsgmsTFdvFZWAO34qHeIaa5e0UV394OCF6UDI7'
