import type { Readable } from 'node:stream'
import type { Address } from '@counterfoil/providers/outbound/checked-addresses.ts'

/** A server that files are sent to by SFTP. */
export interface SftpTarget {
  readonly kind: 'sftp'
  readonly host: string
  readonly port: number
  readonly user: string
  /** Empty: the folder in which the server begins the session. */
  readonly folder: string
  /** As `ssh-keygen -l` prints it: `SHA256:…`. Undefined: not known yet, and nothing is sent. */
  readonly hostKey: string | undefined
  /** A password, or a private key as OpenSSH writes it. */
  readonly secret: string
}

/** A bucket of S3, or of a service that speaks its protocol. */
export interface BucketTarget {
  readonly kind: 's3'
  /** Undefined: Amazon's own for the region. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly bucket: string
  /** Empty: at the top of the bucket. */
  readonly folder: string
  readonly accessKeyId: string
  readonly secret: string
}

export type DeliveryTarget = SftpTarget | BucketTarget

export interface DeliveredFile {
  readonly name: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  open(): Promise<Readable>
}

/** The way to a target: the addresses that were checked, and what ends the work. */
export interface Way {
  readonly addresses: readonly Address[]
  readonly signal: AbortSignal
  /** The other side is given up when it says nothing for so long. */
  readonly silentMs: number
}

const deliverySteps = ['reach', 'host_key', 'sign_in', 'write'] as const
export type DeliveryStep = (typeof deliverySteps)[number]

/** Files were not delivered. The message is what the other side or the network said. */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure'
  readonly step: DeliveryStep
  /** At the step `host_key`: the key that the server has. */
  readonly hostKey: string | undefined
  constructor(step: DeliveryStep, message: string, hostKey?: string) {
    super(message)
    this.step = step
    this.hostKey = hostKey
  }
}

/** Runs one step of a delivery; what it throws is a `DeliveryFailure` of that step. */
export async function atStep<Result>(
  step: DeliveryStep,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof DeliveryFailure ? cause : new DeliveryFailure(step, messageOf(cause))
  }
}

function messageOf(cause: unknown): string {
  // several addresses that all failed come as one error without a text of its own
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join('; ')
  if (!(cause instanceof Error)) return String(cause)
  const { $metadata: answer } = cause as { $metadata?: { httpStatusCode?: number } }
  // of what is no answer of S3, as a proxy's page, the client says nothing else
  if (cause.name === 'Unknown' && answer?.httpStatusCode !== undefined) {
    return `The answer was ${answer.httpStatusCode}, without a reason`
  }
  // services of S3 put the reason into the name: AccessDenied, NoSuchBucket
  return cause.name === 'Error' ? cause.message : `${cause.name}: ${cause.message}`
}

/** Where a file lies below a folder, which may end with a slash or be empty. */
export function pathIn(folder: string, name: string): string {
  const whole = folder.replace(/\/+$/, '')
  if (whole === '') return folder.startsWith('/') ? `/${name}` : name
  return `${whole}/${name}`
}
