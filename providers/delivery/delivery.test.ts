import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { startFauxqs } from 'fauxqs'
import { afterAll, expect, test } from 'vitest'
import { openDelivery } from './delivery.ts'
import type { DeliveredFile, DeliveryTarget, SftpTarget } from './delivery-target.ts'
import { makeKeyPair } from './sftp.ts'
import { startSftpServer } from './testing/sftp-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-delivery-'))
const pair = makeKeyPair('counterfoil')
const server = await startSftpServer(folder, {
  user: 'reports',
  password: 'pass word',
  publicKey: pair.public,
})
const s3 = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
s3.createBucket('reports')
afterAll(async () => {
  await server.close()
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

const { signal } = new AbortController()
const delivery = openDelivery({ mayReachPrivate: true })
const sftp: SftpTarget = {
  ...{ kind: 'sftp', host: '127.0.0.1', port: server.port, user: 'reports', folder: 'in' },
  ...{ hostKey: server.hostKey, secret: 'pass word' },
}
const bucket: DeliveryTarget = {
  ...{ kind: 's3', endpoint: `http://127.0.0.1:${s3.port}`, region: 'eu-west-1' },
  ...{ bucket: 'reports', folder: '/daily/', accessKeyId: 'key', secret: 'secret' },
}
const bytes = Buffer.alloc(400_000, 'abcdefg\n')
const file: DeliveredFile = {
  ...{ name: 'sales.zip', contentType: 'application/zip', size: bytes.length },
  open: async () => Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]),
}

test.each([
  ['a password', 'pass word'],
  ['a key', pair.private],
])('a file goes by SFTP with %s, byte for byte, and replaces the one before', async (_, secret) => {
  writeFileSync(join(folder, 'in/sales.zip'), 'an older one')
  await delivery.send({ ...sftp, secret }, [file], signal)
  expect(Buffer.compare(readFileSync(join(folder, 'in/sales.zip')), bytes)).toBe(0)
  expect(readdirSync(join(folder, 'in'))).toEqual(['sales.zip'])
})

test('a server that cannot replace a file has the one before taken away', async () => {
  server.knowsPosixRename = false
  await delivery.send(sftp, [file], signal)
  server.knowsPosixRename = true
  expect(Buffer.compare(readFileSync(join(folder, 'in/sales.zip')), bytes)).toBe(0)
})

test('what is cut off in the middle has not got the name of a whole file', async () => {
  rmSync(join(folder, 'in/sales.zip'), { force: true })
  const cut = { ...file, open: async () => Readable.from(brokenOff()) }
  await expect(delivery.send(sftp, [cut], signal)).rejects.toMatchObject({ step: 'write' })
  expect(readdirSync(join(folder, 'in'))).toEqual(['sales.zip.part'])
})

async function* brokenOff() {
  yield bytes.subarray(0, 100_000)
  throw new Error('the file could not be read')
}

test.each([undefined, 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
  'a server whose key is not %s is sent nothing, not even the password',
  async (hostKey) => {
    const before = server.attempts
    const sent = delivery.send({ ...sftp, hostKey }, [file], signal)
    await expect(sent).rejects.toMatchObject({ step: 'host_key', hostKey: server.hostKey })
    expect(server.attempts).toBe(before)
  },
)

test.each([
  [{ secret: 'wrong' }, 'sign_in', /authentication/i],
  [{ folder: 'nowhere' }, 'write', /no such file/i],
  [{ port: 1 }, 'reach', /ECONNREFUSED/],
  [{ host: 'nowhere.invalid' }, 'reach', /./],
])('%o fails, and says at which step', async (change, step, message) => {
  const sent = delivery.send({ ...sftp, ...change } as SftpTarget, [file], signal)
  await expect(sent).rejects.toMatchObject({ step, message: expect.stringMatching(message) })
})

test('a connection that is lost fails the delivery', async () => {
  server.dropsAfterBytes = 50_000
  const sent = delivery.send(sftp, [file], signal)
  await expect(sent).rejects.toMatchObject({ name: 'DeliveryFailure' })
  server.dropsAfterBytes = Number.POSITIVE_INFINITY
})

test('a server that stops answering is given up', async () => {
  server.isSilent = true
  const impatient = openDelivery({ mayReachPrivate: true, silentMs: 500 })
  const sent = impatient.send(sftp, [file], signal)
  await expect(sent).rejects.toMatchObject({ name: 'DeliveryFailure' })
  server.isSilent = false
})

test('a file goes into a bucket, below its folder', async () => {
  await delivery.send(bucket, [file], signal)
  await delivery.test(bucket, signal)
  const listed = await fetch(`http://127.0.0.1:${s3.port}/reports/?list-type=2`)
  const keys = [...(await listed.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key)
  expect(keys).toEqual(['daily/sales.zip'])
  const stored = await fetch(`http://127.0.0.1:${s3.port}/reports/daily/sales.zip`)
  expect(Buffer.compare(Buffer.from(await stored.arrayBuffer()), bytes)).toBe(0)
})

test('a bucket that is not there is named', async () => {
  const sent = delivery.send({ ...bucket, bucket: 'elsewhere' } as DeliveryTarget, [file], signal)
  await expect(sent).rejects.toMatchObject({
    ...{ step: 'write', message: expect.stringContaining('NoSuchBucket') },
  })
})

test('what is no answer of S3 is named by its status', async () => {
  const proxy = createServer((_request, response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>')
  })
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
  const { port } = proxy.address() as AddressInfo
  const behind = { ...bucket, endpoint: `http://127.0.0.1:${port}` } as DeliveryTarget
  await expect(delivery.send(behind, [file], signal)).rejects.toMatchObject({
    ...{ step: 'write', message: 'The answer was 502, without a reason' },
  })
  await new Promise((closed) => proxy.close(closed))
})

test('a test leaves nothing behind', async () => {
  rmSync(join(folder, 'in'), { recursive: true })
  server.makeFolder('in')
  await delivery.test(sftp, signal)
  expect(readdirSync(join(folder, 'in'))).toEqual([])
})

test('private addresses are refused where tenants are strangers', async () => {
  const guarded = openDelivery({ mayReachPrivate: false })
  expect(await guarded.refusalOf({ kind: 'sftp', host: '127.0.0.1' })).toContain(
    'not a public address',
  )
  await expect(guarded.send(sftp, [file], signal)).rejects.toMatchObject({ step: 'reach' })
  await expect(guarded.send(bucket, [file], signal)).rejects.toMatchObject({ step: 'reach' })
})
