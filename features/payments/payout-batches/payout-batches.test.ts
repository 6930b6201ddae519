import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { carryOutOrder } from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import {
  balanceOf,
  carryOut,
  fund,
  tenantId,
  workerOf,
} from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'
import { sentText } from './given-row.rules.ts'
import { schedules } from './payout-batches.jobs.ts'

const testApi = await openTestApi()
const maker = await testApi.actor('merchant')
const approver = await testApi.actor('merchant')
const operator = await testApi.actor('operator')
await fund(testApi, 10_000_000)

let keys = 0
const ask = (token: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  testApi.app.inject({
    ...{ method, url },
    headers: { authorization: `Bearer ${token}`, mode: 'Test', 'idempotency-key': `b-${++keys}` },
    ...(payload === undefined ? {} : { payload }),
  })
const path = '/api/payout-batches'
const upload = (content: string, fileName = 'salaries.csv') =>
  ask(maker.token, 'POST', path, { fileName, content })

const head = 'name,country,currency,amount,sortCode,accountNumber,reference'
const row = (at: number, more: Partial<Record<'amount' | 'sortCode' | 'reference', string>> = {}) =>
  [
    ...[`Payee ${at}`, 'GB', 'GBP', more.amount ?? '1.25', more.sortCode ?? '12-34-56'],
    ...[String(10_000_000 + at), more.reference ?? `Pay ${at}`],
  ].join(',')
const fileOf = (rows: readonly string[]) => [head, ...rows].join('\n')
const countsOf = (details: { payouts: { state: string; count: number }[] }) =>
  Object.fromEntries(details.payouts.map(({ state, count }) => [state, count]))

test('a name with invisible characters is a fault of its row, and of a file refused: approvers read both', async () => {
  const turned = row(1).replace('Payee 1', 'Payee \u202e1')
  const batch = (await upload(fileOf([turned, row(2)]))).json()
  expect(batch).toMatchObject({ rows: 2, faulty: 1 })
  const { data } = (await ask(maker.token, 'GET', `${path}/${batch.id}/lines?which=faulty`)).json()
  expect(data).toMatchObject([{ code: 'payout_batch.name_invisible' }])
  const named = await upload(fileOf([row(2)]), 'salaries\u202evsc.exe')
  expect(named.json()).toMatchObject({ status: 400, errors: [{ path: 'fileName' }] })
})

test('1,000 rows, 7 of them faulty: mended, approved by another person, and each paid once though a worker dies', async () => {
  const good = Array.from({ length: 1000 }, (_, at) => row(at))
  const faulty = [...good]
  faulty[3] = row(3, { amount: '1.255' })
  faulty[10] = row(10, { amount: 'much' })
  faulty[20] = row(20, { sortCode: '2000' })
  faulty[30] = row(30, { reference: 'x'.repeat(19) })
  faulty[40] = row(40, { amount: '-1' })
  faulty[50] = row(50, { reference: '☺' })
  faulty[60] = row(60, { amount: '0' })
  const wrong = (await upload(fileOf(faulty))).json()
  expect(wrong).toMatchObject({ state: 'draft', rows: 1000, faulty: 7, duplicates: 0 })
  expect(wrong.totals).toEqual([{ currency: 'GBP', count: 993, amount: 993 * 125 }])
  const lines = await ask(maker.token, 'GET', `${path}/${wrong.id}/lines?which=faulty`)
  expect(lines.json().data.map(({ line }: { line: number }) => line)).toEqual([
    ...[5, 12, 22, 32, 42, 52, 62],
  ])
  const csv = await ask(maker.token, 'GET', `${path}/${wrong.id}/csv`)
  expect(csv.body).toContain('1.255 is no amount of GBP')
  // what comes back is taken again, mended
  const back = await upload(csv.body)
  expect(back.json(), back.body).toMatchObject({ rows: 1000, faulty: 7 })

  const before = await balanceOf(testApi, 'merchant_available')
  const batch = (await upload(fileOf(good), 'mended.csv')).json()
  expect(batch).toMatchObject({ faulty: 0, unconfirmed: 0 })
  const submit = (count: number) =>
    ask(maker.token, 'POST', `${path}/${batch.id}/submissions`, { count })
  expect((await submit(999)).json().code).toBe('payout_batch.other_count')
  const submitted = await submit(1000)
  expect(submitted.json(), submitted.body.slice(0, 500)).toMatchObject({
    ...{ state: 'waiting_for_approval', isOwn: true },
    refusal: { code: 'approvePayout.own_payout' },
  })
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before - 125_000)
  expect((await submit(1000)).json().code).toBe('payout_batch.submitted')
  const approve = (token: string, base = path) =>
    ask(token, 'POST', `${base}/${batch.id}/approvals`, {})
  expect((await approve(maker.token)).json().code).toBe('approvePayout.own_payout')
  const waiting = await ask(approver.token, 'GET', `${path}/waiting`)
  expect(waiting.json().data).toMatchObject([{ id: batch.id, refusal: null }])
  const single = await ask(approver.token, 'GET', '/api/payouts/waiting')
  expect(single.json().data).toEqual([])
  const approved = await approve(approver.token)
  expect(countsOf(approved.json())).toEqual({ approved: 1000 })

  // a worker that dies between sending and noting
  const dying = {
    rails: {
      ...testApi.providers.rails,
      submit: async (one: Parameters<typeof testApi.providers.rails.submit>[0]) => {
        await testApi.providers.rails.submit(one)
        throw new Error('killed')
      },
    },
  }
  const { rows: some } = await testApi.test.owner.query<{ id: string }>(
    'select id from payout_order where batch_id = $1 order by id limit 50',
    [batch.id],
  )
  for (const { id } of some) {
    await carryOutOrder(dying, tenantScope(tenantId), id, workerOf(testApi))
  }
  await expect
    .poll(
      async () => {
        await carryOut(testApi, 600_000)
        return countsOf((await ask(maker.token, 'GET', `${path}/${batch.id}`)).json())
      },
      { timeout: 180_000, interval: 100 },
    )
    .toEqual({ paid: 1000 })
  const { rows: sent } = await testApi.test.owner.query<{ transfers: number; most: number }>(
    `select count(*)::int as transfers, max(t.submissions) as most from sandbox.rail_transfer t
     join payout_order o using (end_to_end_id) where o.batch_id = $1`,
    [batch.id],
  )
  expect(sent).toEqual([{ transfers: 1000, most: 1 }])
  expect(await balanceOf(testApi, 'payouts_in_transit')).toBe(0)
  const report = await ask(maker.token, 'GET', `${path}/${batch.id}/pain002`)
  expect(report.body.match(/<TxSts>ACSC<\/TxSts>/g)).toHaveLength(1000)
  const done = (await ask(maker.token, 'GET', `${path}/${batch.id}`)).json()
  expect(done.state).toBe('done')
}, 300_000)

