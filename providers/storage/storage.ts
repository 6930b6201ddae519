import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** The bytes of files. Keys are made here, never of a name that came from outside. */
export interface Storage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The same of a file on this machine, which is not read into memory. */
  putFile(
    key: string,
    file: { readonly path: string; readonly size: number },
    contentType: string,
  ): Promise<void>
  /** Fails with `ObjectMissing` where there is nothing under the key. */
  read(key: string): Promise<Readable>
  /** Does nothing where there is nothing under the key. */
  remove(key: string): Promise<void>
  /** Stores a few bytes, reads them and takes them away again; fails with what hinders it. */
  check(): Promise<void>
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing'
}

export interface StorageOptions {
  /**
   * `s3://[key:secret@]bucket[/prefix]?region=…[&endpoint=https://…]` for S3 and what speaks its protocol; without key
   * and secret the machine's own identity is used. `file:///some/folder` for another place on disk. Unset: `dataDir`.
   */
  readonly url?: string | undefined
  readonly dataDir: string
  /** A bucket's server that says nothing for so long is given up; 20 seconds unless a test is less patient. */
  readonly silentMs?: number
}

const connectedWithinMs = 5_000

/** Opens the storage that the settings name. Nothing is connected or written before the first file. */
export function openStorage(options: StorageOptions): Storage {
  const url = options.url === undefined ? undefined : new URL(options.url)
  if (url?.protocol === 's3:') return bucketStorage(url, options.silentMs ?? 20_000)
  if (url === undefined || url.protocol === 'file:') {
    const folder = url === undefined ? join(options.dataDir, 'files') : fileURLToPath(url)
    const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
    return storageOn(() => Promise.resolve(disk), '')
  }
  throw new Error(`STORAGE_URL begins with s3: or file:, not ${url.protocol}`)
}

function bucketStorage(url: URL, silentMs: number): Storage {
  const bucket = url.hostname
  if (bucket === '') throw new Error('STORAGE_URL names no bucket: s3://bucket?region=…')
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  let opened: Promise<Disk> | undefined
  return storageOn(
    () => {
      opened ??= openBucket(url, bucket, silentMs)
      return opened
    },
    prefix === '' ? '' : `${prefix}/`,
  )
}

/** The S3 client is large, and loaded where it is used alone. */
async function openBucket(url: URL, bucket: string, silentMs: number): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const endpoint = url.searchParams.get('endpoint')
  const driver = new S3Driver({
    bucket,
    visibility: 'private',
    // buckets made since 2023 take no ACLs, and many servers of the protocol know none
    supportsACL: false,
    region: url.searchParams.get('region') ?? 'us-east-1',
    // a server of one's own is reached by its name, without the bucket in front
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(url.username === ''
      ? {}
      : {
          credentials: {
            accessKeyId: decodeURIComponent(url.username),
            secretAccessKey: decodeURIComponent(url.password),
          },
        }),
    // without these the client waits for a silent server for good
    requestHandler: { connectionTimeout: connectedWithinMs, socketTimeout: silentMs },
    // newer checksums are not understood by all who speak the protocol
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return new Disk(driver)
}

function storageOn(disk: () => Promise<Disk>, prefix: string): Storage {
  return {
    async put(key, bytes, contentType) {
      const opened = await disk()
      await opened.put(`${prefix}${key}`, bytes, { contentType, contentLength: bytes.byteLength })
    },
    async putFile(key, { path, size }, contentType) {
      const opened = await disk()
      await opened.putStream(`${prefix}${key}`, createReadStream(path), {
        contentType,
        contentLength: size,
      })
    },
    async read(key) {
      const opened = await disk()
      // a stream from disk opens late: asked first, so that what is missing is known before anything is answered
      if (!(await opened.exists(`${prefix}${key}`))) throw new ObjectMissing(key)
      return opened.getStream(`${prefix}${key}`)
    },
    async remove(key) {
      const opened = await disk()
      await opened.delete(`${prefix}${key}`)
    },
    async check() {
      const opened = await disk()
      const key = `${prefix}check-${randomUUID()}`
      await opened.put(key, 'counterfoil')
      try {
        await opened.get(key)
      } finally {
        await opened.delete(key)
      }
    },
  }
}
