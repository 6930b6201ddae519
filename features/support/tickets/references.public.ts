import { claimFiles, listFilesOf } from '@counterfoil/features/messaging/files/files.public.ts'
import { isSafeAddress } from '@counterfoil/features/messaging/notifications/click-target.rules.ts'
import { viewPermissions } from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import {
  findPaymentByKey,
  listReadablePaymentIds,
} from '@counterfoil/features/payments/lookup/lookup.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import {
  insertReferenceRows,
  listMerchants,
  listReferenceRows,
  type NewReferenceRow,
  type ReferenceRow,
} from './references.queries.ts'
import type { Reference, ReferenceInput, ReferenceKind } from './references.schema.ts'

/** The record type of a ticket's files. */
export const ticketRecord = 'support_ticket'

interface TicketKey {
  readonly tenantId: string
  readonly ticketId: string
  readonly merchantId: string | null
}

export interface FoundReference {
  readonly kind: ReferenceKind
  readonly recordId: string | null
  readonly name: string
  readonly merchantId: string | null
}

/**
 * Finds the records that a ticket's references name, each once. `reader` is the caller's own, because only a record that
 * the caller can see may be named. Files are claimed later, by `createReferences`.
 */
export async function findReferences(
  reader: Db,
  caller: UserCaller,
  tenantId: string,
  inputs: readonly ReferenceInput[],
): Promise<FoundReference[]> {
  const found: FoundReference[] = []
  for (const [index, input] of inputs.entries()) {
    const one = await findReference(reader, caller, tenantId, input)
    if (one === undefined) {
      throw unknownReference(input, index)
    }
    const isNew = !found.some((other) => other.kind === one.kind && other.recordId === one.recordId)
    if (isNew) found.push(one)
  }
  return found
}

const recordNames = {
  Transaction: 'transaction',
  Customer: 'customer',
  File: 'file',
  createdOn: 'page address',
} as const

function unknownReference({ key, value }: ReferenceInput, index: number): Problem {
  const message = `There is no such ${recordNames[key]}: ${value}`.slice(0, 300)
  return new Problem('reference.unknown', 422, message, {
    path: `references.${index}.value`,
    params: { value },
  })
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function findReference(
  reader: Db,
  caller: UserCaller,
  tenantId: string,
  { key, value }: ReferenceInput,
): Promise<FoundReference | undefined> {
  if (key === 'createdOn') {
    return isSafeAddress(value)
      ? { kind: 'createdOn', recordId: null, name: value, merchantId: null }
      : undefined
  }
  if (key === 'Transaction') {
    const payment = await findPaymentByKey(reader, tenantId, value)
    return (
      payment && {
        kind: 'transaction',
        recordId: payment.id,
        name: payment.external_id ?? payment.id,
        merchantId: payment.merchant_id,
      }
    )
  }
  if (!uuid.test(value)) return undefined
  if (key === 'File') return { kind: 'attachment', recordId: value, name: '', merchantId: null }
  if (caller.userType === 'merchant') {
    throw new Problem(
      'reference.customer_not_allowed',
      422,
      'Customers are named by those who have several',
    )
  }
  const [merchant] = await listMerchants(reader, tenantId, [value])
  return (
    merchant && {
      kind: 'customer',
      recordId: merchant.id,
      name: merchant.legal_business_name,
      merchantId: merchant.id,
    }
  )
}

/**
 * Creates the references on the ticket's transaction. `createItem` creates the feed item for the references of one kind
 * and answers its id.
 */
export async function createReferences(
  db: Db,
  caller: UserCaller,
  ticket: TicketKey,
  found: readonly FoundReference[],
  now: Date,
  createItem: (kind: ReferenceKind) => Promise<string>,
): Promise<void> {
  const files = await claimAttachments(db, caller, ticket, found)
  for (const [kind, some] of Map.groupBy(found, (one) => one.kind)) {
    const itemId = kind === 'createdOn' ? null : await createItem(kind)
    const rows = some.map((one): NewReferenceRow => {
      const file = files.get(one.recordId ?? '')
      return {
        id: newId(now),
        merchant_id: ticket.merchantId,
        ticket_id: ticket.ticketId,
        item_id: itemId,
        kind,
        record_id: one.recordId,
        name: file?.name ?? one.name,
        record_merchant_id: one.merchantId,
        content_type: file?.content_type ?? null,
        size_bytes: file?.size_bytes ?? null,
        created_at: now,
      }
    })
    await insertReferenceRows(db, rows)
  }
}

/** References to uploaded files, by their ids. */
export function attachmentReferences(fileIds: readonly string[]): FoundReference[] {
  return [...new Set(fileIds)].map((recordId) => ({
    kind: 'attachment',
    recordId,
    name: '',
    merchantId: null,
  }))
}

/** A file that the body names is invalid input; the 404 of the files would mean the ticket of the address. */
export async function refuseUnknownFiles(claim: () => Promise<void>): Promise<void> {
  try {
    await claim()
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') {
      throw new Problem('reference.unknown_file', 422, 'There is no such file to be attached')
    }
    throw error
  }
}

