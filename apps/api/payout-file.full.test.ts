import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { maxRows } from '@counterfoil/features/payments/payout-batches/payout-batches.schema.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import {
  balanceOf,
  carryOut,
  fund,
  merchantId,
  tenantId,
} from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'
import { openTestApi } from './testing/test-api.ts'

// The largest file. On two cores that others use too: checked in 1 to 2 s as a CSV, submitted in 2 to 4 s, approved in 1 to 2 s,
// carried out in 2 minutes (80 payouts a second, of one worker); the heap grows by some 50 MB, and by 150 MB meanwhile.

const testApi = await openTestApi()
const maker = await testApi.actor('merchant')
const approver = await testApi.actor('merchant')
await fund(testApi, 10_000_000)
await fund(testApi, 10_000_000, 'EUR')
// a limit for new accounts: what was paid to each is asked for
await testApi.test.owner.query(
  `insert into app.payout_rule (tenant_id, id, merchant_id, currency, approval, cooling_hours, cooling_limit_minor, created_at, updated_at)
   select $1, gen_random_uuid(), $2, currency, 'always', 24, 1000, now(), now() from unnest(array['GBP', 'EUR']) currency`,
  [tenantId, merchantId],
)

let keys = 0
const ask = (token: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  testApi.app.inject({
    ...{ method, url },
    headers: { authorization: `Bearer ${token}`, mode: 'Test', 'idempotency-key': `t-${++keys}` },
    ...(payload === undefined ? {} : { payload }),
  })
const path = '/api/payout-batches'

const places = Array.from({ length: maxRows }, (_, at) => at)
/** Account numbers differ in front: by their ends the sandbox behaves in other ways. */
const four = (at: number) => String(at).padStart(4, '0')
const csv = [
  'name,country,currency,amount,sortCode,accountNumber,reference',
  ...places.map((at) => `Payee ${at},GB,GBP,1.25,12-34-56,${four(at)}5555,Pay ${at}`),
].join('\n')

/** German, of one bank, each with its check digits. */
function iban(at: number): string {
  const account = `3704004453${four(at)}5555`
  return `DE${String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0')}${account}`
}

function pain(version: '03' | '09'): string {
  const day = new Date(Date.now() + 7 * dayMs).toISOString().slice(0, 10)
  const transfers = places.map(
    (at) => `<CdtTrfTxInf><PmtId><EndToEndId>E-${at}</EndToEndId></PmtId>
<Amt><InstdAmt Ccy="EUR">1.25</InstdAmt></Amt><Cdtr><Nm>Payee ${at}</Nm></Cdtr>
<CdtrAcct><Id><IBAN>${iban(at)}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Pay ${at}</Ustrd></RmtInf></CdtTrfTxInf>`,
  )
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>M-${version}</MsgId><NbOfTxs>${maxRows}</NbOfTxs><CtrlSum>${(maxRows * 1.25).toFixed(2)}</CtrlSum></GrpHdr>
<PmtInf><PmtInfId>P</PmtInfId><ReqdExctnDt>${version === '09' ? `<Dt>${day}</Dt>` : day}</ReqdExctnDt>${transfers.join('\n')}</PmtInf>
</CstmrCdtTrfInitn></Document>`
}

const uploads = new Map<string, string>()

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes that are in use, without what is only not collected yet. */
function heapInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** The answer, of which the heap holds at most so much more meanwhile. */
async function measured<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = heapInUse()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, heapInUse())
  }, 2_000)
  const answer = await work()
  clearInterval(timer)
  expect((most - before) / 1e6, `MB of ${name}`).toBeLessThan(200)
  return answer
}

test.each([
  ['wages-03.xml', pain('03'), 'EUR'],
  ['wages-09.xml', pain('09'), 'EUR'],
  ['wages.csv', csv, 'GBP'],
])(
  '%s with the most rows that a file can have is checked and approved',
  async (fileName, content, currency) => {
    const uploaded = await measured(`${fileName} check`, () =>
      ask(maker.token, 'POST', path, { fileName, content }),
    )
    const batch = uploaded.json()
    expect(batch, uploaded.body.slice(0, 300)).toMatchObject({ rows: maxRows, faulty: 0 })
    const before = await balanceOf(testApi, 'merchant_available', currency)
    const submitted = await measured(`${fileName} submit`, () =>
      ask(maker.token, 'POST', `${path}/${batch.id}/submissions`, {
        ...{ count: maxRows, despiteCheck: true, despiteDuplicates: true },
      }),
    )
    expect(submitted.statusCode, submitted.body.slice(0, 300)).toBe(200)
    expect(await balanceOf(testApi, 'merchant_available', currency)).toBe(before - maxRows * 125)
    const approved = await measured(`${fileName} approve`, () =>
      ask(approver.token, 'POST', `${path}/${batch.id}/approvals`, {}),
    )
    expect(approved.json().payouts).toEqual([expect.objectContaining({ count: maxRows })])
    uploads.set(fileName, batch.id)
  },
  300_000,
)

test('every row of it is paid once', async () => {
  const id = uploads.get('wages.csv')
  const statesOf = async () => (await ask(maker.token, 'GET', `${path}/${id}`)).json().payouts
  await measured('carry out', () =>
    expect
      .poll(
        async () => {
          await carryOut(testApi, 600_000)
          return statesOf()
        },
        { timeout: 800_000, interval: 100 },
      )
      .toMatchObject([{ state: 'paid', count: maxRows }]),
  )
  const { rows } = await testApi.test.owner.query(
    `select count(*)::int as transfers, max(t.submissions) as most from sandbox.rail_transfer t
     join payout_order o using (end_to_end_id) where o.batch_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ transfers: maxRows, most: 1 }])
  const report = await measured('report', () => ask(maker.token, 'GET', `${path}/${id}/pain002`))
  expect(report.statusCode, report.body.slice(0, 300)).toBe(200)
  expect(report.body.match(/<TxSts>ACSC<\/TxSts>/g)).toHaveLength(maxRows)
}, 900_000)
