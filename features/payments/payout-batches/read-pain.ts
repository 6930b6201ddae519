import { isCreditorReference } from '@counterfoil/features/payments/bank-transfers/account-references.rules.ts'
import { minorUnitsIn } from '@counterfoil/kit/contract/decimal-text.ts'
import { SaxesParser } from 'saxes'
import type { GivenRow, ReadFile, RowFault } from './given-row.rules.ts'
import { maxRows } from './payout-batches.schema.ts'
import { fileProblem, refuseRowCount } from './read-csv.ts'

// pain.001 of ISO 20022: the message by which a company orders credit transfers at its bank.

interface Node {
  readonly name: string
  readonly currency: string | undefined
  readonly children: Node[]
  text: string
}

const maxDepth = 24
/** Of amounts, whatever their currency: control sums have as many decimals as the amounts do. */
const sumPlaces = 5

/** The payouts of a pain.001.001.03 or 001.001.09; the sums that it states are checked. */
export function readPain(text: string): ReadFile {
  const { root, namespace } = parseXml(text)
  const [, version] = /:pain\.001\.001\.(\d\d)$/.exec(namespace) ?? []
  if (version !== '03' && version !== '09') {
    const taken = 'Only pain.001.001.03 and pain.001.001.09 are taken'
    throw fileProblem('payout_batch.file_version', `${taken}; the file names another namespace`)
  }
  const initiation = child(root, 'CstmrCdtTrfInitn')
  if (initiation === undefined)
    throw fileProblem('payout_batch.file_tag', 'The file has no CstmrCdtTrfInitn', {
      params: { tag: 'CstmrCdtTrfInitn' },
    })
  const header = child(initiation, 'GrpHdr')
  const groups = initiation.children.filter(({ name }) => name === 'PmtInf')
  const read = groups.map((group) => ({ group, rows: rowsOf(group) }))
  for (const { group } of read) refuseOtherMethods(group)
  const rows = read.flatMap((one) => one.rows.map(({ given }) => given))
  refuseRowCount(rows.length)
  checkSums(header, rows, 'GrpHdr')
  for (const { group, rows } of read) {
    const ofGroup = rows.map(({ given }) => given)
    checkSums(group, ofGroup, textAt(group, 'PmtInfId'))
  }
  return {
    format: `pain.001.001.${version}`,
    messageId: textAt(header, 'MsgId') || null,
    rows: read.flatMap((one) => one.rows).map((row, index) => ({ line: index + 1, ...row })),
  }
}

/** No document types and no entities of its own: nothing of the file can grow when it is read. */
function parseXml(text: string): { root: Node; namespace: string } {
  const parser = new SaxesParser({ xmlns: true })
  const stack: Node[] = []
  let root: Node | undefined
  let namespace = ''
  let count = 0
  const refuse = (code: string, why: string): never => {
    throw fileProblem(code, why)
  }
  parser.on('error', () => refuse('payout_batch.file_no_xml', 'This is no well-formed XML'))
  parser.on('doctype', () => refuse('payout_batch.file_doctype', 'A document type is not taken'))
  parser.on('opentag', ({ local, uri, attributes }) => {
    count += 1
    if (stack.length > maxDepth || count > maxRows * 60) {
      refuse('payout_batch.file_deep', 'The file is nested too deep or too long')
    }
    const node: Node = { name: local, currency: attributes.Ccy?.value, children: [], text: '' }
    stack.at(-1)?.children.push(node)
    if (root === undefined) {
      root = node
      namespace = uri
    }
    stack.push(node)
  })
  parser.on('text', (some) => {
    const open = stack.at(-1)
    if (open !== undefined) open.text += some
  })
  parser.on('cdata', (some) => {
    const open = stack.at(-1)
    if (open !== undefined) open.text += some
  })
  parser.on('closetag', () => void stack.pop())
  parser.write(text.replace(/^\uFEFF/, '')).close()
  if (root?.name !== 'Document')
    throw fileProblem('payout_batch.file_tag', 'The file has no Document', {
      params: { tag: 'Document' },
    })
  return { root, namespace }
}

const child = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>((at, name) => at?.children.find((one) => one.name === name), node)
const textAt = (node: Node | undefined, ...path: string[]): string =>
  child(node, ...path)?.text.trim() ?? ''

/** What a group says of all of its transfers is looked up once: it may have 10,000 of them. */
function rowsOf(group: Node): ReadTransfer[] {
  const requested = child(group, 'ReqdExctnDt')
  const on = textAt(requested, 'Dt') || textAt(requested, 'DtTm') || requested?.text.trim() || ''
  const paymentGroup = textAt(group, 'PmtInfId')
  const of = { on: on.slice(0, 10), type: child(group, 'PmtTpInf'), paymentGroup }
  return group.children
    .filter(({ name }) => name === 'CdtTrfTxInf')
    .map((transfer) => readTransfer(of, transfer))
}

/** CHK is a cheque, TRA a transfer with an advice to the payee, which no rail here sends. Where nothing stands, it is TRF. */
function refuseOtherMethods(group: Node): void {
  const method = textAt(group, 'PmtMtd')
  if (method === '' || method === 'TRF') return
  const params = { name: textAt(group, 'PmtInfId'), method: method.slice(0, 40) }
  const message = `${params.name} asks for the payment method ${params.method}: only credit transfers (TRF) are made`
  throw fileProblem('payout_batch.file_method', message, { params })
}