test('a file is stopped or declined as a whole, and its money is the merchant’s again', async () => {
  const before = await balanceOf(testApi, 'merchant_available')
  const submitted = async (rows: readonly string[]) => {
    const { id } = (await upload(fileOf(rows), `${++keys}.csv`)).json()
    const answer = await ask(maker.token, 'POST', `${path}/${id}/submissions`, {
      count: rows.length,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return id as string
  }
  const declined = await submitted([row(2001), row(2002)])
  const reason = 'not this month'
  const own = await ask(maker.token, 'POST', `${path}/${declined}/declinations`, { reason })
  expect(own.json().code).toBe('payout_batch.own_decline')
  const answer = await ask(
    ...([operator.token, 'POST', `/api/crm/payout-batches/${declined}/declinations`] as const),
    { reason },
  )
  expect(answer.json().state, answer.body).toBe('declined')
  const stopped = await submitted([row(2003), row(2004)])
  await ask(operator.token, 'POST', `/api/crm/payout-batches/${stopped}/approvals`, {})
  expect((await ask(maker.token, 'POST', `${path}/${stopped}/stop`)).json().state).toBe('stopped')
  await carryOut(testApi)
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before)
  const again = await ask(maker.token, 'POST', `${path}/${stopped}/stop`)
  expect(again.json().code).toBe('payout_batch.not_running')
})

test('a file that is not approved in time is declined as a whole, with a step that says so, and waits no more', async () => {
  const before = await balanceOf(testApi, 'merchant_available')
  const content = fileOf([row(2101), row(2102)])
  const { id } = (await upload(content, 'late.csv')).json()
  await ask(maker.token, 'POST', `${path}/${id}/submissions`, { count: 2 })
  const isWaiting = async () =>
    (await ask(operator.token, 'GET', '/api/crm/payout-batches/waiting'))
      .json()
      .data.some((one: { id: string }) => one.id === id)
  expect(await isWaiting()).toBe(true)
  const { owner } = testApi.test
  for (const table of ['payout_batch where id', 'payout_order where batch_id']) {
    const [name, column] = table.split(' where ')
    await owner.query(
      `update ${name} set expires_at = now() - make_interval(secs => 1) where ${column} = $1`,
      [id],
    )
  }
  await carryOut(testApi)
  await schedules[0]?.run(jobContextOf(testApi.test))
  expect(await isWaiting()).toBe(false)
  const details = (await ask(maker.token, 'GET', `${path}/${id}`)).json()
  expect(details).toMatchObject({ state: 'declined' })
  expect(countsOf(details)).toEqual({ declined: 2 })
  const late = { kind: 'declined', by: null, reason: 'This was not confirmed in time' }
  expect(details.steps.at(-1)).toMatchObject(late)
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before)
  // the file may be submitted again, and is a duplicate of nothing
  const again = (await upload(content, 'late.csv')).json()
  const answer = await ask(maker.token, 'POST', `${path}/${again.id}/submissions`, { count: 2 })
  expect(answer.statusCode, answer.body).toBe(200)
  await ask(maker.token, 'POST', `${path}/${again.id}/stop`)
})

