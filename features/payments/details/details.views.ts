import { causeText } from '@counterfoil/features/payments/processing/causes.rules.ts'
import type { PaymentStatus } from '@counterfoil/features/payments/processing/payments.schema.ts'
import type {
  Attempt,
  PaymentDetails,
  PaymentEvent,
  RelatedItem,
  RoutingLog,
} from './details.contract.ts'
import type {
  AttemptRow,
  EventRow,
  findWaitingPayout,
  listDuplicates,
  RelatedRow,
} from './details.queries.ts'

const amountOf = (minor: bigint | null) => (minor === null ? null : Number(minor))
const timeOf = (at: Date | null) => at?.toISOString() ?? null

export function eventOf(row: EventRow): PaymentEvent & { paymentId: string } {
  return {
    id: row.id,
    paymentId: row.payment_id,
    type: row.type,
    fromStatus: row.from_status as PaymentStatus | null,
    toStatus: row.to_status as PaymentStatus,
    amount: amountOf(row.amount_minor),
    currency: row.currency,
    actorType: row.actor_type,
    actorName: row.actor_name,
    ...causeOf(row),
    operationId: row.operation_id,
    createdAt: row.created_at.toISOString(),
  }
}

function causeOf({ cause, cause_code: causeCode, cause_values }: EventRow) {
  const stored = { cause, causeCode, causeValues: cause_values as PaymentEvent['causeValues'] }
  return { ...stored, cause: causeText(stored, 'en') }
}

export function relatedOf(row: RelatedRow): RelatedItem {
  return {
    id: row.id,
    paymentId: row.payment_id,
    relation: row.relation as RelatedItem['relation'],
    state: row.state,
    amount: Number(row.amount_minor),
    currency: row.currency,
    reason: row.reason,
    acquirerReference: row.acquirer_reference,
    method: row.method as RelatedItem['method'],
    createdAt: row.created_at.toISOString(),
    finishedAt: timeOf(row.finished_at),
  }
}

export function waitingPayoutOf(row: NonNullable<Awaited<ReturnType<typeof findWaitingPayout>>>) {
  return {
    id: row.id,
    amount: Number(row.amount_minor),
    reason: row.reason,
    requestedBy: row.actor_name,
    requestedAt: row.created_at.toISOString(),
  }
}

type DuplicateRow = Awaited<ReturnType<typeof listDuplicates>>[number]

export const duplicateOf = (row: DuplicateRow): PaymentDetails['duplicates'][number] => ({
  id: row.id,
  externalId: row.external_id,
  status: row.status as PaymentStatus,
  createdAt: row.created_at.toISOString(),
})

export function attemptOf(row: AttemptRow): Attempt {
  return {
    id: row.id,
    operationId: row.operation_id,
    operation: row.operation,
    sequence: row.sequence,
    provider: row.provider,
    midCode: row.mid_code,
    state: row.state,
    declineCode: row.decline_code,
    declineReason: row.decline_reason,
    isSoftDecline: row.is_soft_decline,
    acquirerReference: row.acquirer_reference,
    startedAt: row.started_at.toISOString(),
    finishedAt: timeOf(row.finished_at),
  }
}

export function routingOf(row: {
  id: string
  kind: string
  created_at: Date
  routing: unknown
  routed_by: unknown
}): RoutingLog {
  return {
    operationId: row.id,
    operation: row.kind,
    createdAt: row.created_at.toISOString(),
    considered: row.routing as RoutingLog['considered'],
    routedBy: row.routed_by as RoutingLog['routedBy'],
  }
}