async function claimAttachments(
  db: Db,
  caller: UserCaller,
  ticket: TicketKey,
  found: readonly FoundReference[],
) {
  const fileIds = found.flatMap((one) =>
    one.kind === 'attachment' && one.recordId !== null ? [one.recordId] : [],
  )
  if (fileIds.length === 0) return new Map<string, never>()
  const { ticketId: recordId, merchantId } = ticket
  const claim = { fileIds, recordType: ticketRecord, recordId, merchantId }
  await refuseUnknownFiles(() => claimFiles(db, caller, claim))
  const files = await listFilesOf(db, ticketRecord, recordId)
  return new Map(files.map((file) => [file.id, file]))
}

/** The names of attached files, by the feed item to which they belong. */
export async function listAttachmentNamesByItem(
  ticketDb: Db,
  ticket: { readonly tenant_id: string; readonly id: string },
): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>()
  for (const { kind, item_id, name } of await listReferenceRows(ticketDb, ticket)) {
    if (kind === 'attachment' && item_id !== null)
      names.set(item_id, [...(names.get(item_id) ?? []), name])
  }
  return names
}

/** A ticket's references as the caller may see them, with the feed item of each; `reader` reads as the caller may. */
export async function readReferences(
  reader: Db,
  caller: UserCaller,
  ticket: { readonly tenant_id: string; readonly id: string },
  ticketReader: Db,
): Promise<(Reference & { readonly itemId: string | null })[]> {
  const rows = await listReferenceRows(ticketReader, ticket)
  const recordIds = (kind: ReferenceKind) =>
    rows.flatMap((row) => (row.kind === kind && row.record_id !== null ? [row.record_id] : []))
  const [payments, merchants] = await Promise.all([
    listReadablePaymentIds(reader, recordIds('transaction')),
    recordIds('customer').length === 0
      ? []
      : listMerchants(reader, ticket.tenant_id, recordIds('customer')),
  ])
  const readable = new Set([...payments, ...merchants.map((one) => one.id)])
  return rows.map((row) => referenceView(row, caller, readable))
}

function referenceView(row: ReferenceRow, caller: UserCaller, readable: ReadonlySet<string>) {
  const kind = row.kind as ReferenceKind
  const isForAll = kind === 'attachment' || kind === 'createdOn'
  const mayRead = isForAll || readable.has(row.record_id ?? '')
  return {
    referenceId: row.id,
    itemId: row.item_id,
    kind,
    key: mayRead ? (row.record_id ?? row.name) : null,
    name: mayRead ? row.name : null,
    canOpen: mayRead && mayOpen(caller, kind),
    contentType: row.content_type,
    size: row.size_bytes,
  }
}

function mayOpen(caller: UserCaller, kind: ReferenceKind): boolean {
  const hasAny = (permissions: readonly string[]) =>
    permissions.some((one) => caller.permissions.has(one))
  switch (kind) {
    case 'transaction':
      return hasAny(
        caller.userType === 'merchant' ? viewPermissions.merchant : viewPermissions.operator,
      )
    case 'customer':
      return caller.userType !== 'merchant' && hasAny(['CRM.Organization.View'])
    default:
      return true
  }
}
