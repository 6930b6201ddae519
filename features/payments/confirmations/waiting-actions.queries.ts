import type { RefundSource } from '@counterfoil/features/accounting/ledger/ledger.schema.ts'
import type { StatusByHand } from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type {
  ConfirmableAction,
  Requirement,
  Side,
  WaitingActionOutcome,
  WaitingActionState,
} from './confirmations.schema.ts'

export interface Maker {
  readonly type: 'user' | 'api_key'
  readonly id: string
  readonly name: string
  readonly keys: readonly string[]
}

/** The line of a bank's statement whose money is returned, and to whom. */
export interface TransferSubject {
  readonly id: string
  readonly payeeName: string
  readonly payeeAccount: string
}

export interface WaitingActionRow {
  readonly tenantId: string
  readonly id: string
  readonly merchantId: string | null
  /** Null: of a return of a transfer. */
  readonly paymentId: string | null
  readonly transfer: TransferSubject | null
  readonly side: Side
  readonly mode: Mode
  readonly action: ConfirmableAction
  readonly amountMinor: bigint
  readonly currency: string
  /** Of the payment or the transfer: another one voids the action. */
  readonly subjectVersion: number
  readonly targetStatus: StatusByHand | null
  /** Of a refund that was marked by hand. */
  readonly paidFrom: RefundSource | null
  readonly reason: string | null
  readonly requirements: readonly Requirement[]
  readonly maker: Maker
  readonly state: WaitingActionState
  readonly outcome: WaitingActionOutcome | null
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly endedAt: Date | null
}

export type NewWaitingAction = Omit<WaitingActionRow, 'tenantId' | 'state' | 'outcome' | 'endedAt'>

export async function insertWaitingAction(db: Db, action: NewWaitingAction): Promise<void> {
  await db
    .insertInto('waiting_action')
    .values({
      tenant_id: tenantOf(db),
      id: action.id,
      merchant_id: action.merchantId,
      payment_id: action.paymentId,
      side: action.side,
      mode: action.mode,
      action: action.action,
      amount_minor: action.amountMinor,
      currency: action.currency,
      payment_version: action.paymentId === null ? null : action.subjectVersion,
      bank_order_item_id: action.transfer?.id ?? null,
      bank_order_item_version: action.transfer === null ? null : action.subjectVersion,
      payee_name: action.transfer?.payeeName ?? null,
      payee_account: action.transfer?.payeeAccount ?? null,
      target_status: action.targetStatus,
      paid_from: action.paidFrom,
      reason: action.reason,
      requirements: JSON.stringify(action.requirements),
      maker_type: action.maker.type,
      maker_id: action.maker.id,
      maker_name: action.maker.name,
      maker_keys: [...action.maker.keys],
      state: 'waiting',
      expires_at: action.expiresAt,
      created_at: action.createdAt,
    })
    .execute()
}

export interface Step {
  readonly id: string
  readonly waitingActionId: string
  readonly kind:
    | 'requested'
    | 'confirmed'
    | 'rejected'
    | 'withdrawn'
    | 'expired'
    | 'void'
    | 'done'
    | 'refused'
  /** Null: the product itself. */
  readonly actorId: string | null
  readonly actorName: string | null
  readonly actorRoleId: string | null
  readonly actorKeys: readonly string[]
  readonly reason: string | null
  readonly at: Date
}

export async function insertStep(
  db: Db,
  { merchantId }: Pick<WaitingActionRow, 'merchantId'>,
  step: Step,
): Promise<void> {
  await db
    .insertInto('waiting_action_step')
    .values({
      tenant_id: tenantOf(db),
      id: step.id,
      waiting_action_id: step.waitingActionId,
      merchant_id: merchantId,
      kind: step.kind,
      actor_id: step.actorId,
      actor_name: step.actorName,
      actor_role_id: step.actorRoleId,
      actor_keys: [...step.actorKeys],
      reason: step.reason,
      created_at: step.at,
    })
    .execute()
}

/** The steps of these actions, in their order. */
export async function listSteps(db: Db, ids: readonly string[]): Promise<Step[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('waiting_action_step')
    .selectAll()
    .where(within(db, 'waiting_action_step'))
    .where('waiting_action_id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    waitingActionId: row.waiting_action_id,
    kind: row.kind as Step['kind'],
    actorId: row.actor_id,
    actorName: row.actor_name,
    actorRoleId: row.actor_role_id,
    actorKeys: row.actor_keys,
    reason: row.reason,
    at: row.created_at,
  }))
}

/** Locks an action until the transaction ends; undefined if the caller does not see its payment. */
export async function lockWaitingAction(db: Db, id: string): Promise<WaitingActionRow | undefined> {
  const row = await visible(db)
    .selectAll('w')
    .where('w.id', '=', id)
    .forUpdate('w')
    .executeTakeFirst()
  return row && actionOf(row)
}

