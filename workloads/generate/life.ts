import type { FeeTerms } from '@counterfoil/features/accounting/fees/fees.rules.ts'
import { feeFor, returnedFee } from '@counterfoil/features/accounting/fees/fees.rules.ts'
import { entriesOf, type Posting } from '@counterfoil/features/accounting/ledger/ledger.rules.ts'
import { disputeReasonOf } from '@counterfoil/features/payments/action-options/reasons.rules.ts'
import {
  consequenceOfDispute,
  endedDispute,
  openedDispute,
} from '@counterfoil/features/payments/disputes/disputes.rules.ts'
import type { Cause } from '@counterfoil/features/payments/processing/causes.rules.ts'
import {
  type Consequence,
  consequenceOfOutcome,
  type Outcome,
  operationStateAfter,
  type PaymentState,
} from '@counterfoil/features/payments/processing/outcome.rules.ts'
import type { OperationKind } from '@counterfoil/features/payments/processing/payment.rules.ts'
import type { DisputeOutcome } from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { Mid } from '@counterfoil/features/routing/mids/routing.rules.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { systemVariables } from '@counterfoil/kit/contract/system-variables.ts'
import type { PaymentRows } from './copy-rows.ts'
import { type Ids, instantText } from './fast-text.ts'

/** What stays the same over a payment's life. */
export interface Subject {
  readonly tenantId: string
  readonly merchantId: string
  readonly mode: number
  readonly actorId: string | null
  readonly fees: readonly FeeTerms[]
}

/** An answer of an acquirer, as the engine receives it. */
export type AcquirerResponse = Outcome & { readonly isSoft?: boolean }

/**
 * Writes a payment's rows as the engine does, step by step: the engine's own rules say what follows on each outcome,
 * what is posted and which fee falls due. Only the times are chosen here.
 */
export class Life {
  readonly id: string
  readonly createdAt: number
  readonly #subject: Subject
  readonly #rows: PaymentRows
  readonly #ids: Ids
  payment: PaymentState
  provider: string | null = null
  midId: string | null = null
  acquirerReference: string | null = null
  firstTry: 'approved' | 'declined' | null = null
  answerMs: number | null = null
  version = 1
  updatedAt: number
  /** Charged for captures, less what was given back. */
  #captureFeesMinor = 0n

  constructor(subject: Subject, order: PaymentState, at: number, rows: PaymentRows, ids: Ids) {
    ids.begin()
    this.#subject = subject
    this.#rows = rows
    this.#ids = ids
    this.payment = order
    this.id = ids.at(at)
    this.createdAt = at
    this.updatedAt = at
  }

