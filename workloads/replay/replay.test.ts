import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { decimalOf, decimalText, sumMinor } from './decimal.ts'
import { LedgerFileError, readLedgerFile } from './ledger-file.ts'
import { openMerchantApi, RefusedError } from './merchant-api.ts'
import { planReplay } from './replay-plan.ts'

const folder = mkdtempSync(join(tmpdir(), 'replay-'))
afterAll(() => rmSync(folder, { recursive: true }))

const header = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'

function fileOf(...rows: string[]): string {
  const file = join(folder, 'ledger.csv')
  writeFileSync(file, [header, ...rows, ''].join('\n'))
  return file
}

const planOf = async (...rows: string[]) => planReplay(await readLedgerFile(fileOf(...rows)), 2)

async function faultsOf(file: string): Promise<readonly string[]> {
  const error: unknown = await readLedgerFile(file).catch((reason) => reason)
  if (error instanceof LedgerFileError) return error.faults
  throw error
}

describe('decimals', () => {
  test('add up exactly where floats do not', () => {
    const cents = Array.from({ length: 10 }, () => decimalOf('0.1'))
    expect(sumMinor(cents as never, 2)).toBe(100n)
    expect(sumMinor([decimalOf('1.005') as never, decimalOf('2.005') as never], 2)).toBe(301n)
    expect(sumMinor([decimalOf('1.005') as never], 2)).toBeUndefined()
    expect(sumMinor([decimalOf('1250') as never], 0)).toBe(1250n)
    expect(sumMinor([decimalOf('1.234') as never], 3)).toBe(1234n)
  })

  test.each(['', '1,000', '1e3', '.5', '1.', '1.2.3', 'NaN', '0x10', '1.1234567'])(
    '%j is none',
    (text) => {
      expect(decimalOf(text)).toBeUndefined()
    },
  )

  test('are written with the places of the currency', () => {
    expect(decimalText(-5n, 2)).toBe('-0.05')
    expect(decimalText(123456n, 3)).toBe('123.456')
    expect(decimalText(7n, 0)).toBe('7')
  })
})

describe('a file', () => {
  test('is read with quotes, commas, line ends inside fields and formulas as plain text', async () => {
    const [line] = await readLedgerFile(
      fileOf('1,A1,"=HYPERLINK(""x""),\nsecond line",2,12/1/10 8:26,2.55,17850,United Kingdom'),
    )
    expect(line).toMatchObject({
      description: '=HYPERLINK("x"),\nsecond line',
      quantity: 2n,
      unitPrice: { units: 255n, places: 2 },
      invoicedAt: new Date('2010-12-01T08:26:00Z'),
    })
  })

  test.each([
    ['1,A,text,2,2/30/11 8:26,2.55,1,UK', /line 2: InvoiceDate "2\/30\/11 8:26" is not a date/],
    ['1,A,text,2,13/1/11 8:26,2.55,1,UK', /line 2: InvoiceDate/],
    ['1,A,text,2,2/29/11 8:26,2.55,1,UK', /line 2: InvoiceDate/],
    ['1,A,text,2,12/1/10 24:00,2.55,1,UK', /line 2: InvoiceDate/],
    ['1,A,text,2.5,12/1/10 8:26,2.55,1,UK', /line 2: Quantity "2\.5" is not a whole number/],
    ['1,A,text,,12/1/10 8:26,2.55,1,UK', /line 2: Quantity/],
    ['1,A,text,2,12/1/10 8:26,"2,55",1,UK', /line 2: UnitPrice "2,55" is not a decimal/],
    ['x y,A,text,2,12/1/10 8:26,2.55,1,UK', /line 2: InvoiceNo "x y"/],
    ['1,A,te"xt,2,12/1/10 8:26,2.55,1,UK', /line 2: a quote stands in the middle/],
    ['1,A,"text"x,2,12/1/10 8:26,2.55,1,UK', /line 2: a quote stands in the middle/],
    ['1,A,text,2,12/1/10 8:26,2.55,1', /line 2: the number of fields differs/],
    ['1,A,"text,2,12/1/10 8:26,2.55,1,UK', /after line 1: a quote is opened and never closed/],
  ])('with %j is refused', async (row, fault) => {
    const faults = await faultsOf(fileOf(row))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(fault)
  })

  test('is refused with every fault that it has, by line', async () => {
    const good = '1,A,text,2,12/1/10 8:26,2.55,1,UK'
    const faults = await faultsOf(
      fileOf(good, good.replace('2.55', 'x'), good, good.replace('12/1', '0/1')),
    )
    expect(faults.map((fault) => fault.slice(0, 7))).toEqual(['line 3:', 'line 5:'])
  })

  test('names the columns that are missing', async () => {
    const file = join(folder, 'columns.csv')
    writeFileSync(file, 'InvoiceNo,StockCode,Quantity\n1,A,2\n')
    expect(await faultsOf(file)).toEqual([
      'line 1: the columns Description, InvoiceDate, UnitPrice, CustomerID, Country are missing',
    ])
  })

  test('without lines is refused', async () => {
    expect(await faultsOf(fileOf())).toEqual(['the file has no invoice lines'])
  })
})

