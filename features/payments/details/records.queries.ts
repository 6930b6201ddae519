import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { PaymentHeader } from './details.queries.ts'

export async function listAlertRows(db: Db, payment: PaymentHeader) {
  const [alerts, shadows] = await Promise.all([
    db
      .selectFrom('antifraud_alert')
      .select(['id', 'rule', 'outcome', 'message', 'created_at'])
      .select(['rule_id', 'owner', 'rule_version'])
      .where(within(db, 'antifraud_alert'))
      .where('tenant_id', '=', payment.tenant_id)
      .where('payment_id', '=', payment.id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('antifraud_match')
      .select(['id', 'rule', 'outcome', 'message', 'created_at'])
      .select(['rule_id', 'owner', 'rule_version'])
      .where(within(db, 'antifraud_match'))
      .where('tenant_id', '=', payment.tenant_id)
      .where('payment_id', '=', payment.id)
      .where('effect', '=', 'shadow')
      .orderBy('id')
      .execute(),
  ])
  return [
    ...alerts.map((one) => ({ ...one, isShadow: false })),
    ...shadows.map((one) => ({ ...one, isShadow: true })),
  ]
}

export function listFeeRows(
  db: Db,
  payment: PaymentHeader,
  page: { limit: number; offset: number },
) {
  return db
    .selectFrom('payment_fee')
    .selectAll()
    .where(within(db, 'payment_fee'))
    .where('tenant_id', '=', payment.tenant_id)
    .where('payment_id', '=', payment.id)
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function listEntryRows(db: Db, payment: PaymentHeader) {
  return db
    .selectFrom('ledger_entry as e')
    .leftJoin('ledger_account as a', (join) =>
      join.onRef('a.tenant_id', '=', 'e.tenant_id').onRef('a.id', '=', 'e.ledger_account_id'),
    )
    .select([
      'e.id',
      'e.posting_id',
      'e.account',
      'e.amount_minor',
      'e.currency',
      'e.event_id',
      'e.created_at',
      'a.code',
      'a.name',
    ])
    .where(within(db, 'e'))
    .where('e.tenant_id', '=', payment.tenant_id)
    .where('e.payment_id', '=', payment.id)
    .orderBy('e.created_at')
    .orderBy('e.posting_id')
    .orderBy('e.amount_minor', 'desc')
    .execute()
}