test('duplicates of file and rows, and names that do not fit, are paid on purpose alone; more than there is, not', async () => {
  const rows = [row(3001), row(3001), row(3002)]
  const first = (await upload(fileOf(rows), 'twice.csv')).json()
  expect(first).toMatchObject({ duplicates: 1, duplicateOf: null })
  const submit = (id: string, more: object) =>
    ask(maker.token, 'POST', `${path}/${id}/submissions`, { count: 3, ...more })
  expect((await submit(first.id, {})).json().code).toBe('payout_batch.duplicates')
  expect((await submit(first.id, { despiteDuplicates: true })).statusCode).toBe(200)
  const second = (await upload(fileOf(rows), 'twice again.csv')).json()
  expect(second.duplicateOf).toBe(first.id)
  const unknown = `${head}\nAda,GB,GBP,1,20-00-00,14339002,x`
  const third = (await upload(unknown)).json()
  expect(third.unconfirmed).toBe(1)
  const unsure = await ask(maker.token, 'POST', `${path}/${third.id}/submissions`, { count: 1 })
  expect(unsure.json().code).toBe('payout_batch.unconfirmed')
  const large = (await upload(fileOf([row(3003, { amount: '900000' })]))).json()
  const answer = await ask(maker.token, 'POST', `${path}/${large.id}/submissions`, { count: 1 })
  expect(answer.json().code).toBe('payout.exceeds_balance')
})

test('duplicates that are not asked for are left out, with the reason, and the others paid', async () => {
  const before = await balanceOf(testApi, 'merchant_available')
  const batch = (await upload(fileOf([row(3501), row(3501), row(3502)]), 'some twice.csv')).json()
  expect(batch.totals).toEqual([{ currency: 'GBP', count: 3, amount: 375 }])
  expect(batch.uniqueTotals).toEqual([{ currency: 'GBP', count: 2, amount: 250 }])
  const submit = (body: object) => ask(maker.token, 'POST', `${path}/${batch.id}/submissions`, body)
  expect((await submit({ count: 1 })).json().code).toBe('payout_batch.other_count')
  const answer = await submit({ count: 2 })
  expect(answer.json(), answer.body).toMatchObject({
    ...{ state: 'waiting_for_approval', rows: 3, faulty: 1 },
    totals: [{ currency: 'GBP', count: 2, amount: 250 }],
  })
  expect(countsOf(answer.json())).toEqual({ waiting_for_approval: 2 })
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before - 250)
  const lines = await ask(maker.token, 'GET', `${path}/${batch.id}/lines`)
  expect(lines.json().data.map(({ code }: { code: string | null }) => code)).toEqual([
    ...[null, 'payout_batch.left_out', null],
  ])
  // what was paid elsewhere since the file was checked was not seen: that is refused
  const late = (await upload(fileOf([row(3503), row(3503), row(3504)]), 'late twice.csv')).json()
  const meanwhile = (await upload(fileOf([row(3504)]), 'meanwhile.csv')).json()
  const other = await ask(maker.token, 'POST', `${path}/${meanwhile.id}/submissions`, { count: 1 })
  expect(other.statusCode, other.body).toBe(200)
  const unseen = await ask(maker.token, 'POST', `${path}/${late.id}/submissions`, { count: 2 })
  expect(unseen.json().code).toBe('payout_batch.duplicates')
})

