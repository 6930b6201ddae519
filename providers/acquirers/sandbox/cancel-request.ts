import type { ForeignConnection } from '@counterfoil/kit/database/foreign.ts'
import type { CancelAnswer, CancelRequest } from '../acquirer.ts'
import { addRecord, lockRecord, type SandboxRecord, updateRecord } from './records.ts'
import type { SandboxOptions } from './sandbox-acquirer.ts'

const refusal = {
  result: 'declined',
  code: 'cancelled',
  text: 'The request was cancelled',
  isSoft: false,
} as const

/** A request that was not carried out yet never will be; an authorisation is taken back unless money went out on it. */
export function cancelRequest(
  { code, database, now }: Pick<SandboxOptions, 'code' | 'database' | 'now'>,
  request: CancelRequest,
): Promise<CancelAnswer> {
  return database.transaction(async (on) => {
    // what arrives later finds its reference taken, and is answered with the refusal
    if (await addRecord(on, cancelledRecord(code, request), now())) {
      return { result: 'cancelled', amountMinor: 0n }
    }
    const record = await lockRecord(on, code, request.reference)
    if (record === undefined) throw new Error(`${code} does not know ${request.reference}`)
    const { result } = record.answer
    if (result === 'declined' || result === 'failed')
      return { result: 'cancelled', amountMinor: 0n }
    if (record.kind === 'increment') return cancelIncrement(on, record)
    if (record.kind !== 'authorise' || record.refundedMinor > 0n) return { result: 'too_late' }
    const sums = { grantedMinor: 0n, capturedMinor: 0n, voidedMinor: 0n }
    await updateRecord(on, { ...record, ...sums, answer: refusal, settlesAt: null })
    return { result: 'cancelled', amountMinor: record.grantedMinor }
  })
}

/** What was authorised on top is taken back unless it is captured already. */
async function cancelIncrement(
  on: ForeignConnection,
  record: SandboxRecord,
): Promise<CancelAnswer> {
  const { provider, amountMinor, parent } = record
  const authorisation = await lockRecord(on, provider, parent ?? '')
  if (authorisation === undefined) throw new Error(`${provider} does not know ${parent}`)
  const { grantedMinor, capturedMinor, voidedMinor } = authorisation
  if (grantedMinor - capturedMinor - voidedMinor < amountMinor) return { result: 'too_late' }
  await updateRecord(on, { ...authorisation, grantedMinor: grantedMinor - amountMinor })
  await updateRecord(on, { ...record, answer: refusal, settlesAt: null })
  return { result: 'cancelled', amountMinor }
}

function cancelledRecord(provider: string, request: CancelRequest): SandboxRecord {
  return {
    provider,
    reference: request.reference,
    kind: 'authorise',
    capture: false,
    parent: null,
    scenario: 'approved',
    amountMinor: 0n,
    grantedMinor: 0n,
    capturedMinor: 0n,
    voidedMinor: 0n,
    refundedMinor: 0n,
    currency: request.currency,
    answer: refusal,
    settlesAt: null,
    metadata: request.metadata,
    extras: null,
  }
}