/** Changes with everything that changes the payment, or uses the transfer's money. */
export async function findSubjectVersion(
  db: Db,
  { paymentId, transfer }: Pick<WaitingActionRow, 'paymentId' | 'transfer'>,
): Promise<number> {
  const table = paymentId === null ? 'bank_order_item' : 'payment'
  const { version } = await db
    .selectFrom(table)
    .select('version')
    .where(within(db, table))
    .where('id', '=', paymentId ?? transfer?.id ?? '')
    .executeTakeFirstOrThrow()
  return version
}

/** The tenant of an action that the caller sees. */
export async function findTenantOfAction(db: Db, id: string): Promise<string | undefined> {
  const row = await visible(db)
    .select('w.tenant_id as tenantId')
    .where('w.id', '=', id)
    .executeTakeFirst()
  return row?.tenantId
}

type Subject = { readonly paymentId: string } | { readonly transferId: string }

const openActions = (db: Db, subject: Subject, action: ConfirmableAction) =>
  db
    .selectFrom('waiting_action as w')
    .selectAll('w')
    .where(within(db, 'w'))
    .where((eb) =>
      'paymentId' in subject
        ? eb('w.payment_id', '=', subject.paymentId)
        : eb('w.bank_order_item_id', '=', subject.transferId),
    )
    .where('w.action', '=', action)
    .where('w.state', 'in', openStates)

/** An open action of this kind on the payment or transfer. */
export async function findOpenAction(
  db: Db,
  subject: Subject,
  action: ConfirmableAction,
): Promise<WaitingActionRow | undefined> {
  const row = await openActions(db, subject, action).executeTakeFirst()
  return row && actionOf(row)
}

/** The same, locked until the transaction ends. */
export async function lockOpenAction(
  db: Db,
  subject: Subject,
  action: ConfirmableAction,
): Promise<WaitingActionRow | undefined> {
  const row = await openActions(db, subject, action).forUpdate('w').executeTakeFirst()
  return row && actionOf(row)
}

/** Those of the payments for which a change of status that this person asked for waits. */
export async function listPaymentsWaiting(
  db: Db,
  of: {
    readonly paymentIds: readonly string[]
    readonly makerId: string
    readonly targetStatus: StatusByHand
  },
): Promise<string[]> {
  if (of.paymentIds.length === 0) return []
  const rows = await db
    .selectFrom('waiting_action as w')
    .select('w.payment_id as paymentId')
    .where(within(db, 'w'))
    .where('w.payment_id', 'in', [...of.paymentIds])
    .where('w.action', '=', 'changeStatus')
    .where('w.state', '=', 'waiting')
    .where('w.maker_id', '=', of.makerId)
    .where('w.target_status', '=', of.targetStatus)
    .execute()
  return rows.flatMap(({ paymentId }) => paymentId ?? [])
}

export async function updateWaitingActionState(
  db: Db,
  id: string,
  change: {
    readonly state: WaitingActionState
    readonly outcome?: WaitingActionOutcome
    readonly endedAt: Date | null
  },
): Promise<void> {
  await db
    .updateTable('waiting_action')
    .set({
      state: change.state,
      ended_at: change.endedAt,
      ...(change.outcome === undefined ? {} : { outcome: JSON.stringify(change.outcome) }),
    })
    .where(within(db, 'waiting_action'))
    .where('id', '=', id)
    .execute()
}

/** Actions that have waited too long, or whose payment has changed, or that were not carried out to their end. */
export async function listDueActions(
  db: Db,
  now: Date,
  confirmedBefore: Date,
  limit: number,
): Promise<{ id: string; state: WaitingActionState }[]> {
  const rows = await db
    .selectFrom('waiting_action as w')
    .leftJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'w.tenant_id').onRef('p.id', '=', 'w.payment_id'),
    )
    .leftJoin('bank_order_item as i', (join) =>
      join.onRef('i.tenant_id', '=', 'w.tenant_id').onRef('i.id', '=', 'w.bank_order_item_id'),
    )
    .select(['w.id', 'w.state'])
    .where(within(db, 'w'))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('w.state', '=', 'waiting'),
          eb.or([
            eb('w.expires_at', '<=', now),
            eb('p.version', '!=', eb.ref('w.payment_version')),
            eb('i.version', '!=', eb.ref('w.bank_order_item_version')),
          ]),
        ]),
        eb.and([
          eb('w.state', '=', 'confirmed'),
          eb.exists(
            eb
              .selectFrom('waiting_action_step as s')
              .select('s.id')
              .whereRef('s.tenant_id', '=', 'w.tenant_id')
              .whereRef('s.waiting_action_id', '=', 'w.id')
              .where('s.kind', '=', 'confirmed')
              .where('s.created_at', '<=', confirmedBefore),
          ),
        ]),
      ]),
    )
    .orderBy('w.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, state }) => ({ id, state: state as WaitingActionState }))
}

export interface WaitingSearch {
  /** Undefined: one by its id, in either mode. */
  readonly mode?: Mode
  readonly side: Side | undefined
  readonly id?: string
  readonly paymentId?: string
  readonly isOpen?: boolean
  /** Not those that this person requested. */
  readonly notBy?: string
}

