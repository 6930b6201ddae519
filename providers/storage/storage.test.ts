import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { startFauxqs } from 'fauxqs'
import { afterAll, describe, expect, test } from 'vitest'
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

const storages: [string, Storage][] = [
  ['the data folder', openStorage({ dataDir: folder })],
  ['another folder', openStorage({ dataDir: folder, url: pathToFileURL(`${folder}/x`).href })],
  ['a bucket over the S3 protocol', openStorage({ dataDir: folder, url: bucket })],
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
