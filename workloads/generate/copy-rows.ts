import type { TableRows } from '@counterfoil/database/bulk-load.ts'

/** The tables that a generated history fills, with the columns in the order in which the rows are written. */
export const tableColumns = {
  payment:
    'tenant_id id merchant_id mode status method currency amount_minor authorised_minor captured_minor refunded_minor voided_minor disputed_minor dispute_state auto_capture external_id description customer_email customer_country card_brand card_first6 card_last4 card_expiry_month card_expiry_year card_token provider mid_id acquirer_reference decline_code decline_reason first_try answer_ms website_id channel business_day version created_at updated_at',
  payment_operation:
    'tenant_id id payment_id merchant_id kind state amount_minor currency reason acquirer_reference decline_code decline_reason actor_type actor_id routing checks created_at finished_at',
  payment_attempt:
    'tenant_id id payment_id operation_id merchant_id sequence mid_id provider state decline_code decline_reason is_soft_decline acquirer_reference started_at finished_at',
  payment_event:
    'tenant_id id payment_id merchant_id operation_id type from_status to_status amount_minor actor_type actor_id cause cause_code cause_values created_at',
  antifraud_alert: 'tenant_id id payment_id merchant_id rule outcome message created_at',
  dispute:
    'tenant_id id payment_id merchant_id amount_minor currency reason_code reason state opened_at respond_by closed_at lost_minor',
  payment_fee:
    'tenant_id id payment_id merchant_id operation_id fee_type basis_points fixed_minor amount_minor currency created_at',
  ledger_entry:
    'tenant_id id posting_id kind merchant_id mode currency account amount_minor payment_id event_id created_at',
  payment_rollup_delta:
    'tenant_id id day merchant_id mode method provider currency status payments amount_minor captured_minor refunded_minor first_approved first_declined first_declined_minor answered answer_ms channel decline_reason decline_code hour',
  'sandbox.acquirer_record':
    'provider reference kind capture parent scenario amount_minor granted_minor captured_minor voided_minor refunded_minor currency answer settles_at metadata created_at',
} as const
export type PaymentRows = RowCollector<keyof typeof tableColumns>

export const generatedTables = Object.keys(tableColumns)

/** A value of a row; null and undefined are stored as null. */
export type Cell = string | number | bigint | boolean | null | undefined

/** A text that grows at its end, in memory that the garbage collector need not walk through. */
class GrowingText {
  #bytes = Buffer.allocUnsafe(65_536)
  #length = 0

  add(text: string): void {
    // a character takes three bytes at most
    const needed = this.#length + text.length * 3
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    this.#length += this.#bytes.write(text, this.#length)
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}

/** Collects rows as COPY reads them. Texts are our own: none holds a tab, a line end or a backslash. */
export class RowCollector<Table extends string> {
  /** The columns of each table, parted by spaces. */
  readonly #columns: Readonly<Record<Table, string>>
  readonly #texts: ReadonlyMap<Table, GrowingText>
  #count = 0

  constructor(columns: Readonly<Record<Table, string>>) {
    this.#columns = columns
    const tables = Object.keys(columns) as Table[]
    this.#texts = new Map(tables.map((table) => [table, new GrowingText()]))
  }

  get count(): number {
    return this.#count
  }

  add(table: Table, cells: readonly Cell[]): void {
    let line = ''
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at]
      if (at > 0) line += '\t'
      line += cell === null || cell === undefined ? '\\N' : cell
    }
    this.#texts.get(table)?.add(`${line}\n`)
    this.#count += 1
  }

  /** Everything that was collected. */
  tables(): TableRows[] {
    return [...this.#texts].map(([table, text]) => ({
      table,
      columns: this.#columns[table].split(' '),
      text: text.bytes,
    }))
  }
}
