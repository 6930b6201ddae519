import type { Person } from '@counterfoil/features/payments/confirmations/confirmations.rules.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { confirmersIn, isCancellable, missingOf, refusalToApprove } from './decide-payout.ts'
import type { listOrderSteps, listWaitingOrders, OrderRow } from './payout-orders.queries.ts'
import { accountOfRow, hintOfRow } from './payout-orders.rules.ts'
import type {
  PayeeResult,
  PayoutDetails,
  PayoutRow,
  PayoutState,
  Rail,
  WaitingPayoutOrder,
} from './payout-orders.schema.ts'

type StepRow = Awaited<ReturnType<typeof listOrderSteps>>[number]
type WaitingRow = Awaited<ReturnType<typeof listWaitingOrders>>[number]

export const payoutRowView = (row: OrderRow, merchantName: string): PayoutRow => ({
  id: row.id,
  state: row.state as PayoutState,
  amount: Number(row.amount_minor),
  fee: Number(row.fee_minor),
  currency: row.currency,
  payeeName: row.payee_name,
  accountHint: hintOfRow(row),
  reference: row.reference,
  externalId: row.external_id,
  rail: row.rail as Rail,
  sendAt: row.send_at.toISOString(),
  mode: modeNameOf(row.mode),
  merchantName,
  requestedBy: row.maker_name,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** `callerId`: its reader. */
export const payoutDetailsView = (
  row: OrderRow,
  steps: readonly StepRow[],
  about: {
    readonly merchantName: string
    readonly recurringId: string | null
    readonly callerId: string
  },
): PayoutDetails => ({
  ...payoutRowView(row, about.merchantName),
  beneficiaryId: row.beneficiary_id,
  recurringId: about.recurringId,
  payee: {
    name: row.payee_name,
    country: row.payee_country,
    account: accountOfRow(row),
    bic: row.payee_bic,
    result: row.payee_result as PayeeResult | null,
    bankName: row.payee_bank_name,
  },
  endToEndId: row.end_to_end_id,
  railReference: row.rail_reference,
  code: row.code,
  message: row.message,
  mayCancel: row.maker_id === about.callerId && isCancellable(row),
  steps: steps.map(({ kind, actor_name: by, reason, at }) => ({
    ...{ kind: kind as PayoutDetails['steps'][number]['kind'], by, reason },
    at: at.toISOString(),
  })),
})

export function waitingPayoutView(
  row: WaitingRow,
  allSteps: readonly StepRow[],
  person: Person,
  now: Date,
): WaitingPayoutOrder {
  const steps = allSteps.filter((one) => one.payout_order_id === row.id)
  const refusal = refusalToApprove(row, steps, person, now)
  return {
    ...payoutRowView(row, row.merchantName),
    tenantName: row.tenantName,
    payeeAccount: accountOfRow(row),
    payeeResult: row.payee_result as PayeeResult | null,
    payeeBankName: row.payee_bank_name,
    missing: missingOf(row, confirmersIn(steps)),
    isOwn: row.maker_id === person.id,
    refusal: refusal === undefined ? null : { code: refusal.code, message: refusal.message },
  }
}
