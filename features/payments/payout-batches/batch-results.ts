import { csvOf } from '@counterfoil/kit/server/codecs/csv.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import { csvColumns, type GivenRow, resultColumns } from './given-row.rules.ts'
import type { BatchRecord, LineRecord } from './payout-batches.queries.ts'

/** The file with what is wrong with each row, or what became of it: mended, it can be uploaded again. */
export const resultsCsv = (rows: readonly LineRecord[]): string =>
  csvOf(
    [...csvColumns, ...resultColumns],
    rows.map((row) => {
      const given = row.given as GivenRow
      return [
        ...csvColumns.map((name) => given[name] ?? ''),
        ...[
          String(row.line),
          row.code ?? row.orderCode ?? '',
          row.message ?? row.orderMessage ?? '',
        ],
        ...[row.duplicate_of === null ? '' : String(row.duplicate_of), row.paid_before ?? ''],
        row.payee_result ?? '',
        ...[row.bank_name ?? '', row.orderId ?? '', row.orderState ?? '', row.endToEndId ?? ''],
      ]
    }),
  )

/** As the standard says where a transfer stands. */
const statuses: Readonly<Record<string, string>> = {
  waiting_for_approval: 'PDNG',
  approved: 'ACCP',
  sent: 'ACSP',
  paid: 'ACSC',
  returned: 'RJCT',
  declined: 'RJCT',
  failed: 'RJCT',
}

const isIsoCode = (code: string) => /^[A-Z]{2}\d{2}$/.test(code)

/** What became of a file as pain.002, of the version that answers the file's own. */
export function statusReport(batch: BatchRecord, rows: readonly LineRecord[], now: Date): string {
  const version = batch.format === 'pain.001.001.09' ? '10' : '03'
  const of = rows.map((row) => ({
    row,
    status: row.code !== null ? 'RJCT' : (statuses[row.orderState ?? ''] ?? 'RCVD'),
  }))
  const all = [...new Set(of.map(({ status }) => status))]
  const group = all.length === 1 ? (all[0] ?? 'RCVD') : all.includes('RJCT') ? 'PART' : 'ACSP'
  const tag = (name: string, content: string) => `<${name}>${content}</${name}>`
  const text = (name: string, value: string) => tag(name, escaped(value))
  const transactionOf = ({ row, status }: (typeof of)[number]) => {
    const code = row.code ?? row.orderCode
    const reason =
      status !== 'RJCT' || code === null
        ? ''
        : tag(
            'StsRsnInf',
            tag('Rsn', text('Cd', isIsoCode(code) ? code : 'NARR')) +
              text('AddtlInf', `${code}: ${row.message ?? row.orderMessage ?? ''}`.slice(0, 105)),
          )
    const original = (row.given as GivenRow).externalId ?? row.endToEndId ?? String(row.line)
    return tag(
      'TxInfAndSts',
      text('StsId', String(row.line)) +
        text('OrgnlEndToEndId', original.slice(0, 35)) +
        text('TxSts', status) +
        reason,
    )
  }
  const id = batch.id.replaceAll('-', '')
  const message = batch.message_id ?? id
  // as the file grouped its payments; a CSV does not
  const groups = Map.groupBy(of, ({ row }) => (row.given as GivenRow).paymentGroup ?? message)
  const content =
    tag('GrpHdr', text('MsgId', `CF${id.slice(0, 32)}`) + text('CreDtTm', now.toISOString())) +
    tag(
      'OrgnlGrpInfAndSts',
      text('OrgnlMsgId', message) +
        text('OrgnlMsgNmId', batch.format === 'csv' ? 'pain.001.001.03' : batch.format) +
        text('OrgnlNbOfTxs', String(rows.length)) +
        text('GrpSts', group),
    ) +
    [...groups]
      .map(([name, rows]) =>
        tag(
          'OrgnlPmtInfAndSts',
          text('OrgnlPmtInfId', name.slice(0, 35)) + rows.map(transactionOf).join(''),
        ),
      )
      .join('')
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}">${tag('CstmrPmtStsRpt', content)}</Document>
`
}