  /** The order is taken down and goes to `mids` in turn, until one answers with more than a soft decline. */
  authorise(
    mids: readonly Mid[],
    answers: readonly AcquirerResponse[],
    routing: string | null,
  ): void {
    const at = this.createdAt
    const operationId = this.#ids.at(at)
    const [first] = mids
    this.provider = first?.provider ?? null
    this.midId = first?.id ?? null
    const sent = { code: 'sent', values: { provider: String(first?.provider) } }
    this.#begin(operationId, 'pending', 'sent', sent)
    let time = at
    for (const [index, response] of answers.entries()) {
      const mid = mids[index]
      if (mid === undefined) throw new Error('A cascade ends with the last MID')
      const attemptId = this.#ids.at(time)
      const startedAt = time
      time += 180 + (this.createdAt % 900)
      this.#attempt(operationId, attemptId, index + 1, mid, response, startedAt, time)
      if (index === 0) this.firstTry = response.result === 'approved' ? 'approved' : 'declined'
      // as in the engine, a failure is no answer
      this.answerMs = response.result === 'failed' ? null : time - startedAt
      const next = mids[index + 1]
      if (index < answers.length - 1 && next !== undefined && 'text' in response) {
        const values = { from: mid.provider, why: response.text, to: next.provider }
        const cause = { code: 'cascaded', values }
        this.#event(
          'payment.cascaded',
          operationId,
          'pending',
          this.payment.amountMinor,
          cause,
          time,
        )
        this.provider = next.provider
        this.midId = next.id
        this.version += 1
        continue
      }
      const reference = response.result === 'approved' ? acquirerReferenceOf(mid, attemptId) : null
      this.acquirerReference = reference
      this.#conclude('authorise', operationId, this.payment.amountMinor, null, response, {
        from: at,
        to: time,
        reference,
        routing,
      })
    }
  }

  /** Screening stops the order before it goes anywhere. */
  block(rule: string, message: string, routing: string | null): void {
    const operationId = this.#ids.at(this.createdAt)
    const decline = { declineCode: 'antifraud.blocked', declineReason: 'Blocked by screening' }
    this.payment = { ...this.payment, ...decline, pendingOn: null }
    this.#begin(operationId, 'blocked', 'blocked', decline.declineReason)
    const { tenantId, merchantId } = this.#subject
    const time = instantText(this.createdAt)
    const alertId = this.#ids.at(this.createdAt)
    this.#rows.add('antifraud_alert', [
      tenantId,
      alertId,
      this.id,
      merchantId,
      rule,
      'block',
      message,
      time,
    ])
    this.#operation(operationId, 'authorise', 'declined', this.payment.amountMinor, null, {
      from: this.createdAt,
      to: this.createdAt,
      reference: null,
      routing,
      checks: 0,
      ...decline,
    })
  }

  /** A follow-up at the acquirer that has the payment. */
  operate(
    kind: Exclude<OperationKind, 'authorise'>,
    amountMinor: bigint,
    reason: string | null,
    at: number,
    mid: Mid,
  ): void {
    const operationId = this.#ids.at(at)
    const attemptId = this.#ids.at(at)
    const response = { result: 'approved', amountMinor } as const
    const to = at + 120 + (at % 400)
    this.#event(`${kind}.requested`, operationId, this.payment.status, amountMinor, reason, at)
    this.#attempt(operationId, attemptId, 1, mid, response, at, to)
    const reference = acquirerReferenceOf(mid, attemptId)
    this.#conclude(kind, operationId, amountMinor, reason, response, {
      from: at,
      to,
      reference,
      routing: null,
    })
  }

  dispute(
    amountMinor: bigint,
    reasonCode: string,
    at: number,
    end: { readonly outcome: DisputeOutcome; readonly at: number } | undefined,
  ): void {
    const { tenantId, merchantId } = this.#subject
    const reason = disputeReasonOf(reasonCode)
    const disputeId = this.#ids.at(at)
    const opened = openedDispute(amountMinor)
    const ended = end && endedDispute(amountMinor, end.outcome)
    const respondBy = instantText(at + systemVariables.dispute_answer.usual * dayMs)
    this.#rows.add('dispute', [
      tenantId,
      disputeId,
      this.id,
      merchantId,
      amountMinor,
      this.payment.currency,
      reasonCode,
      reason,
      end?.outcome ?? 'opened',
      instantText(at),
      respondBy,
      end && instantText(end.at),
      ended?.lostMinor ?? 0n,
    ])
    this.#apply(consequenceOfDispute(this.payment, undefined, opened, []), null, reason, at)
    if (end === undefined || ended === undefined) return
    this.#apply(consequenceOfDispute(this.payment, opened, ended, []), null, null, end.at)
  }

  #begin(
    operationId: string,
    status: PaymentState['status'],
    word: string,
    cause: Cause | string,
  ): void {
    const at = this.createdAt
    const { amountMinor } = this.payment
    this.payment = { ...this.payment, status: 'created' }
    this.#event('payment.created', operationId, null, amountMinor, null, at)
    this.#step('payment.validated', operationId, 'validated', null, at)
    this.#step(`payment.${word}`, operationId, status, cause, at)
  }

  #step(
    type: string,
    operationId: string,
    status: PaymentState['status'],
    cause: Cause | string | null,
    at: number,
  ): void {
    const from = this.payment.status
    this.payment = { ...this.payment, status }
    this.#event(type, operationId, from, this.payment.amountMinor, cause, at)
  }

  #conclude(
    kind: OperationKind,
    operationId: string,
    amountMinor: bigint,
    reason: string | null,
    response: AcquirerResponse,
    record: { from: number; to: number; reference: string | null; routing: string | null },
  ): void {
    const consequence = consequenceOfOutcome(this.payment, { kind, amountMinor, reason }, response)
    const refusal = 'text' in response ? response : null
    this.#operation(operationId, kind, operationStateAfter(response), amountMinor, reason, {
      ...record,
      checks: 1,
      declineCode: refusal?.code ?? null,
      declineReason: refusal?.text ?? null,
    })
    this.#apply(consequence, operationId, refusal?.text ?? reason, record.to)
  }

  #apply(
    { change, event, movements, fee, takenBack }: Consequence,
    operationId: string | null,
    cause: string | null,
    at: number,
  ): void {
    const { tenantId, merchantId, mode, fees } = this.#subject
    const { currency } = this.payment
    const from = this.payment.status
    this.payment = { ...this.payment, ...change }
    this.version += 1
    this.updatedAt = at
    const eventId = this.#event(event.type, operationId, from, event.amountMinor, cause, at)
    const time = instantText(at)
    const { amountMinor: backMinor = 0n, capturedMinor = 0n } = takenBack ?? {}
    const charged =
      fee === null
        ? returnedFee(this.#captureFeesMinor, backMinor, capturedMinor)
        : feeFor(fees, fee, currency, event.amountMinor ?? 0n)
    const postings: Posting[] = [...movements]
    if (charged !== null) {
      if (charged.feeType === 'capture') this.#captureFeesMinor += charged.amountMinor
      postings.push(
        fee === null
          ? { kind: 'fee_return', amountMinor: -charged.amountMinor }
          : { kind: 'fee', amountMinor: charged.amountMinor },
      )
      this.#rows.add('payment_fee', [
        tenantId,
        this.#ids.at(at),
        this.id,
        merchantId,
        operationId,
        charged.feeType,
        charged.basisPoints,
        charged.fixedMinor,
        charged.amountMinor,
        currency,
        time,
      ])
    }
    for (const posting of postings) {
      const postingId = this.#ids.at(at)
      for (const { account, amountMinor } of entriesOf(posting)) {
        this.#rows.add('ledger_entry', [
          tenantId,
          this.#ids.at(at),
          postingId,
          posting.kind,
          merchantId,
          mode,
          currency,
          account,
          amountMinor,
          this.id,
          eventId,
          time,
        ])
      }
    }
  }

  #event(
    type: string,
    operationId: string | null,
    from: string | null,
    amountMinor: bigint | null,
    cause: Cause | string | null,
    at: number,
  ): string {
    const { tenantId, merchantId, actorId } = this.#subject
    const id = this.#ids.at(at)
    // what people and acquirers say stands in their words
    const words = typeof cause === 'string' ? cause : null
    const { code = null, values = null } = typeof cause === 'string' ? {} : (cause ?? {})
    const actor = type.startsWith('dispute.') ? 'acquirer' : 'api_key'
    this.#rows.add('payment_event', [
      tenantId,
      id,
      this.id,
      merchantId,
      operationId,
      type,
      from,
      this.payment.status,
      amountMinor,
      actor,
      actor === 'acquirer' ? null : actorId,
      words,
      code,
      values && JSON.stringify(values),
      instantText(at),
    ])
    return id
  }

  #operation(
    id: string,
    kind: OperationKind,
    state: string,
    amountMinor: bigint,
    reason: string | null,
    record: {
      from: number
      to: number
      reference: string | null
      routing: string | null
      checks: number
      declineCode: string | null
      declineReason: string | null
    },
  ): void {
    const { tenantId, merchantId, actorId } = this.#subject
    this.#rows.add('payment_operation', [
      tenantId,
      id,
      this.id,
      merchantId,
      kind,
      state,
      amountMinor,
      this.payment.currency,
      reason,
      record.reference,
      record.declineCode,
      record.declineReason,
      'api_key',
      actorId,
      record.routing,
      record.checks,
      instantText(record.from),
      instantText(record.to),
    ])
  }

  #attempt(
    operationId: string,
    id: string,
    sequence: number,
    mid: Mid,
    response: AcquirerResponse,
    from: number,
    to: number,
  ): void {
    const { tenantId, merchantId } = this.#subject
    const refusal = 'text' in response ? response : null
    const isSoft = response.result === 'declined' ? (response.isSoft ?? false) : null
    const reference = response.result === 'approved' ? acquirerReferenceOf(mid, id) : null
    this.#rows.add('payment_attempt', [
      tenantId,
      id,
      this.id,
      operationId,
      merchantId,
      sequence,
      mid.id,
      mid.provider,
      response.result,
      refusal?.code,
      refusal?.text,
      isSoft,
      reference,
      instantText(from),
      instantText(to),
    ])
  }
}

/** The reference that the sandbox acquirers make of ours. */
function acquirerReferenceOf(mid: Mid, attemptId: string): string {
  const bytes = Buffer.from(attemptId.replaceAll('-', ''), 'hex')
  return `${mid.provider === 'sandbox_beta' ? 'SB' : 'SA'}-${bytes.toString('base64url')}`
}
