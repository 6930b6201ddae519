import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { S3Client } from '@aws-sdk/client-s3'
import { answering } from '@counterfoil/providers/outbound/checked-addresses.ts'
import {
  atStep,
  type BucketTarget,
  type DeliveredFile,
  pathIn,
  type Way,
} from './delivery-target.ts'

const connectedWithinMs = 15_000

export const endpointOf = ({ endpoint, region }: Pick<BucketTarget, 'endpoint' | 'region'>) =>
  endpoint ?? `https://s3.${region}.amazonaws.com`

/** Puts the files into the bucket; one that is there is replaced. */
export const sendToBucket = (
  target: BucketTarget,
  way: Way,
  files: readonly DeliveredFile[],
): Promise<void> =>
  withClient(target, way, async (client) => {
    const { PutObjectCommand } = await import('@aws-sdk/client-s3')
    for (const file of files) {
      const put = new PutObjectCommand({
        Bucket: target.bucket,
        Key: keyOf(target, file.name),
        Body: await file.open(),
        ContentLength: file.size,
        ContentType: file.contentType,
      })
      await client.send(put, { abortSignal: way.signal })
    }
  })

export const removeFromBucket = (target: BucketTarget, way: Way, name: string): Promise<void> =>
  withClient(target, way, async (client) => {
    const { DeleteObjectCommand } = await import('@aws-sdk/client-s3')
    const remove = new DeleteObjectCommand({ Bucket: target.bucket, Key: keyOf(target, name) })
    await client.send(remove, { abortSignal: way.signal })
  })

/** Keys of a bucket have no slash in front. */
const keyOf = ({ folder }: BucketTarget, name: string) => pathIn(folder, name).replace(/^\/+/, '')

/** The client is large, and loaded where it is used alone. */
async function withClient(
  target: BucketTarget,
  { addresses, silentMs }: Way,
  work: (client: S3Client) => Promise<void>,
): Promise<void> {
  const { S3Client: Client } = await import('@aws-sdk/client-s3')
  const lookup = answering(addresses)
  const client = new Client({
    endpoint: endpointOf(target),
    region: target.region,
    // one name for all buckets: the one whose addresses were checked
    forcePathStyle: true,
    followRegionRedirects: false,
    credentials: { accessKeyId: target.accessKeyId, secretAccessKey: target.secret },
    requestHandler: {
      httpAgent: new HttpAgent({ lookup }),
      httpsAgent: new HttpsAgent({ lookup }),
      connectionTimeout: connectedWithinMs,
      socketTimeout: silentMs,
    },
    // a stream is read once, and newer checksums are not understood by all who speak the protocol
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  try {
    await atStep('write', () => work(client))
  } finally {
    client.destroy()
  }
}
