import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { describe, expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'
import { readPain } from './read-pain.ts'

const text = '<Ustrd>Invoice 1</Ustrd>'
const transfer = (amount = '12.50', address = '', remittance = text) => `
  <CdtTrfTxInf>
    <PmtId><InstrId>I-1</InstrId><EndToEndId>INV-1</EndToEndId></PmtId>
    <Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt>
    <CdtrAgt><FinInstnId><BIC>DEUTDEFF</BIC></FinInstnId></CdtrAgt>
    <Cdtr><Nm>Ada &amp; Co</Nm>${address}</Cdtr>
    <CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>
    <RmtInf>${remittance}</RmtInf>
  </CdtTrfTxInf>`

const file = (
  transfers: string,
  more: { version?: string; count?: number; sum?: string; date?: string } = {},
) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.${more.version ?? '03'}"><CstmrCdtTrfInitn>
  <GrpHdr><MsgId>MSG-1</MsgId><NbOfTxs>${more.count ?? 1}</NbOfTxs><CtrlSum>${more.sum ?? '12.5'}</CtrlSum></GrpHdr>
  <PmtInf><PmtInfId>P-1</PmtInfId><PmtTpInf><LclInstrm><Cd>INST</Cd></LclInstrm></PmtTpInf>
    <ReqdExctnDt>${more.date ?? '2026-12-01'}</ReqdExctnDt>${transfers}</PmtInf>
</CstmrCdtTrfInitn></Document>`

function whyOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
  return ''
}

describe('a pain.001', () => {
  test('of version 03 and 09 is read by its names', () => {
    const given = {
      ...{ name: 'Ada & Co', country: 'DE', currency: 'EUR', amount: '12.50' },
      ...{ iban: 'DE89370400440532013000', bic: 'DEUTDEFF', reference: 'Invoice 1' },
      ...{ externalId: 'INV-1', on: '2026-12-01', speed: 'instant', paymentGroup: 'P-1' },
    }
    expect(readPain(file(transfer()))).toEqual({
      ...{ format: 'pain.001.001.03', messageId: 'MSG-1', rows: [{ line: 1, given }] },
    })
    const newer = file(transfer().replaceAll('BIC>', 'BICFI>'), {
      ...{ version: '09', date: '<Dt>2026-12-01</Dt>' },
    })
    expect(readPain(newer).rows).toEqual([{ line: 1, given }])
  })

  test('has an address of its parts, or of lines beside town and country', () => {
    const address = '<PstlAdr><TwnNm>Bern</TwnNm><Ctry>CH</Ctry><AdrLine>Weg 1</AdrLine></PstlAdr>'
    expect(readPain(file(transfer('12.50', address))).rows[0]?.given).toMatchObject({
      ...{ town: 'Bern', country: 'CH', addressLines: 'Weg 1' },
    })
  })

  const structured = (reference: string, issuer = 'ISO') =>
    `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>${issuer}</Issr></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd>`
  const remitted = (remittance: string) => readPain(file(transfer('12.50', '', remittance))).rows[0]

  test.each([
    ['RF18539007547034', 'ISO', 'RF18539007547034'],
    ['rf18 5390 0754 7034', 'ISO', 'RF18539007547034'],
    ['RF712348231', '', 'RF712348231'],
    ['010806817183', 'BBA', '010806817183'],
  ])('the payee reads the structured reference %s of the issuer %s', (reference, issuer, read) => {
    const row = remitted(structured(reference, issuer))
    expect(row?.given).toMatchObject({ reference: read, externalId: 'INV-1' })
    expect(row?.fault).toBeUndefined()
  })

  test('without remittance information the payee reads the end-to-end id', () => {
    expect(remitted('')?.given.reference).toBe('INV-1')
  })

  test.each([
    ['a wrong check digit', structured('RF19539007547034'), 'payout_batch.creditor_reference'],
    ['no RF, though ISO says so', structured('539007547034'), 'payout_batch.creditor_reference'],
    ['no reference', '<Strd><RfrdDocInf/></Strd>', 'payout_batch.remittance_reference'],
    ['both', text + structured('RF18539007547034'), 'payout_batch.remittance'],
    ['two texts', text + text, 'payout_batch.remittance'],
  ])('remittance information with %s is a fault of its row', (_, remittance, code) => {
    const row = remitted(remittance)
    expect(row?.fault?.code).toBe(code)
    expect(row?.given).not.toHaveProperty('reference')
  })

  const payBy = (method: string) =>
    file(transfer()).replace('</PmtInfId>', `</PmtInfId><PmtMtd>${method}</PmtMtd>`)

  test('of credit transfers is read', () => {
    expect(readPain(payBy('TRF')).rows).toHaveLength(1)
  })

  const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>${file(transfer()).slice(38)}`
  test.each([
    ['another version', file(transfer(), { version: '11' }), /Only pain/],
    ['another count', file(transfer(), { count: 2 }), /AM18/],
    ['another sum', file(transfer(), { sum: '12.51' }), /AM10/],
    ['a document type', bomb, /document type/],
    ['an entity of its own', file(transfer().replace('&amp;', '&lol;')), /well-formed/],
    ['an end too early', file(transfer()).slice(0, 300), /well-formed/],
    ['no payouts', file(''), /no payout/],
    ['cheques', payBy('CHK'), /P-1 asks for the payment method CHK/],
    ['transfers with an advice', payBy('TRA'), /method TRA/],
    ['too many levels', file('<a>'.repeat(100) + '</a>'.repeat(100)), /too deep/],
    ['something else', '<html></html>', /Document/],
  ])('with %s is refused', (_, text, why) => {
    expect(whyOf(() => readPain(text))).toMatch(why)
  })
})

describe('a CSV', () => {
  test('is read by its columns, with commas or semicolons; others are left', () => {
    const text =
      '\uFEFFname;country;currency;amount;reference;error\nAda;DE;EUR;12,50;"a;b";wrong\n'
    expect(readCsv(text).rows).toEqual([
      {
        ...{ line: 2 },
        given: { name: 'Ada', country: 'DE', currency: 'EUR', amount: '12,50', reference: 'a;b' },
      },
    ])
  })

  test('has its lines as the file counts them, with those that are empty', () => {
    const text = 'name,country,currency,amount,reference\n\n\nAda,DE,EUR,1,r\n'
    expect(readCsv(text).rows).toMatchObject([{ line: 4 }])
  })

  test.each([
    ['', /names no column/],
    ['name,amount\nAda,1', /names no column currency/],
    ['name,country,currency,amount,reference\n', /no payout/],
    ['name,country,currency,amount,reference\n"Ada', /no CSV/],
  ])('%j is refused', (text, why) => {
    expect(whyOf(() => readCsv(text))).toMatch(why)
  })
})
