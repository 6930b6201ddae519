import type { ForeignConnection, ForeignDatabase } from '@counterfoil/kit/database/foreign.ts'
import type { AcquirerDispute, AcquirerMetadata, RawNotice } from '../acquirer.ts'
import { noticeBody } from './notice-body.ts'
import { jsonOf } from './records.ts'

// The notices of the sandbox acquirers: SQL on schema `sandbox`. Those that are to come are there with their time.

/** A notice of a dispute: how it stands from `dueAt` on. */
export interface DisputeNotice {
  readonly provider: string
  /** The request by which the disputed money was taken. */
  readonly about: string
  readonly metadata: AcquirerMetadata
  readonly dispute: AcquirerDispute
  readonly scenario: string
  readonly dueAt: Date
  /** The answer that it follows. */
  readonly answer: string | null
  /** What came with that answer. */
  readonly evidence: readonly ReceivedEvidence[] | null
}

export interface ReceivedEvidence {
  readonly name: string
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  readonly sha256: string
}

export async function addNotice(
  on: ForeignConnection,
  id: string,
  { provider, about, metadata, dispute, dueAt, answer, evidence }: DisputeNotice,
): Promise<void> {
  await on.query(
    `insert into acquirer_notice (id, provider, reference, metadata, due_at, answer, dispute, sequence, stage, state,
       amount_minor, lost_minor, currency, reason_code, respond_by, evidence)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      id,
      provider,
      about,
      jsonOf(metadata),
      dueAt,
      answer,
      dispute.reference,
      dispute.sequence,
      dispute.stage,
      dispute.state,
      dispute.amountMinor,
      dispute.lostMinor,
      dispute.currency,
      dispute.reasonCode,
      dispute.respondBy,
      evidence === null ? null : jsonOf(evidence),
    ],
  )
}

type NoticeRow = Omit<AcquirerDispute, 'reference'> & {
  readonly id: string
  readonly about: string
  readonly metadata: AcquirerMetadata
  readonly dueAt: Date
  readonly dispute: string
  readonly scenario: string
  readonly answer: string | null
  readonly evidence: readonly ReceivedEvidence[] | null
}

const noticeColumns = `n.id, n.reference as about, n.metadata, n.due_at as "dueAt", n.answer, n.dispute, n.sequence, n.stage,
  n.state, n.amount_minor as "amountMinor", n.lost_minor as "lostMinor", n.currency, n.reason_code as "reasonCode",
  n.respond_by as "respondBy", n.evidence`

const disputeIn = (row: NoticeRow): AcquirerDispute => ({
  reference: row.dispute,
  sequence: row.sequence,
  stage: row.stage,
  state: row.state,
  amountMinor: row.amountMinor,
  lostMinor: row.lostMinor,
  currency: row.currency,
  reasonCode: row.reasonCode,
  respondBy: row.respondBy,
})

export async function listDueNotices(
  on: ForeignDatabase,
  provider: string,
  at: Date,
  limit: number,
): Promise<readonly RawNotice[]> {
  const rows = await on.query<NoticeRow>(
    `select ${noticeColumns} from acquirer_notice n
     where provider = $1 and acknowledged_at is null and due_at <= $2 order by due_at, id limit $3`,
    [provider, at, limit],
  )
  return rows.map((row) => ({
    id: row.id,
    body: noticeBody(row.dueAt, { id: row.id, metadata: row.metadata, dispute: disputeIn(row) }),
  }))
}

/** How a dispute stands: its latest notice that is due. */
export const findDispute = (
  on: ForeignConnection,
  provider: string,
  dispute: string,
  at: Date,
): Promise<DisputeNotice | undefined> => latestNotice(on, provider, dispute, at, '')

/** The same with its authorisation locked, so that two answers come one after the other. */
export const lockDispute = (
  on: ForeignConnection,
  provider: string,
  dispute: string,
  at: Date,
): Promise<DisputeNotice | undefined> => latestNotice(on, provider, dispute, at, 'for update of r')

async function latestNotice(
  on: ForeignConnection,
  provider: string,
  dispute: string,
  at: Date,
  lock: string,
): Promise<DisputeNotice | undefined> {
  const [row] = await on.query<NoticeRow>(
    `select ${noticeColumns}, r.scenario from acquirer_notice n
     join acquirer_record r on r.provider = n.provider and r.reference = n.reference
     where n.provider = $1 and n.dispute = $2 and n.due_at <= $3 order by n.sequence desc limit 1 ${lock}`,
    [provider, dispute, at],
  )
  if (row === undefined) return undefined
  const { about, metadata, scenario, dueAt, answer, evidence } = row
  return {
    ...{ provider, about, metadata, scenario, dueAt, answer, evidence },
    dispute: disputeIn(row),
  }
}

export async function isAnswerKnown(
  on: ForeignConnection,
  provider: string,
  answer: string,
): Promise<boolean> {
  const rows = await on.query(
    'select from acquirer_notice where provider = $1 and answer = $2 limit 1',
    [provider, answer],
  )
  return rows.length > 0
}

/** What would have come without an answer. */
export async function removeLaterNotices(
  on: ForeignConnection,
  provider: string,
  dispute: string,
  at: Date,
): Promise<void> {
  await on.query(
    'delete from acquirer_notice where provider = $1 and dispute = $2 and due_at > $3',
    [provider, dispute, at],
  )
}

export async function acknowledge(
  on: ForeignDatabase,
  provider: string,
  id: string,
  at: Date,
): Promise<void> {
  await on.query(
    'update acquirer_notice set acknowledged_at = $3 where provider = $1 and id = $2',
    [provider, id, at],
  )
}

/** What is to be told of a payment's dispute comes as much later as its opening. */
export async function postponeNotices(
  on: ForeignConnection,
  paymentId: string,
  openedAt: Date,
): Promise<void> {
  await on.query(
    `update acquirer_notice n set due_at = n.due_at + later.by, respond_by = n.respond_by + later.by
     from (select $2::timestamptz - min(due_at) as by from acquirer_notice where metadata->>'paymentId' = $1) later
     where n.metadata->>'paymentId' = $1`,
    [paymentId, openedAt],
  )
}
