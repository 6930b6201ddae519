import type { ForeignConnection } from '@counterfoil/kit/database/foreign.ts'
import type { AcquirerAnswer, AcquirerMetadata, BookEntry } from '../acquirer.ts'

// The records of the sandbox acquirers: SQL on schema `sandbox`, which stands for their own databases.

export type RequestKind =
  | 'authorise'
  | 'verify'
  | 'increment'
  | 'capture'
  | 'void'
  | 'refund'
  | 'reverse'
  | 'payout'

export interface SandboxRecord {
  readonly provider: string
  readonly reference: string
  readonly kind: RequestKind
  /** Of an authorisation: with immediate capture. */
  readonly capture: boolean
  /** Reference of the authorisation; null for an authorisation itself. */
  readonly parent: string | null
  readonly scenario: string
  readonly amountMinor: bigint
  readonly grantedMinor: bigint
  readonly capturedMinor: bigint
  readonly voidedMinor: bigint
  readonly refundedMinor: bigint
  readonly currency: string
  readonly answer: AcquirerAnswer
  /** When a pending or challenged request becomes final. */
  readonly settlesAt: Date | null
  readonly metadata: AcquirerMetadata
  /** What the answer has besides, once it is an approval. */
  readonly extras: ApprovalExtras | null
}

export type ApprovalExtras = Pick<
  Extract<AcquirerAnswer, { result: 'approved' }>,
  'scheme' | 'storedCard' | 'securityCode' | 'threeDSecure'
>

/** JSON has no bigint. */
export const jsonOf = (value: unknown) =>
  JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? one.toString() : one))

interface Row extends Omit<SandboxRecord, 'answer'> {
  readonly answer: Record<string, unknown>
}

const recordOf = (row: Row): SandboxRecord => ({
  ...row,
  answer: {
    ...row.answer,
    ...('amountMinor' in row.answer ? { amountMinor: BigInt(String(row.answer.amountMinor)) } : {}),
  } as AcquirerAnswer,
})

const columns = `provider, reference, kind, capture, parent, scenario, amount_minor as "amountMinor",
  granted_minor as "grantedMinor", captured_minor as "capturedMinor", voided_minor as "voidedMinor",
  refunded_minor as "refundedMinor", currency, answer, settles_at as "settlesAt", metadata, extras`

/** What is on these authorisations, by their reference. */
export async function listBooks(
  on: ForeignConnection,
  provider: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, BookEntry>> {
  const rows = await on.query<BookEntry & { reference: string }>(
    `select reference, captured_minor as "capturedMinor", refunded_minor as "refundedMinor" from acquirer_record
     where provider = $1 and kind = 'authorise' and reference = any ($2::uuid[])`,
    [provider, references],
  )
  return new Map(rows.map(({ reference, ...entry }) => [reference, entry]))
}

/** Stores a new request; false when one with its reference was there before. */
export async function addRecord(
  on: ForeignConnection,
  record: SandboxRecord,
  at: Date,
): Promise<boolean> {
  const rows = await on.query(
    `insert into acquirer_record (provider, reference, kind, capture, parent, scenario, amount_minor,
       granted_minor, captured_minor, currency, answer, settles_at, metadata, created_at, extras)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) on conflict do nothing returning 1`,
    [
      record.provider,
      record.reference,
      record.kind,
      record.capture,
      record.parent,
      record.scenario,
      record.amountMinor,
      record.grantedMinor,
      record.capturedMinor,
      record.currency,
      jsonOf(record.answer),
      record.settlesAt,
      jsonOf(record.metadata),
      at,
      record.extras === null ? null : jsonOf(record.extras),
    ],
  )
  return rows.length === 1
}

/** Locked: another transaction reads it only after this one. */
export async function lockRecord(
  on: ForeignConnection,
  provider: string,
  reference: string,
): Promise<SandboxRecord | undefined> {
  const [row] = await on.query<Row>(
    `select ${columns} from acquirer_record where provider = $1 and reference = $2 for update`,
    [provider, reference],
  )
  return row && recordOf(row)
}

export async function findRecord(
  on: ForeignConnection,
  provider: string,
  reference: string,
): Promise<SandboxRecord | undefined> {
  const [row] = await on.query<Row>(
    `select ${columns} from acquirer_record where provider = $1 and reference = $2`,
    [provider, reference],
  )
  return row && recordOf(row)
}

/** Keeps the new sums and the new answer of a record that is locked. */
export async function updateRecord(on: ForeignConnection, record: SandboxRecord): Promise<void> {
  await on.query(
    `update acquirer_record set granted_minor = $3, captured_minor = $4, voided_minor = $5, refunded_minor = $6,
       answer = $7, settles_at = $8 where provider = $1 and reference = $2`,
    [
      record.provider,
      record.reference,
      record.grantedMinor,
      record.capturedMinor,
      record.voidedMinor,
      record.refundedMinor,
      jsonOf(record.answer),
      record.settlesAt,
    ],
  )
}
