import { z } from 'zod'
import type { FoundPayment, NewRow } from './bulk-updates.schema.ts'

/** Those that can be ids of payments, and all of them as what merchants call theirs: that may look like an id. */
export function soughtBy(references: readonly string[]) {
  const externalIds = [...new Set(references)]
  const isId = (reference: string) => z.uuid().safeParse(reference).success
  return { ids: externalIds.filter(isId).map((id) => id.toLowerCase()), externalIds }
}

const refusals = {
  unknown: 'No payment of this tenant has this id or reference',
  ambiguous: 'Several payments have this reference: give the id of the one',
  repeated: 'This payment stands in an earlier line',
  other_mode: 'The payment is of the other mode',
  not_pending: 'The outcome of this payment is known',
  held: 'This payment waits for approval: decide on it under Pending payments',
  challenge_running: 'The payer is being asked by their bank at this moment',
} as const

/** Which of the payments can change, in the order in which they were given; the engine checks each again. */
export function preparedRows(
  references: readonly string[],
  found: readonly FoundPayment[],
  mode: number,
): NewRow[] {
  const byReference = new Map<string, FoundPayment[]>()
  for (const payment of found) {
    const names = [payment.id, ...(payment.externalId === null ? [] : [payment.externalId])]
    for (const name of names) {
      const others = byReference.get(name) ?? []
      if (!others.some(({ id }) => id === payment.id)) byReference.set(name, [...others, payment])
    }
  }
  const seen = new Set<string>()
  return references.map((reference, index) => {
    const all = byReference.get(reference) ?? byReference.get(reference.toLowerCase()) ?? []
    // a merchant may use one reference in both modes
    const ofMode = all.filter((one) => one.mode === mode)
    const candidates = ofMode.length > 0 ? ofMode : all
    const payment = candidates.length === 1 ? candidates[0] : undefined
    const code = refusalOf(candidates, payment, mode, seen)
    if (payment !== undefined) seen.add(payment.id)
    const refusal = code && { code: `bulk_update.${code}`, message: refusals[code] }
    // counted where it stands first: its amount would be there twice
    const counted = code === 'repeated' ? undefined : payment
    return { line: index + 1, reference, payment: counted, refusal }
  })
}

function refusalOf(
  candidates: readonly FoundPayment[],
  payment: FoundPayment | undefined,
  mode: number,
  seen: ReadonlySet<string>,
): keyof typeof refusals | undefined {
  if (payment === undefined) return candidates.length === 0 ? 'unknown' : 'ambiguous'
  if (seen.has(payment.id)) return 'repeated'
  if (payment.mode !== mode) return 'other_mode'
  if (payment.status === 'waiting_for_approval') return 'held'
  if (payment.status !== 'pending') return 'not_pending'
  return payment.pendingOn === 'challenge' ? 'challenge_running' : undefined
}
