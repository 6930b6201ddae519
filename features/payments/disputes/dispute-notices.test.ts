import { randomUUID } from 'node:crypto'
import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import {
  disputedPayment,
  reportDispute,
} from '@counterfoil/features/payments/disputes/testing/disputed-payment.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { listAnnounced } from '@counterfoil/tools/testing/notices.ts'
import { expect, test } from 'vitest'
import { remindOfDueDisputes } from './disputes.jobs.ts'

const testApi = await openTestApi()
const { owner } = testApi.test
const key = 'cf_test_demo_harbour'
const context = jobContextOf(testApi.test)

const notices = () => listAnnounced(owner, 'Dispute')

test('who answers disputes is notified that one begins, goes on, and how it ends, each once', async () => {
  const { paymentId, dispute } = await disputedPayment(testApi, key, {})
  const later = { ...dispute, stage: 'pre_arbitration', sequence: 2 } as const
  // by the clock of the organisation, where that day has not begun
  const zoneIs = (zone: string) =>
    owner.query('update tenant set time_zone = $1 where slug = $2', [zone, 'northwind'])
  await zoneIs('America/New_York')
  await reportDispute(testApi, paymentId, { ...later, respondBy: new Date('2030-02-01T00:30:00Z') })
  await zoneIs('Europe/London')
  await reportDispute(testApi, paymentId, { ...later, sequence: 3, state: 'won', respondBy: null })
  await reportDispute(testApi, paymentId, { ...later, sequence: 4, state: 'won', respondBy: null })
  const url = `/merchant/transaction-management/transaction-lookup/${paymentId}`
  const to = {
    ...{ audience: 'merchant', permission: 'Merchant.Transaction.Actions.Dispute' },
    seeing: { method: 'card', provider: 'sandbox_alpha' },
  }
  const reason = 'The card holder did not make this payment'
  expect(await notices()).toMatchObject([
    {
      ...{ title: 'A payment is disputed', to, url },
      text: expect.stringMatching(
        `^In Test: 12\\.50\\sGBP of payment .+\\. ${reason}\\. Answer it by 01/01/2030 00:00 \\(Europe/London\\), or it is lost\\.$`,
      ),
    },
    {
      ...{ title: 'A dispute goes on to its next stage', to, url },
      text: expect.stringContaining('by 31/01/2030 19:30 (America/New_York)'),
    },
    { title: 'A dispute was won', text: expect.stringMatching(`${reason}\\.$`), to, url },
  ])
})

test('three days before its date the merchant and its operators are reminded of a dispute without an answer', async () => {
  const before = (await notices()).length
  const at = (days: number) => new Date(Date.now() + days * dayMs)
  const soon = await disputedPayment(testApi, key, { respondBy: at(2) })
  const late = await disputedPayment(testApi, key, { respondBy: at(4) })
  const over = await disputedPayment(testApi, key, { respondBy: at(-1) })
  await remindOfDueDisputes(context)
  await remindOfDueDisputes(context)
  const reminders = (await notices()).slice(before).filter(({ title }) => title.includes('soon'))
  const page = `/transaction-management/transaction-lookup/${soon.paymentId}`
  const what = {
    title: 'A dispute is lost soon without an answer',
    text: expect.stringMatching(
      /^In Test: Harbour Books: answer by \d\d\/\d\d\/\d{4} \d\d:\d\d \(Europe\/London\)\.$/,
    ),
  }
  expect(reminders).toHaveLength(2)
  expect(reminders.toSorted((a, b) => (a.url < b.url ? -1 : 1))).toMatchObject([
    { ...what, url: `/merchant${page}`, to: { audience: 'merchant' } },
    {
      ...what,
      url: page,
      to: { audience: 'tenant', permission: 'CRM.Transaction.Actions.Dispute' },
    },
  ])
  // the next stage has a date of its own
  const { paymentId, dispute } = soon
  await reportDispute(testApi, paymentId, {
    ...dispute,
    stage: 'pre_arbitration',
    sequence: 2,
    respondBy: at(3),
  })
  await remindOfDueDisputes(context)
  const all = (await notices()).filter(({ url }) => url.includes(paymentId))
  expect(all.filter(({ title }) => title.includes('soon'))).toHaveLength(4)
  expect(all.length, JSON.stringify([late, over].map((one) => one.paymentId))).toBe(6)
})