test('who approves a file sees whom it pays, and what is doubtful of each, while it waits', async () => {
  const batch = (await upload(fileOf([row(8_001), row(8_002)]), 'seen.csv')).json()
  const submitted = await ask(maker.token, 'POST', `${path}/${batch.id}/submissions`, { count: 2 })
  expect(submitted.json(), submitted.body).toMatchObject({ state: 'waiting_for_approval' })
  const whose = ['Merchant.Payments.Batch.View', 'Merchant.Payments.Batch.Edit']
  const seen = async (kind: 'merchant' | 'operator', base: string) => {
    const one = await testApi.actor(kind, whose)
    return ask(one.token, 'GET', `${base}/waiting/${batch.id}/lines`)
  }
  for (const [kind, base] of [
    ['merchant', path],
    ['operator', '/api/crm/payout-batches'],
  ] as const) {
    expect((await seen(kind, base)).json()).toMatchObject({
      count: 2,
      data: [
        { line: 2, payeeName: 'Payee 8001', accountHint: '12-••-•• ••••8001', amount: 125 },
        { line: 3, payeeName: 'Payee 8002', reference: 'Pay 8002', payeeResult: 'match' },
      ],
    })
  }
  await ask(approver.token, 'POST', `${path}/${batch.id}/declinations`, { reason: 'wrong month' })
  expect((await seen('merchant', path)).statusCode).toBe(404)
})

test('a file that was uploaded twice before either was submitted is paid once, unless twice is asked for', async () => {
  const content = fileOf([row(5001)])
  const [first, second] = [(await upload(content)).json(), (await upload(content)).json()]
  expect([first.duplicateOf, second.duplicateOf]).toEqual([null, null])
  const submit = (id: string, more: object = {}) =>
    ask(maker.token, 'POST', `${path}/${id}/submissions`, { count: 1, ...more })
  const before = await balanceOf(testApi, 'merchant_available')
  const answers = await Promise.all([submit(first.id), submit(second.id)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const refused = answers.findIndex(({ statusCode }) => statusCode === 409)
  expect(answers[refused]?.json().code).toBe('payout_batch.duplicates')
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before - 125)
  const { id } = refused === 0 ? first : second
  expect((await submit(id, { despiteDuplicates: true })).statusCode).toBe(200)
})

test('a file in another character set is refused as a whole, with the line of its first lost letter', async () => {
  const turkish = Buffer.from(`${head}\nG\xfcrkan,GB,GBP,1,12-34-56,12345678,x`, 'latin1')
  const xml = Buffer.from(
    '<?xml version="1.0" encoding="ISO-8859-1"?>\n<Nm>G\xfcrkan</Nm>',
    'latin1',
  )
  for (const [bytes, line] of [
    [turkish, 2],
    [xml, 2],
  ] as const) {
    const answer = await upload(new TextDecoder().decode(bytes))
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      ...[400, `The file is not in UTF-8 (line ${line}): save it as UTF-8`],
    ])
  }
})

/** Of a ZIP: a stored file of a name. */
const zipped = (name: string) => {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), Buffer.from([0xff, 0xd8, 0x00, 0x9c])])
}

test.each([
  ['an empty file', Buffer.alloc(0), 'file_blank'],
  ['a file of blank lines', Buffer.from('\uFEFF\r\n \n'), 'file_blank'],
  ['an Excel workbook', zipped('[Content_Types].xml xl/workbook.xml'), 'file_workbook'],
  ['a workbook of Excel 97', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'file_workbook'],
  [
    'a LibreOffice workbook',
    zipped('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    'file_workbook',
  ],
  ['a ZIP', zipped('salaries.csv'), 'file_archive'],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'file_binary'],
  ['a PDF', Buffer.from('%PDF-1.7\n'), 'file_binary'],
  ['UTF-16', Buffer.from(`\uFEFF${head}\nAda,GB`, 'utf16le'), 'file_charset'],
  ['a CSV of its first line', Buffer.from(`${head}\n`), 'file_header_only'],
])('%s that is named .csv is refused with its cause', async (_, bytes, code) => {
  const answer = await upload(sentText(new TextDecoder().decode(bytes)), 'salaries.csv')
  expect([answer.statusCode, answer.json().code]).toEqual([400, `payout_batch.${code}`])
})

