import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { accountReferenceOf } from './account-references.rules.ts'
import { likenessOf, type Quoted, quotedIn, repeatedIn, whyUnmatched } from './statement.rules.ts'
import { readStatement } from './statement-file.ts'

const decimalPlaces = new Map([
  ['GBP', 2],
  ['JPY', 0],
  ['KWD', 3],
])
const reading = {
  decimalPlacesOf: (currency: string) => decimalPlaces.get(currency),
  latestDay: '2026-03-15',
}
const head = 'date,amount,currency,reference,payer'

function faultsOf(text: string | Uint8Array): string[] {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  try {
    readStatement(bytes, reading)
    return []
  } catch (error) {
    if (error instanceof Problem) return (error.errors ?? []).map((one) => one.message)
    throw error
  }
}

const read = (...rows: string[]) =>
  readStatement(new TextEncoder().encode([head, ...rows].join('\n')), reading)

describe('a statement', () => {
  test('has no line of a day that is still to come', () => {
    expect(faultsOf(`${head}\n2026-03-15,1,GBP,x,\n2027-03-14,1,GBP,x,`)).toEqual([
      'Line 3: date "2027-03-14" is still to come',
    ])
  })

  test('keeps no card number that somebody wrote into its texts', () => {
    expect(
      read('2026-03-14,12.5,GBP,INV 1 card 4242424242424242,5555 5555 5555 4444'),
    ).toMatchObject([{ reference: 'INV 1 card ••••••••••••4242', payer: '•••• •••• •••• 4444' }])
  })

  test('is read line by line, amounts exactly, whatever its delimiter and order of columns', () => {
    expect(read('2026-03-14,12.5,gbp,INV 1,"Reader, Jane"')).toEqual([
      {
        line: 2,
        bookedOn: '2026-03-14',
        amountMinor: 1250n,
        currency: 'GBP',
        reference: 'INV 1',
        payer: 'Reader, Jane',
      },
    ])
    const semicolons = '\uFEFFReference;Currency;Amount;Date\r\nx;KWD;-1.234;2024-02-29\r\n\r\n'
    expect(readStatement(new TextEncoder().encode(semicolons), reading)).toMatchObject([
      { amountMinor: -1234n, payer: null },
    ])
    expect(read('2026-03-14,100,JPY,x,')).toMatchObject([{ amountMinor: 100n }])
  })

  test('parted by semicolons may have a comma before the decimals, and never one that may mean thousands', () => {
    const amountIn = (amount: string, currency: string) =>
      `Reference;Currency;Amount;Date\nx;${currency};${amount};2024-02-29`
    const readAmount = (amount: string, currency: string) =>
      readStatement(new TextEncoder().encode(amountIn(amount, currency)), reading)[0]?.amountMinor
    expect(readAmount('12,06', 'GBP')).toBe(1206n)
    expect(readAmount('-12,5', 'KWD')).toBe(-12_500n)
    expect(readAmount('1250,006', 'KWD')).toBe(1_250_006n)
    expect(readAmount('-0,250', 'KWD')).toBe(-250n)
    expect(readAmount('12.06', 'GBP')).toBe(1206n)
    for (const [amount, currency] of [
      ['1,234', 'GBP'],
      ['1.234', 'GBP'],
      ['1,234', 'KWD'],
      ['1.234,56', 'GBP'],
      ['12,', 'GBP'],
      ['12,06', 'JPY'],
    ] as const) {
      expect(faultsOf(amountIn(amount, currency)).join(), amount).toContain(`amount "${amount}"`)
    }
    expect(faultsOf(amountIn('1,234', 'KWD')).join()).toContain('write it with a point')
    expect(faultsOf(amountIn('1250,006', 'GBP')).join()).toContain('at most 2 places')
  })

  test.each([
    ['a quote that is never closed', `${head}\n2026-03-14,1,GBP,"x,`, 'never closed'],
    ['a quote in a field', `${head}\n2026-03-14,1,GBP,x"y"z,`, 'Line 2: a quote stands'],
    ['a field too many', `${head}\n2026-03-14,1,GBP,x,y,z`, 'Line 2: the number of fields'],
    ['a missing column', 'date,amount,reference\n2026-03-14,1,x', 'the column currency is missing'],
    ['a column twice', `${head},date\n2026-03-14,1,GBP,x,y,2026-03-14`, 'date is there twice'],
    ['a formula', `${head}\n2026-03-14,1,GBP,=1+1,`, 'Line 2: reference is a formula'],
    ['a formula as amount', `${head}\n2026-03-14,=2*3,GBP,x,`, 'Line 2: amount is a formula'],
    ['a date that does not exist', `${head}\n2026-02-30,1,GBP,x,`, 'Line 2: date "2026-02-30"'],
    ['a month that does not exist', `${head}\n2026-13-01,1,GBP,x,`, 'Line 2: date "2026-13-01"'],
    ['an unknown currency', `${head}\n2026-03-14,1,XXX,x,`, 'Line 2: currency "XXX"'],
    ['places that a currency lacks', `${head}\n2026-03-14,1.5,JPY,x,`, 'at most 0 places'],
    ['an amount with a comma', `${head}\n2026-03-14,"1,5",GBP,x,`, 'Line 2: amount "1,5"'],
    ['no line', head, 'no lines below its head'],
    ['nothing', '', 'no lines below its head'],
  ])('with %s is refused, and says where', (_what, text, message) => {
    expect(faultsOf(text).join()).toContain(message)
  })

  test('tells of all its faults at once, and is no text in another code', () => {
    expect(faultsOf(`${head}\n2026-02-30,1,GBP,x,\n2026-03-14,x,GBP,x,`)).toHaveLength(2)
    expect(faultsOf(Uint8Array.from([0xff, 0xfe, 0x41]))).toEqual([
      'The file is in UTF-16. Save it as CSV in UTF-8',
    ])
    for (const letter of ['\xfc', '\0']) {
      const bytes = Buffer.from(`${head}\n2026-03-14,1,GBP,${letter},`, 'latin1')
      expect(faultsOf(bytes)).toEqual(['Line 2: this is not a text in UTF-8'])
    }
  })
})