/** Waiting actions with what their lists show: open ones the oldest first, ended ones the newest first. */
export async function listWaitingActions(db: Db, search: WaitingSearch, page: Part) {
  const rows = await matching(db, search)
    .leftJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'w.tenant_id').onRef('m.id', '=', 'w.merchant_id'),
    )
    .leftJoin('bank_order_item as i', (join) =>
      join.onRef('i.tenant_id', '=', 'w.tenant_id').onRef('i.id', '=', 'w.bank_order_item_id'),
    )
    .innerJoin('tenant as t', 't.id', 'w.tenant_id')
    .selectAll('w')
    .select([
      't.name as tenantName',
      'm.legal_business_name as merchantName',
      'p.external_id as externalId',
      'p.customer_email as customerEmail',
      'p.method',
      'p.card_brand as cardBrand',
      'p.card_last4 as cardLast4',
      sql<number>`coalesce(p.version, i.version)`.as('currentVersion'),
    ])
    .orderBy('w.id', search.isOpen === true ? 'asc' : 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map((row) => {
    const { tenantName, merchantName, externalId, customerEmail, method } = row
    const { cardBrand, cardLast4, currentVersion } = row
    const shown = { tenantName, merchantName, externalId, customerEmail, method }
    return { action: actionOf(row), currentVersion, shown: { ...shown, cardBrand, cardLast4 } }
  })
}
export type ListedAction = Awaited<ReturnType<typeof listWaitingActions>>[number]

export function countWaitingActions(db: Db, search: WaitingSearch): Promise<number> {
  return countRows(matching(db, search))
}

/** With its payment, which the caller has to see. What is of no payment is for those who see all of them. */
const visible = (db: Db) => {
  const seesAll = db.scope.kind === 'platform' || db.scope.payments === undefined
  return db
    .selectFrom('waiting_action as w')
    .leftJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'w.tenant_id').onRef('p.id', '=', 'w.payment_id'),
    )
    .where(within(db, 'w'))
    .where((eb) =>
      seesAll
        ? eb.or([eb('w.payment_id', 'is', null), withinPayments(db, 'p')])
        : withinPayments(db, 'p'),
    )
}

const openStates = ['waiting', 'confirmed']

const matching = (db: Db, { mode, side, id, paymentId, isOpen, notBy }: WaitingSearch) =>
  visible(db)
    .$if(mode !== undefined, (query) => query.where('w.mode', '=', mode ?? 1))
    .$if(side !== undefined, (query) => query.where('w.side', '=', side ?? 'merchant'))
    .$if(id !== undefined, (query) => query.where('w.id', '=', id ?? ''))
    .$if(paymentId !== undefined, (query) => query.where('w.payment_id', '=', paymentId ?? ''))
    .$if(notBy !== undefined, (query) => query.where('w.maker_id', '!=', notBy ?? ''))
    .$if(isOpen === true, (query) => query.where('w.state', 'in', openStates))
    .$if(isOpen === false, (query) => query.where('w.state', 'not in', openStates))

interface StoredRow {
  readonly tenant_id: string
  readonly id: string
  readonly merchant_id: string | null
  readonly payment_id: string | null
  readonly bank_order_item_id: string | null
  readonly bank_order_item_version: number | null
  readonly payee_name: string | null
  readonly payee_account: string | null
  readonly side: string
  readonly mode: number
  readonly action: string
  readonly amount_minor: bigint
  readonly currency: string
  readonly payment_version: number | null
  readonly target_status: string | null
  readonly paid_from: string | null
  readonly reason: string | null
  readonly requirements: unknown
  readonly maker_type: string
  readonly maker_id: string
  readonly maker_name: string
  readonly maker_keys: string[]
  readonly state: string
  readonly outcome: unknown
  readonly expires_at: Date
  readonly created_at: Date
  readonly ended_at: Date | null
}

function actionOf(row: StoredRow): WaitingActionRow {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    merchantId: row.merchant_id,
    paymentId: row.payment_id,
    side: row.side as Side,
    mode: row.mode as Mode,
    action: row.action as ConfirmableAction,
    amountMinor: row.amount_minor,
    currency: row.currency,
    transfer:
      row.bank_order_item_id === null
        ? null
        : {
            id: row.bank_order_item_id,
            payeeName: row.payee_name ?? '',
            payeeAccount: row.payee_account ?? '',
          },
    subjectVersion: row.payment_version ?? row.bank_order_item_version ?? 0,
    targetStatus: row.target_status as WaitingActionRow['targetStatus'],
    paidFrom: row.paid_from as RefundSource | null,
    reason: row.reason,
    requirements: row.requirements as readonly Requirement[],
    maker: {
      type: row.maker_type as Maker['type'],
      id: row.maker_id,
      name: row.maker_name,
      keys: row.maker_keys,
    },
    state: row.state as WaitingActionState,
    outcome: row.outcome as WaitingActionOutcome | null,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
}