test('a reminder counts no disputes to who is limited to the method and provider of others', async () => {
  const respondBy = new Date(Date.now() + 2 * dayMs)
  const before = (await notices()).length
  const paid = [
    await disputedPayment(testApi, key, { respondBy }),
    await disputedPayment(testApi, key, { respondBy }),
    await disputedPayment(testApi, key, { respondBy }),
  ].map(({ paymentId }) => paymentId)
  await owner.query(`update payment set provider = 'sandbox_beta' where id = $1`, [paid[0]])
  await remindOfDueDisputes(context)
  const reminders = (await notices()).slice(before).filter(({ title }) => title.includes('soon'))
  const announced = reminders.map(({ title, to }) => [title, to.audience, to.seeing?.provider])
  expect(announced.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
    ['2 disputes are lost soon without an answer', 'merchant', 'sandbox_alpha'],
    ['2 disputes are lost soon without an answer', 'tenant', 'sandbox_alpha'],
    ['A dispute is lost soon without an answer', 'merchant', 'sandbox_beta'],
    ['A dispute is lost soon without an answer', 'tenant', 'sandbox_beta'],
  ])
})

test('of a Live payment a dispute is important, and its reminder is its own', async () => {
  const liveKey = 'cf_live_demo_harbour'
  const soon = { respondBy: new Date(Date.now() + 2 * dayMs) }
  const before = (await notices()).length
  await disputedPayment(testApi, key, soon)
  await disputedPayment(testApi, liveKey, soon)
  await remindOfDueDisputes(context)
  const merchants = (await notices()).slice(before).filter(({ to }) => to.audience === 'merchant')
  const titlesOf = (isTest: boolean) =>
    merchants
      .filter(({ text }) => text.startsWith('In Test: ') === isTest)
      .map(({ title }) => title)
      .toSorted()
  const titles = ['A dispute is lost soon without an answer', 'A payment is disputed']
  expect([titlesOf(true), titlesOf(false)]).toEqual([titles, titles])
  const { rows } = await owner.query(
    `select distinct data -> 'description' ->> 'en' like 'In Test: %' as "isTest", data -> 'isImportant' as "isImportant"
     from pgboss.job where name = 'notifications.fan-out' and data ->> 'type' = 'Dispute' order by 1`,
  )
  expect(rows).toEqual([
    { isTest: false, isImportant: true },
    { isTest: true, isImportant: false },
  ])
})

test('operators are notified of a merchant’s answer to a dispute that they recorded, as it is sent to no acquirer', async () => {
  const [operator, merchant] = [await testApi.actor('operator'), await testApi.actor('merchant')]
  const paid = await testApi.app.inject({
    ...{ method: 'POST', url: '/v1/payments' },
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() },
    payload: {
      ...{ amount: 4200, currency: 'GBP', externalId: 'INV-77' },
      method: { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 },
    },
  })
  const { id } = paid.json<{ id: string }>()
  const send = async (actor: typeof operator, prefix: string, payload: object) => {
    const answer = await testApi.app.inject({
      ...{
        method: 'POST',
        url: `${prefix}/${id}/${'statement' in payload ? 'dispute/contest' : 'dispute'}`,
      },
      headers: {
        ...{ authorization: `Bearer ${actor.token}`, systemmode: 'Test' },
        'idempotency-key': randomUUID(),
      },
      payload,
    })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  await send(operator, '/api/crm/transactions', { reasonCode: 'fraud' })
  const before = (await notices()).length
  await send(merchant, '/api/transactions', { statement: 'Signed for', fileIds: [] })
  expect((await notices()).slice(before)).toMatchObject([
    {
      title: 'A merchant contests a dispute that no acquirer reports',
      text: expect.stringMatching(
        /INV-77.*pass it on, with its files, by .+ \(Europe\/London\)\.$/,
      ),
      to: { audience: 'tenant', permission: 'CRM.Transaction.Actions.Dispute' },
      url: `/transaction-management/transaction-lookup/${id}`,
    },
  ])
})
