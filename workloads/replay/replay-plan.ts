import { createHash } from 'node:crypto'
import { decimalText, sumMinor } from './decimal.ts'
import type { LedgerLine } from './ledger-file.ts'

export interface PlannedPayment {
  readonly invoice: string
  readonly amountMinor: bigint
  readonly customer: string
  readonly country: string
  readonly invoicedAt: Date
  readonly lines: number
  readonly idempotencyKey: string
}

export interface PlannedRefund {
  /** The cancellation. */
  readonly invoice: string
  readonly amountMinor: bigint
  /** The invoice whose payment is refunded. */
  readonly original: string
  readonly idempotencyKey: string
}

/** What a ledger comes to. Whatever is neither a payment nor a refund is said in `notes`. */
export interface ReplayPlan {
  readonly payments: readonly PlannedPayment[]
  readonly refunds: readonly PlannedRefund[]
  readonly notes: readonly string[]
}

/** An invoice that is being paid, as cancellations see it. */
interface Original {
  readonly payment: PlannedPayment
  leftMinor: bigint
  /** Pieces not yet given back, by stock code. */
  readonly left: Map<string, bigint>
}

/**
 * Invoices become payments, cancellations become refunds of what the same customer bought before in this file.
 * The plan follows from the file alone, so the same file makes the same requests with the same keys.
 */
export function planReplay(lines: readonly LedgerLine[], decimalPlaces: number): ReplayPlan {
  const payments: PlannedPayment[] = []
  const refunds: PlannedRefund[] = []
  const notes: string[] = []
  const originals = new Map<string, Original[]>()
  for (const [invoice, items] of groupByInvoice(lines)) {
    const first = items[0] as LedgerLine
    const amountMinor = totalMinor(items, decimalPlaces)
    if (amountMinor === undefined) {
      notes.push(
        `invoice ${invoice} (line ${first.line}): its sum is not a whole number of minor units; left out`,
      )
    } else if (amountMinor === 0n) {
      notes.push(`invoice ${invoice} (line ${first.line}): nothing to pay; left out`)
    } else if (amountMinor > 0n && isCancellation(invoice)) {
      notes.push(`cancellation ${invoice} (line ${first.line}): its sum is not negative; left out`)
    } else if (amountMinor > 0n) {
      const payment = paymentOf(invoice, items, amountMinor)
      payments.push(payment)
      remember(originals, payment, items)
    } else {
      const found = refundsOf(invoice, items, decimalPlaces, originals.get(first.customer) ?? [])
      refunds.push(...found.refunds)
      notes.push(...found.notes)
    }
  }
  return { payments, refunds, notes }
}

const isCancellation = (invoice: string) => /^C/i.test(invoice)

/** In the order of the file. */
function groupByInvoice(lines: readonly LedgerLine[]): Map<string, LedgerLine[]> {
  return Map.groupBy(lines, (line) => line.invoice) as Map<string, LedgerLine[]>
}

function totalMinor(items: readonly LedgerLine[], decimalPlaces: number): bigint | undefined {
  const amounts = items.map(({ quantity, unitPrice }) => ({
    units: unitPrice.units * quantity,
    places: unitPrice.places,
  }))
  return sumMinor(amounts, decimalPlaces)
}

function paymentOf(
  invoice: string,
  items: readonly LedgerLine[],
  amountMinor: bigint,
): PlannedPayment {
  const first = items[0] as LedgerLine
  return {
    invoice,
    amountMinor,
    customer: first.customer,
    country: first.country,
    invoicedAt: first.invoicedAt,
    lines: items.length,
    idempotencyKey: keyOf(invoice, items),
  }
}

/** One intent, one key: the invoice's number and everything that its lines say. */
function keyOf(invoice: string, items: readonly LedgerLine[], part = ''): string {
  const said = items.map(({ line: _line, ...item }) => ({
    ...item,
    quantity: String(item.quantity),
    unitPrice: decimalText(item.unitPrice.units, item.unitPrice.places),
  }))
  const digest = createHash('sha256')
    .update(JSON.stringify([said, part]))
    .digest('hex')
  return `replay-${invoice}-${digest.slice(0, 40)}`
}

function remember(
  originals: Map<string, Original[]>,
  payment: PlannedPayment,
  items: readonly LedgerLine[],
): void {
  // sales without a customer cannot be told apart
  if (payment.customer === '') return
  const left = new Map<string, bigint>()
  for (const item of items) {
    if (item.quantity > 0n)
      left.set(item.stockCode, (left.get(item.stockCode) ?? 0n) + item.quantity)
  }
  const known = originals.get(payment.customer) ?? []
  known.push({ payment, leftMinor: payment.amountMinor, left })
  originals.set(payment.customer, known)
}

/** Each line goes back to the customer's latest invoice that has the item and the money left. */
function refundsOf(
  invoice: string,
  items: readonly LedgerLine[],
  decimalPlaces: number,
  originals: readonly Original[],
): { refunds: PlannedRefund[]; notes: string[] } {
  const unmatched: LedgerLine[] = []
  const wrong: LedgerLine[] = []
  const byOriginal = new Map<Original, { amountMinor: bigint; items: LedgerLine[] }>()
  for (const item of items) {
    const amountMinor = -(totalMinor([item], decimalPlaces) ?? 1n)
    if (amountMinor === 0n) continue
    const original = amountMinor > 0n ? findOriginal(originals, item, amountMinor) : undefined
    if (original === undefined) {
      ;(amountMinor > 0n ? unmatched : wrong).push(item)
      continue
    }
    const pieces = original.left.get(item.stockCode)
    if (pieces !== undefined) original.left.set(item.stockCode, pieces + item.quantity)
    original.leftMinor -= amountMinor
    const known = byOriginal.get(original) ?? { amountMinor: 0n, items: [] }
    known.items.push(item)
    byOriginal.set(original, { ...known, amountMinor: known.amountMinor + amountMinor })
  }
  const customer = items[0]?.customer || '(none)'
  const notes = [
    ...notesOf(
      invoice,
      unmatched,
      `customer ${customer} has no earlier invoice with it in this file`,
    ),
    ...notesOf(invoice, wrong, 'not a whole, negative number of minor units'),
  ]
  const refunds = [...byOriginal].map(([original, { amountMinor, items: own }]) => ({
    invoice,
    amountMinor,
    original: original.payment.invoice,
    idempotencyKey: keyOf(invoice, own, original.payment.invoice),
  }))
  return { refunds, notes }
}

function notesOf(invoice: string, items: readonly LedgerLine[], why: string): string[] {
  if (items.length === 0) return []
  const where = items.map(({ line, stockCode }) => `${stockCode} on line ${line}`).join(', ')
  return [`cancellation ${invoice} (${where}): ${why}; left out`]
}

/** Discounts, postage and the like have a stock code without digits and belong to no item. */
const isGoods = (stockCode: string) => /\d/.test(stockCode)

function findOriginal(
  originals: readonly Original[],
  item: LedgerLine,
  amountMinor: bigint,
): Original | undefined {
  return originals.findLast(
    (original) =>
      original.leftMinor >= amountMinor &&
      (!isGoods(item.stockCode) || (original.left.get(item.stockCode) ?? 0n) >= -item.quantity),
  )
}
