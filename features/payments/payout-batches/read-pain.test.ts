import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { describe, expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'
import { readPain } from './read-pain.ts'

const transfer = (amount = '12.50', address = '') => `
  <CdtTrfTxInf>
    <PmtId><InstrId>I-1</InstrId><EndToEndId>INV-1</EndToEndId></PmtId>
    <Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt>
    <CdtrAgt><FinInstnId><BIC>DEUTDEFF</BIC></FinInstnId></CdtrAgt>
    <Cdtr><Nm>Ada &amp; Co</Nm>${address}</Cdtr>
    <CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>
    <RmtInf><Ustrd>Invoice 1</Ustrd></RmtInf>
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
      ...{ externalId: 'INV-1', on: '2026-12-01', speed: 'instant' },
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

  const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>${file(transfer()).slice(38)}`
  test.each([
    ['another version', file(transfer(), { version: '11' }), /Only pain/],
    ['another count', file(transfer(), { count: 2 }), /AM18/],
    ['another sum', file(transfer(), { sum: '12.51' }), /AM10/],
    ['a document type', bomb, /document type/],
    ['an entity of its own', file(transfer().replace('&amp;', '&lol;')), /well-formed/],
    ['an end too early', file(transfer()).slice(0, 300), /well-formed/],
    ['no payouts', file(''), /no payout/],
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

  test.each([
    ['', /names no column/],
    ['name,amount\nAda,1', /names no column currency/],
    ['name,country,currency,amount,reference\n', /no payout/],
    ['name,country,currency,amount,reference\n"Ada', /no CSV/],
  ])('%j is refused', (text, why) => {
    expect(whyOf(() => readCsv(text))).toMatch(why)
  })
})