test('of lines alike as many are repeated as one earlier file shows', () => {
  const alike = read('2026-03-14,1,GBP,x,Jane', '2026-03-14,1,GBP,x,Jane', '2026-03-14,1,GBP,x,')
  const [first] = alike
  const earlier = (count: number) => new Map(first && [[likenessOf(first), count]])
  expect([...repeatedIn(alike, earlier(0))]).toEqual([])
  expect([...repeatedIn(alike, earlier(1))]).toEqual([2])
  expect([...repeatedIn(alike, earlier(3))]).toEqual([2, 3])
})

describe('a line', () => {
  const reference = accountReferenceOf(v7())
  const line = { amountMinor: 1250n, currency: 'GBP', reference: `Thanks ${reference}` }
  const quoted: Quoted = {
    reference,
    mode: 2,
    isDeallocated: false,
    status: 'pending',
    method: 'bank_transfer',
    pendingOn: 'bank',
    amountMinor: 1250n,
    currency: 'GBP',
  }

  test('quotes a reference in groups of four, in any case, with its check digits right', () => {
    const grouped = reference.replace(/(.{4})/g, '$1 ').trim()
    expect(quotedIn({ reference: `pay ${grouped.toLowerCase()}!` })).toEqual([reference])
    // a digit for a digit, a letter for a letter: a mistyped one of the other kind may happen to be right
    const [same, other] = /\d$/.test(reference) ? ['0', '1'] : ['A', 'B']
    const wrong = reference.replace(/.$/, (last) => (last === same ? other : same))
    expect(quotedIn({ reference: wrong })).toEqual([])
  })

  test.each<[string | undefined, object, object[]]>([
    [undefined, {}, [{}]],
    ['not_a_credit', { amountMinor: -1250n }, [{}]],
    ['no_reference', { reference: 'Thanks' }, []],
    ['unknown_reference', {}, []],
    ['several_references', {}, [{}, {}]],
    ['test_payment', {}, [{ mode: 1 }]],
    ['deallocated', {}, [{ isDeallocated: true }]],
    ['already_settled', {}, [{ status: 'captured' }]],
    ['not_waiting', {}, [{ status: 'declined' }]],
    ['other_currency', { currency: 'USD' }, [{}]],
    ['other_amount', { amountMinor: 1249n }, [{}]],
  ])('is matched or not: %s', (reason, some, found) => {
    const payments = found.map((one) => ({ ...quoted, ...one }))
    expect(whyUnmatched({ ...line, ...some }, payments)).toBe(reason)
  })
})