interface ReadTransfer {
  readonly given: GivenRow
  readonly fault?: RowFault
}

function readTransfer(group: OfGroup, transfer: Node): ReadTransfer {
  const { reference, fault } = remittanceOf(transfer)
  const given = givenOf(group, transfer, reference)
  return fault === undefined ? { given } : { given, fault }
}

interface Remittance {
  readonly reference: string
  readonly fault?: RowFault
}

/**
 * What the payee reads: one text or one structured reference, as SEPA takes it; without either the end-to-end id. A wrong one
 * is left out, so that it is not taken for a text when the row is uploaded again as CSV.
 */
function remittanceOf(transfer: Node): Remittance {
  const parts = (child(transfer, 'RmtInf')?.children ?? []).filter(
    ({ name, text }) => name === 'Strd' || (name === 'Ustrd' && text.trim() !== ''),
  )
  const [only, ...others] = parts
  if (only === undefined) return { reference: textAt(transfer, 'PmtId', 'EndToEndId') }
  if (others.length > 0) {
    const message = `RmtInf holds ${parts.length} entries: one Ustrd or one Strd reaches the payee`
    return faulty('payout_batch.remittance', message, { params: { count: parts.length } })
  }
  if (only.name === 'Ustrd') return { reference: only.text.trim() }
  const named = child(only, 'CdtrRefInf')
  const reference = textAt(named, 'Ref').replaceAll(/\s/g, '')
  if (reference === '') {
    const message = 'Strd names no reference of the creditor (CdtrRefInf/Ref)'
    return faulty('payout_batch.remittance_reference', message, { params: {} })
  }
  // creditors of some countries have references of their own, whose issuer is another
  const isIso = textAt(named, 'Tp', 'Issr') === 'ISO' || /^RF\d{2}/i.test(reference)
  if (!isIso || isCreditorReference(reference.toUpperCase())) {
    return { reference: isIso ? reference.toUpperCase() : reference }
  }
  const shown = reference.slice(0, 40)
  const message = `${shown} is no creditor reference (ISO 11649): its check digits are wrong`
  return faulty('payout_batch.creditor_reference', message, { params: { reference: shown } })
}

const faulty = (
  code: string,
  message: string,
  { params }: Pick<RowFault, 'params'>,
): Remittance => ({ reference: '', fault: { code, message, params } })

interface OfGroup {
  readonly on: string
  readonly type: Node | undefined
  readonly paymentGroup: string
}

function givenOf(group: OfGroup, transfer: Node, reference: string): GivenRow {
  const amount = child(transfer, 'Amt', 'InstdAmt')
  const address = child(transfer, 'Cdtr', 'PstlAdr')
  const agent = child(transfer, 'CdtrAgt', 'FinInstnId')
  const account = child(transfer, 'CdtrAcct', 'Id')
  const iban = textAt(account, 'IBAN')
  const other = textAt(account, 'Othr', 'Id')
  // a sort code stands before the number, or at the bank
  const sortCode = /^\d{14}$/.test(other)
    ? other.slice(0, 6)
    : textAt(agent, 'ClrSysMmbId', 'MmbId')
  const local = [child(transfer, 'PmtTpInf'), group.type]
  const speed = local.some((type) => textAt(type, 'LclInstrm', 'Cd') === 'INST') ? 'instant' : ''
  const given = {
    name: textAt(transfer, 'Cdtr', 'Nm'),
    country: textAt(address, 'Ctry') || countryOf(iban, sortCode),
    currency: amount?.currency ?? '',
    amount: amount?.text.trim() ?? '',
    iban,
    bic: textAt(agent, 'BICFI') || textAt(agent, 'BIC'),
    sortCode: iban === '' ? sortCode : '',
    accountNumber: /^\d{14}$/.test(other) ? other.slice(6) : other,
    town: textAt(address, 'TwnNm'),
    addressLines: (address?.children ?? [])
      .filter(({ name }) => name === 'AdrLine')
      .map((line) => line.text.trim())
      .join('\n'),
    reference,
    externalId: textAt(transfer, 'PmtId', 'EndToEndId'),
    ...{ on: group.on, speed, paymentGroup: group.paymentGroup },
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

const countryOf = (iban: string, sortCode: string) =>
  iban === '' ? (sortCode === '' ? '' : 'GB') : iban.slice(0, 2)

/** What a header states must be what is in it: else a part of the file is missing, or was changed. */
function checkSums(header: Node | undefined, rows: readonly GivenRow[], name: string): void {
  const stated = textAt(header, 'NbOfTxs')
  if (stated !== '' && stated !== String(rows.length)) {
    const message = `${name} states ${stated} payouts, and ${rows.length} are there (AM18)`
    throw fileProblem('payout_batch.file_count', message, {
      params: { name, stated, count: rows.length },
    })
  }
  const sum = textAt(header, 'CtrlSum')
  if (sum === '') return
  const amounts = rows.map(({ amount = '' }) => minorUnitsIn(amount, sumPlaces))
  const total = amounts.reduce<bigint | undefined>(
    (all, one) => (all === undefined || one === undefined ? undefined : all + one),
    0n,
  )
  // what is wrong with an amount is said at its row
  if (total === undefined) return
  if (minorUnitsIn(sum, sumPlaces) !== total) {
    const message = `The control sum of ${name} is not the sum of its payouts (AM10)`
    throw fileProblem('payout_batch.file_sum', message, { params: { name } })
  }
}