test('the payments of a pain.001 come back in the groups of the file', async () => {
  const group = (id: string, ...orders: string[]) =>
    `<PmtInf><PmtInfId>${id}</PmtInfId><PmtMtd>TRF</PmtMtd>${orders.map(
      (order) => `<CdtTrfTxInf>
    <PmtId><EndToEndId>${order}</EndToEndId></PmtId><Amt><InstdAmt Ccy="GBP">1.00</InstdAmt></Amt><Cdtr><Nm>Ada</Nm></Cdtr>
    </CdtTrfTxInf>`,
    )}</PmtInf>`
  const pain = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>
    <GrpHdr><MsgId>TWO</MsgId></GrpHdr>${group('SALARIES', 'S-1')}${group('RENT', 'R-1', 'R-2')}</CstmrCdtTrfInitn></Document>`
  const batch = (await upload(pain, 'two.xml')).json()
  const { body } = await ask(maker.token, 'GET', `${path}/${batch.id}/pain002`)
  const parts = body.split('<OrgnlPmtInfAndSts>').slice(1)
  expect(
    parts.map((part) => [
      /<OrgnlPmtInfId>(.*?)</.exec(part)?.[1],
      ...[...part.matchAll(/<OrgnlEndToEndId>(.*?)</g)].map(([, id]) => id),
    ]),
  ).toEqual([
    ['SALARIES', 'S-1'],
    ['RENT', 'R-1', 'R-2'],
  ])
})

test('a row whose account number does not fit its sort code says so, in a CSV and in both versions of pain.001', async () => {
  const pain = (version: string, day: string) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}"><CstmrCdtTrfInitn>
  <GrpHdr><MsgId>M-${version}</MsgId><NbOfTxs>1</NbOfTxs></GrpHdr>
  <PmtInf><PmtInfId>P</PmtInfId><ReqdExctnDt>${day}</ReqdExctnDt><CdtTrfTxInf>
    <PmtId><EndToEndId>W-1</EndToEndId></PmtId><Amt><InstdAmt Ccy="GBP">1.00</InstdAmt></Amt>
    <Cdtr><Nm>Ada</Nm></Cdtr><CdtrAcct><Id><Othr><Id>08999966374959</Id></Othr></Id></CdtrAcct>
  </CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`
  const soon = new Date(Date.now() + 7 * dayMs).toISOString().slice(0, 10)
  const files: [string, string][] = [
    ['unfit.csv', `${head}\nAda,GB,GBP,1,08-99-99,66374959,W-1`],
    ['unfit.xml', pain('03', soon)],
    ['unfit.xml', pain('09', `<Dt>${soon}</Dt>`)],
  ]
  for (const [name, content] of files) {
    const { id, faulty } = (await upload(content, name)).json()
    expect([name, faulty]).toEqual([name, 1])
    const lines = await ask(maker.token, 'GET', `${path}/${id}/lines?which=faulty`)
    expect(lines.json().data).toMatchObject([
      {
        code: 'payee.account_number_unfit',
        message: 'accountNumber: The account number does not fit the sort code',
      },
    ])
  }
})

