import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { startFauxqs } from 'fauxqs'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { ObjectMissing, openStorage, type Storage } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-storage-'))
const s3 = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
s3.createBucket('counterfoil-files')
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

const endpoint = encodeURIComponent(`http://127.0.0.1:${s3.port}`)
const bucket = `s3://key:s%2Fcret@counterfoil-files/some/prefix?region=eu-west-1&endpoint=${endpoint}`

// a bucket of a real server, as docs/runbooks/storage.md has it: STORAGE_TEST_URL=s3://key:secret@bucket?endpoint=… npx vitest …
const real = process.env.STORAGE_TEST_URL

const storages: (readonly [string, Storage])[] = [
  ['the data folder', openStorage({ dataDir: folder })],
  ['another folder', openStorage({ dataDir: folder, url: pathToFileURL(`${folder}/x`).href })],
  ['a bucket over the S3 protocol', openStorage({ dataDir: folder, url: bucket })],
  ...(real === undefined
    ? []
    : ([['a bucket of STORAGE_TEST_URL', openStorage({ dataDir: folder, url: real })]] as const)),
]

describe.each(storages)('%s', (_name, storage) => {
  const bytes = new Uint8Array(5_242_880).map((_, place) => place % 251)

  test('gives back what was put, byte for byte, until it is removed', async () => {
    await storage.put('tenant/one', bytes, 'application/pdf')
    await storage.put('tenant/two', new Uint8Array(0), 'text/plain')
    expect(Buffer.compare(await buffer(await storage.read('tenant/one')), bytes)).toBe(0)
    expect(await buffer(await storage.read('tenant/two'))).toHaveLength(0)
    await storage.remove('tenant/one')
    await expect(storage.read('tenant/one')).rejects.toThrow(ObjectMissing)
    expect(await buffer(await storage.read('tenant/two'))).toHaveLength(0)
  })

  test('takes files from disk, large ones and empty ones', { timeout: 60_000 }, async () => {
    const path = join(folder, 'from-disk')
    for (const size of [6_000_000, 0]) {
      writeFileSync(path, Buffer.alloc(size, 'counterfoil '))
      await storage.putFile('tenant/from-disk', { path, size }, 'text/csv')
      const read = await buffer(await storage.read('tenant/from-disk'))
      expect(read.equals(Buffer.alloc(size, 'counterfoil '))).toBe(true)
    }
    await storage.remove('tenant/from-disk')
  })

  test('several write and read at once', async () => {
    const keys = Array.from({ length: 12 }, (_, n) => `tenant/at-once-${n}`)
    await Promise.all(keys.map((key) => storage.put(key, Buffer.from(key), 'text/plain')))
    const read = await Promise.all(keys.map(async (key) => buffer(await storage.read(key))))
    expect(read.map(String)).toEqual(keys)
    await Promise.all(keys.map((key) => storage.remove(key)))
  })

  test('is found to work', () => expect(storage.check()).resolves.toBeUndefined())

  test('removes what is not there', async () => {
    await storage.remove('tenant/never')
    await expect(storage.read('tenant/never')).rejects.toThrow(ObjectMissing)
  })
})

test('the bucket keeps its files under the prefix', async () => {
  const outside = openStorage({ dataDir: folder, url: bucket.replace('/some/prefix', '') })
  expect(await buffer(await outside.read('some/prefix/tenant/two'))).toHaveLength(0)
})

test('the data folder is made with the first file', () => {
  expect(statSync(join(folder, 'files/tenant/two')).size).toBe(0)
})

test.each(['ftp://files.example/x', 's3:///prefix'])('%s is no storage', (url) => {
  expect(() => openStorage({ dataDir: folder, url })).toThrow('STORAGE_URL')
})

test('a bucket whose server takes connections and says nothing is given up', {
  timeout: 30_000,
}, async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    silent.close()
    silent.closeAllConnections()
  })
  const { port } = silent.address() as AddressInfo
  const url = bucket.replace(String(s3.port), String(port))
  const storage = openStorage({ dataDir: folder, url, silentMs: 200 })
  await expect(storage.put('tenant/one', Buffer.from('x'), 'text/plain')).rejects.toThrow()
  await expect(storage.read('tenant/one')).rejects.not.toThrow(ObjectMissing)
})

test('a folder that cannot be written is found out', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const url = pathToFileURL(join(file, 'within')).href
  await expect(openStorage({ dataDir: folder, url }).check()).rejects.toThrow()
})

test.skipIf(real === undefined)('a wrong secret and a missing bucket are found out', async () => {
  const changed = (change: (url: URL) => void) => {
    const url = new URL(real as string)
    change(url)
    return openStorage({ dataDir: folder, url: url.href })
  }
  const stranger = changed((url) => {
    url.password = 'wrong'
  })
  const nowhere = changed((url) => {
    url.hostname = 'never-made'
  })
  for (const one of [stranger, nowhere]) await expect(one.check()).rejects.toThrow()
  await expect(stranger.read('tenant/two')).rejects.not.toThrow(ObjectMissing)
})
