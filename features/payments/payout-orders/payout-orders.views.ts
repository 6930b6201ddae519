import type { Person } from '@counterfoil/features/payments/confirmations/confirmations.rules.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
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

/** `reader`: who looks at it. */
export const payoutDetailsView = (
  row: OrderRow,
  steps: readonly StepRow[],
  about: {
    readonly merchantName: string
    readonly recurringId: string | null
    readonly reader: Pick<UserCaller, 'id' | 'userType'>
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
  mayCancel: isCancellable(row) && mayWithdraw(row, about.reader),
  steps: steps.map(({ kind, actor_name: by, reason, at }) => ({
    ...{ kind: kind as PayoutDetails['steps'][number]['kind'], by, reason },
    at: at.toISOString(),
  })),
})

const mayWithdraw = (row: OrderRow, { id, userType }: Pick<UserCaller, 'id' | 'userType'>) =>
  row.maker_id === id || (row.state === 'approved' && userType === 'merchant')

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
