import type { ForeignConnection, ForeignDatabase } from '@counterfoil/kit/database/foreign.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { RawNotice } from '../acquirer.ts'
import { noticeBody } from './notice-body.ts'
import { findRecord, type SandboxRecord } from './records.ts'

// Notices of what was decided later: 3-D Secure, transfers, refunds that take time. SQL on schema `sandbox`.

export async function addOutcomeNotice(
  on: ForeignConnection,
  { provider, reference }: SandboxRecord,
  at: Date,
): Promise<void> {
  await on.query(
    'insert into outcome_notice (provider, id, reference, decided_at) values ($1, $2, $3, $4)',
    [provider, newId(at), reference, at],
  )
}

export async function listOutcomeNotices(
  on: ForeignDatabase,
  provider: string,
  before: Date,
  limit: number,
): Promise<readonly RawNotice[]> {
  const rows = await on.query<{ id: string; reference: string; at: Date }>(
    `select id, reference, decided_at as at from outcome_notice
     where provider = $1 and acknowledged_at is null and decided_at <= $2 order by id limit $3`,
    [provider, before, limit],
  )
  const notices: RawNotice[] = []
  for (const { id, reference, at } of rows) {
    const record = await findRecord(on, provider, reference)
    if (record === undefined) continue
    const { currency, answer, metadata } = record
    const outcome = { reference, currency, answer }
    notices.push({ id, body: noticeBody(at, { id, metadata, outcome }) })
  }
  return notices
}

/** Requests whose time to be decided has come. */
export async function listDueRecords(
  on: ForeignDatabase,
  provider: string,
  at: Date,
  limit: number,
): Promise<string[]> {
  const rows = await on.query<{ reference: string }>(
    `select reference from acquirer_record where provider = $1 and settles_at <= $2 order by settles_at limit $3`,
    [provider, at, limit],
  )
  return rows.map(({ reference }) => reference)
}

export async function acknowledgeOutcome(
  on: ForeignDatabase,
  provider: string,
  id: string,
  at: Date,
): Promise<void> {
  await on.query('update outcome_notice set acknowledged_at = $3 where provider = $1 and id = $2', [
    provider,
    id,
    at,
  ])
}
