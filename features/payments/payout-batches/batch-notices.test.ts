import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { listAnnounced } from '@counterfoil/tools/testing/notices.ts'
import {
  carryOut,
  fund,
  onCluster,
  whileRefused,
} from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'
import { schedules } from './payout-batches.jobs.ts'

const testApi = await openTestApi()
const { owner } = testApi.test
const maker = await testApi.actor('merchant')
const approver = await testApi.actor('merchant')
await fund(testApi, 1_000_000)

const path = '/api/payout-batches'
let keys = 0
async function ask(token: string, url: string, payload: object) {
  const headers = { authorization: `Bearer ${token}`, mode: 'Test', 'idempotency-key': `${++keys}` }
  const answer = await testApi.app.inject({ method: 'POST', url, headers, payload })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

const head = 'name,country,currency,amount,sortCode,accountNumber,reference'
const rowTo = (accountNumber: string) => `Ada,GB,GBP,1.50,200000,${accountNumber},No ${++keys}`

/** A file with a payout to each account, submitted. */
async function submitted(...accountNumbers: string[]): Promise<string> {
  const content = [head, ...accountNumbers.map(rowTo)].join('\n')
  const { id } = await ask(maker.token, path, { fileName: 'wages & more.csv', content })
  await ask(maker.token, `${path}/${id}/submissions`, { count: accountNumbers.length })
  return id
}

const noticesOf = async (type: string, url: string) =>
  (await listAnnounced(owner, type)).filter((one) => one.url.endsWith(url))

test('who decides is notified of a file that waits, once, with its count and total', async () => {
  await submitted('55779911', '55779911')
  expect(await noticesOf('ActionWaits', '/pending-payments?show=beneficiaries')).toMatchObject([
    {
      title: 'A payout file waits for your approval',
      text: expect.stringMatching(
        /^wages &amp; more\.csv: 2 payouts, 3\.00\sGBP in all\. Uploaded by /,
      ),
      to: { audience: 'merchant', permission: 'Merchant.Payments.PendingTransactions' },
    },
  ])
})

test('who uploaded a file is notified that others ended it, and not of what they did themselves', async () => {
  const [declined, late, stopped, own] = [
    await submitted('55779911'),
    await submitted('55779911'),
    await submitted('55779911'),
    await submitted('55779911'),
  ]
  await ask(approver.token, `${path}/${declined}/declinations`, { reason: 'not now' })
  await owner.query(
    `update payout_batch set expires_at = now() - interval '1 second' where id = $1`,
    [late],
  )
  for (const schedule of schedules) await schedule.run(jobContextOf(testApi.test))
  await ask(approver.token, `${path}/${stopped}/stop`, {})
  await ask(maker.token, `${path}/${own}/stop`, {})
  const ended = [declined, late, stopped, own].map((id) =>
    noticesOf('ActionDecided', `/merchant/payments/batch-summary?batch=${id}`),
  )
  const to = { userIds: [maker.subject] }
  const text = 'wages &amp; more.csv. Open it to see why.'
  expect(await Promise.all(ended)).toMatchObject([
    [{ title: 'A payout file was declined', text, to }],
    [{ title: 'A payout file was not approved in time', text, to }],
    [{ title: 'A payout file was stopped by a colleague', text, to }],
    [],
  ])
})

test('a file that cannot be declined keeps no other of its organisation from being declined in time', async ({
  skip,
}) => {
  skip(testApi.test.isCluster, onCluster)
  const late = [await submitted('55779911'), await submitted('55779911')]
  const [stuck] = late
  await owner.query(
    `update payout_batch set expires_at = now() - interval '1 second' where id = any($1)`,
    [late],
  )
  const states = async () => {
    const { rows } = await owner.query(
      'select state from payout_batch where id = any($1) order by id',
      [late],
    )
    return rows.map(({ state }) => state)
  }
  const decline = () => schedules[0]?.run(jobContextOf(testApi.test))
  await whileRefused(testApi, 'payout_batch', `old.id = '${stuck}'`, async () => {
    // the run counts as failed, which operators see
    await expect(decline()).rejects.toThrow('late payout files were not declined')
    expect(await states()).toEqual(['waiting_for_approval', 'declined'])
  })
  await decline()
  expect(await states()).toEqual(['declined', 'declined'])
})

test('of the payouts of a file the first that fails and the first that comes back are announced', async () => {
  const id = await submitted('13349101', '13349101', '13259102', '55779911')
  await ask(approver.token, `${path}/${id}/approvals`, {})
  await expect
    .poll(async () => {
      await carryOut(testApi, 600_000)
      const { rows } = await owner.query<{ state: string }>(
        'select state from payout_order where batch_id = $1 order by state',
        [id],
      )
      return rows.map(({ state }) => state)
    })
    .toEqual(['failed', 'failed', 'paid', 'returned'])
  const titles = (await noticesOf('ActionDecided', `?batch=${id}`)).map(({ title }) => title)
  expect(titles.toSorted()).toEqual([
    'A payout of a file came back',
    'A payout of a file failed at the bank',
  ])
})
