import { Readable } from 'node:stream'
import {
  checkedHost,
  RefusedAddress,
  type Resolve,
  resolveHost,
} from '@counterfoil/providers/outbound/checked-addresses.ts'
import {
  atStep,
  type BucketTarget,
  type DeliveredFile,
  type DeliveryTarget,
  type SftpTarget,
} from './delivery-target.ts'
import { endpointOf, removeFromBucket, sendToBucket } from './s3.ts'
import { sendBySftp } from './sftp.ts'

/** Sends files to servers that tenants name. */
export interface Delivery {
  /** Why a target's host is not called; undefined when it may be. Each delivery checks again. */
  refusalOf(target: Place): Promise<string | undefined>
  /**
   * Sends files, each under its name. A file that is there already is replaced, so that what was interrupted can be sent
   * again; by SFTP it has its name only when it is whole. Fails with `DeliveryFailure`.
   */
  send(target: DeliveryTarget, files: readonly DeliveredFile[], signal: AbortSignal): Promise<void>
  /** Writes a small file and removes it. Fails with `DeliveryFailure`. */
  test(target: DeliveryTarget, signal: AbortSignal): Promise<void>
}

export interface DeliveryOptions {
  /** As for `Outbound`. */
  readonly mayReachPrivate: boolean
  readonly resolve?: Resolve
  /** Unset: a minute. */
  readonly silentMs?: number
}

/** Time for a name when a host is typed. */
const namedWithinMs = 3_000

/** As much of a target as says where it is. */
export type Place =
  | Pick<SftpTarget, 'kind' | 'host'>
  | Pick<BucketTarget, 'kind' | 'endpoint' | 'region'>

const hostOf = (target: Place): string =>
  target.kind === 'sftp'
    ? target.host
    : new URL(endpointOf(target)).hostname.replace(/^\[|\]$/g, '')

export function openDelivery(options: DeliveryOptions): Delivery {
  const { mayReachPrivate, resolve = resolveHost, silentMs = 60_000 } = options
  const wayTo = async (target: DeliveryTarget, signal: AbortSignal) => {
    const host = hostOf(target)
    const addresses = await atStep('reach', () =>
      checkedHost(host, resolve, mayReachPrivate, signal),
    )
    return { addresses, signal, silentMs }
  }
  return {
    async refusalOf(place) {
      try {
        await checkedHost(
          hostOf(place),
          resolve,
          mayReachPrivate,
          AbortSignal.timeout(namedWithinMs),
        )
        return undefined
      } catch (cause) {
        // a name that does not resolve yet may when the first report is sent
        return cause instanceof RefusedAddress ? cause.message : undefined
      }
    },
    async send(target, files, signal) {
      const way = await wayTo(target, signal)
      if (target.kind === 'sftp') await sendBySftp(target, way, files)
      else await sendToBucket(target, way, files)
    },
    async test(target, signal) {
      const way = await wayTo(target, signal)
      if (target.kind === 'sftp') {
        await sendBySftp(target, way, [testFile], { isRemoved: true })
        return
      }
      await sendToBucket(target, way, [testFile])
      await removeFromBucket(target, way, testFile.name)
    },
  }
}

const testText = 'Counterfoil wrote this file to test the connection, and removes it.\n'
const testFile: DeliveredFile = {
  name: 'counterfoil-test.txt',
  contentType: 'text/plain',
  size: Buffer.byteLength(testText),
  open: async () => Readable.from([Buffer.from(testText)]),
}