test('a creditor reference with wrong check digits is a fault of its row, also when the row comes back as CSV', async () => {
  const pain = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
  <GrpHdr><MsgId>M-RF</MsgId><NbOfTxs>1</NbOfTxs></GrpHdr>
  <PmtInf><PmtInfId>P</PmtInfId><PmtMtd>TRF</PmtMtd><CdtTrfTxInf>
    <PmtId><EndToEndId>RF-1</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1.00</InstdAmt></Amt>
    <Cdtr><Nm>Ada</Nm></Cdtr><CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>
    <RmtInf><Strd><CdtrRefInf><Ref>RF19539007547034</Ref></CdtrRefInf></Strd></RmtInf>
  </CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`
  const faultOf = async (content: string, name: string) => {
    const { id } = (await upload(content, name)).json()
    const lines = await ask(maker.token, 'GET', `${path}/${id}/lines?which=faulty`)
    return { id, code: lines.json().data[0]?.code }
  }
  const wrong = await faultOf(pain, 'wrong.xml')
  expect(wrong.code).toBe('payout_batch.creditor_reference')
  const csv = await ask(maker.token, 'GET', `${path}/${wrong.id}/csv`)
  expect((await faultOf(csv.body, 'again.csv')).code).toBe('payout_batch.missing')
  const right = pain.replace('RF19', 'RF18')
  const good = (await upload(right, 'right.xml')).json()
  const [line] = (await ask(maker.token, 'GET', `${path}/${good.id}/lines`)).json().data
  expect(line).toMatchObject({ code: null, reference: 'RF18539007547034' })
})

test('a file whose good rows are paid, then mended and uploaded again, pays none of them a second time unasked', async () => {
  const first = (await upload(fileOf([row(6001), row(6002, { amount: 'much' })]))).json()
  const submit = (id: string, count: number, more: object = {}) =>
    ask(maker.token, 'POST', `${path}/${id}/submissions`, { count, ...more })
  const other = (await upload(fileOf([row(6001), row(6003)]))).json()
  expect(other.duplicates).toBe(0)
  expect((await submit(first.id, 1)).statusCode).toBe(200)
  // another file, checked before that one was submitted
  expect((await submit(other.id, 2)).json().code).toBe('payout_batch.duplicates')
  const csv = await ask(maker.token, 'GET', `${path}/${first.id}/csv`)
  const mended = (await upload(csv.body.replace('much', '1.25'))).json()
  expect(mended).toMatchObject({ rows: 2, faulty: 0, duplicates: 1, duplicateOf: null })
  const lines = await ask(maker.token, 'GET', `${path}/${mended.id}/lines?which=duplicates`)
  const [paid] = (await ask(maker.token, 'GET', `${path}/${first.id}/lines`)).json().data
  expect(lines.json().data).toMatchObject([{ paidBefore: paid.payoutId, duplicateOf: null }])
  const before = await balanceOf(testApi, 'merchant_available')
  expect((await submit(mended.id, 2)).json().code).toBe('payout_batch.duplicates')
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before)
  expect((await submit(mended.id, 2, { despiteDuplicates: true })).statusCode).toBe(200)
})

test('a CSV whose cells are not where they belong, or say what no column knows, is not guessed', async () => {
  const amountLast = 'name,country,currency,sortCode,accountNumber,reference,amount,speed,kind'
  const rows = [
    // a comma without quotes: the amount is not 1
    'Ada,GB,GBP,12-34-56,10006101,x,instant,person,1,250.00',
    'Ada,GB,GBP,12-34-56,10006102,x,1,250.00,,',
    'Ada,GB,GBP,12-34-56,10006103,x,1.25,tomorrow,',
    'Ada,GB,GBP,12-34-56,10006104,x,1.25,INSTANT,persona',
    'Ada,GB,GBP,12-34-56,10006105,x,1.25,INSTANT,Person,,',
  ]
  const { id, faulty } = (await upload([amountLast, ...rows].join('\n'))).json()
  expect(faulty).toBe(4)
  const lines = await ask(maker.token, 'GET', `${path}/${id}/lines`)
  const codes = lines.json().data.map((line: { code: string | null }) => line.code)
  expect(codes).toEqual([
    ...['payout_batch.cells', 'payout_batch.choice', 'payout_batch.choice', 'payout_batch.choice'],
    null,
  ])
  const [, , third] = lines.json().data
  expect(third.params).toEqual({ field: 'speed', value: 'tomorrow', known: 'instant, standard' })
  const slip = await upload(`${head},onn\nAda,GB,GBP,1.00,12-34-56,10006107,x,2027-01-04`)
  expect([slip.statusCode, slip.json()]).toMatchObject([
    400,
    { code: 'payout_batch.file_column_unknown', params: { names: 'onn' } },
  ])
  const quote = await upload(`${head}\n${row(1)}\nAda,GB,GBP,1.00,12-34-56,10006108,x"y`)
  expect(quote.json()).toMatchObject({ code: 'payout_batch.file_no_csv', params: { line: 3 } })
  const twice = await upload(`${head},amount\nAda,GB,GBP,1,12-34-56,10006106,x,2`)
  expect([twice.statusCode, twice.json().code]).toEqual([400, 'payout_batch.file_column_twice'])
})