describe('a plan', () => {
  const sale = [
    '536365,85123A,LANTERN,6,12/1/10 8:26,2.55,17850,United Kingdom',
    '536365,71053,HOLDER,3,12/1/10 8:26,3.39,17850,United Kingdom',
  ]

  test('makes one payment of an invoice', async () => {
    const { payments, refunds, notes } = await planOf(...sale)
    expect(payments).toMatchObject([{ invoice: '536365', amountMinor: 2547n, lines: 2 }])
    expect([refunds, notes]).toEqual([[], []])
  })

  test('makes a refund of a cancellation, out of the latest invoice with the item', async () => {
    const { refunds, notes } = await planOf(
      ...sale,
      '536366,71053,HOLDER,1,12/2/10 8:26,3.39,17850,United Kingdom',
      'C536400,71053,HOLDER,-2,12/3/10 8:26,3.39,17850,United Kingdom',
    )
    expect(refunds).toMatchObject([{ invoice: 'C536400', original: '536365', amountMinor: 678n }])
    expect(notes).toEqual([])
  })

  test('never gives back more pieces, or more money, than were bought', async () => {
    const back = (no: number, pieces: number) =>
      `C${no},71053,HOLDER,-${pieces},12/3/10 8:26,3.39,17850,United Kingdom`
    const { refunds, notes } = await planOf(...sale, back(1, 2), back(2, 1), back(3, 1))
    expect(refunds.map((refund) => refund.invoice)).toEqual(['C1', 'C2'])
    expect(notes).toEqual([
      'cancellation C3 (71053 on line 6): customer 17850 has no earlier invoice with it in this file; left out',
    ])
  })

  test('knows a customer from another, and an earlier invoice from a later one', async () => {
    const { refunds, notes } = await planOf(
      'C1,71053,HOLDER,-1,12/1/10 8:00,3.39,17850,United Kingdom',
      ...sale,
      'C2,71053,HOLDER,-1,12/3/10 8:26,3.39,17851,United Kingdom',
      'C3,71053,HOLDER,-1,12/3/10 8:26,3.39,,United Kingdom',
    )
    expect(refunds).toEqual([])
    expect(notes).toHaveLength(3)
  })

  test('takes a discount off what the customer bought before', async () => {
    const { refunds } = await planOf(
      ...sale,
      'C9,D,Discount,-1,12/3/10 8:26,5.00,17850,United Kingdom',
    )
    expect(refunds).toMatchObject([{ original: '536365', amountMinor: 500n }])
  })

  test('says what is neither', async () => {
    const { payments, notes } = await planOf(
      '1,A,gift,56,12/1/10 8:26,0,1,United Kingdom',
      '2,A,fraction,1,12/1/10 8:26,0.001,1,United Kingdom',
      'C3,A,positive,1,12/1/10 8:26,1,1,United Kingdom',
    )
    expect(payments).toEqual([])
    expect(notes).toEqual([
      'invoice 1 (line 2): nothing to pay; left out',
      'invoice 2 (line 3): its sum is not a whole number of minor units; left out',
      'cancellation C3 (line 4): its sum is not negative; left out',
    ])
  })

  test('has the same keys for the same invoice, and others when it says something else', async () => {
    const [first] = (await planOf(...sale)).payments
    const [again] = (await planOf(...sale)).payments
    const [other] = (await planOf(...sale.map((row) => row.replace('2.55', '2.56')))).payments
    expect(again?.idempotencyKey).toBe(first?.idempotencyKey)
    expect(other?.idempotencyKey).not.toBe(first?.idempotencyKey)
  })
})

test('a request is repeated with its key while the server is unwell, and not when it refuses', async () => {
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    const status = keys.length === 1 ? 503 : keys.length === 2 ? 429 : keys.length === 3 ? 201 : 422
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 'p1', code: 'some.code', detail: 'No' }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  try {
    const { port } = server.address() as AddressInfo
    const api = openMerchantApi({ url: `http://127.0.0.1:${port}`, key: 'k', firstWaitMs: 1 })
    expect(await api.post('/v1/payments', 'one', {})).toMatchObject({ id: 'p1' })
    await expect(api.post('/v1/payments', 'two', {})).rejects.toThrow(RefusedError)
    expect(keys).toEqual(['one', 'one', 'one', 'two'])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
