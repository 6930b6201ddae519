import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { addDays } from '@counterfoil/kit/contract/calendar-days.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import {
  accounts,
  balanceOf,
  checkPayee,
  fund,
  merchantId,
  tenantId,
} from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const { token } = await testApi.actor('merchant')
const operator = await testApi.actor('operator')
await fund(testApi, 1_000_000)

let keys = 0
const ask = (by: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  testApi.app.inject({
    ...{ method, url },
    headers: { authorization: `Bearer ${by}`, mode: 'Test', 'idempotency-key': `rule-${++keys}` },
    ...(payload === undefined ? {} : { payload }),
  })

async function beneficiary(account: object = accounts.paid) {
  const made = await ask(token, 'POST', '/api/crm/settings/beneficiaries', {
    ...{ merchantId, name: 'Ada Ltd', kind: 'company', country: 'GB', currency: 'GBP' },
    ...account,
  })
  expect(made.statusCode, made.body).toBe(201)
  await checkPayee(testApi, made.json().id)
  return made.json()
}

const pay = (beneficiaryId: string, amount: number) =>
  ask(token, 'POST', '/api/payouts', {
    ...{ beneficiaryId, amount, currency: 'GBP', reference: 'Invoice' },
  })

/** What was paid until now counts for no new account any more. */
const passDay = () =>
  testApi.test.owner.query('update app.payout_order set created_at = $1', [
    new Date(Date.now() - 25 * hourMs),
  ])

test('a new account is paid so much at first, and where a rule says so nobody has to approve [setting payout-rules]', async () => {
  const rule = await ask(operator.token, 'POST', '/api/crm/settings/payouts/rules', {
    ...{ merchantId, currency: 'GBP', approval: 'levels', coolingHours: 24 },
    coolingLimitMinor: 1000,
  })
  expect(rule.statusCode, rule.body).toBe(201)
  const { id } = await beneficiary()
  expect((await pay(id, 600)).json().state).toBe('approved')
  expect((await pay(id, 600)).json()).toMatchObject({
    ...{ code: 'payout.cooling_off', errors: [{ path: 'amount' }] },
  })
  expect((await pay(id, 400)).statusCode).toBe(201)
  // the same account once more, and as the IBAN that holds it: it is not paid as much again
  const { id: again } = await beneficiary()
  expect((await pay(again, 1)).json().code).toBe('payout.cooling_off')
  const iban = { iban: 'GB85NWBK20000055779911', sortCode: null, accountNumber: null }
  const { id: asIban } = await beneficiary(iban)
  expect((await pay(asIban, 1)).json().code).toBe('payout.cooling_off')
  await testApi.test.owner.query(
    `update app.beneficiary set account_changed_at = now() - interval '25 hours' where id = $1`,
    [id],
  )
  expect((await pay(id, 5000)).statusCode).toBe(201)
  await passDay()
})

test('the preview says who has to approve, as the levels have it', async () => {
  const { id } = await beneficiary()
  const needs = async (amount: number) =>
    (await ask(token, 'GET', `/api/payouts/preview?beneficiaryId=${id}&amount=${amount}`)).json()
      .needsApproval
  expect(await needs(700)).toBe(false)
  const level = await ask(token, 'POST', '/api/crm/settings/merchant-confirmation-levels', {
    ...{ name: 'Large', merchantId, actions: ['payout'], mode: null, currency: 'GBP' },
    ...{ amountMinor: 500, onlyNewPayees: false, makerRoleId: null, confirmerRoleId: null },
    ...{ confirmers: 1, hours: 72 },
  })
  expect(level.statusCode, level.body).toBe(201)
  expect([await needs(400), await needs(700)]).toEqual([false, true])
  expect((await pay(id, 700)).json().state).toBe('waiting_for_approval')
  await passDay()
  // in parts on one day they come to the level, by payouts and files alike
  expect((await pay(id, 300)).json().state).toBe('approved')
  expect([await needs(100), await needs(300)]).toEqual([false, true])
  expect((await pay(id, 300)).json().state).toBe('waiting_for_approval')
  await passDay()
  expect((await pay(id, 300)).json().state).toBe('approved')
  const { sortCode, accountNumber } = accounts.paid
  const file = await ask(token, 'POST', '/api/payout-batches', {
    fileName: 'part.csv',
    content: `name,country,currency,amount,sortCode,accountNumber,reference\nAda Ltd,GB,GBP,3.00,${sortCode},${accountNumber},Part`,
  })
  const sent = await ask(token, 'POST', `/api/payout-batches/${file.json().id}/submissions`, {
    count: 1,
  })
  expect(sent.json().state, sent.body).toBe('waiting_for_approval')
  await testApi.test.owner.query('delete from app.confirmation_level')
  await passDay()
})

test('the preview knows an account that was paid before, however it is written', async () => {
  const iban = await beneficiary({ iban: 'GB60BARC20000055779911' })
  await testApi.test.owner.query(
    `update app.payout_order set state = 'paid' where payee_account_number = '55779911'`,
  )
  const level = await ask(token, 'POST', '/api/crm/settings/merchant-confirmation-levels', {
    ...{ name: 'New', merchantId, actions: ['payout'], mode: null, currency: 'GBP' },
    ...{ amountMinor: null, onlyNewPayees: true, makerRoleId: null, confirmerRoleId: null },
    ...{ confirmers: 1, hours: 72 },
  })
  expect(level.statusCode, level.body).toBe(201)
  const preview = await ask(token, 'GET', `/api/payouts/preview?beneficiaryId=${iban.id}&amount=50`)
  const made = await pay(iban.id, 50)
  expect([preview.json().needsApproval, made.json().state]).toEqual([false, 'approved'])
  await testApi.test.owner.query('delete from app.confirmation_level')
  await passDay()
})

test('an account that is no beneficiary is new since the first payout to it, however often it is named', async () => {
  const key = { authorization: 'Bearer cf_test_demo_harbour' }
  const beneficiary = { name: 'Grace Hopper', sortCode: '12-34-56', accountNumber: '70707070' }
  const payOnce = (amount: number) =>
    testApi.app.inject({
      ...{ method: 'POST', url: '/v1/payouts' },
      headers: { ...key, 'idempotency-key': `once-${++keys}` },
      payload: {
        ...{
          amount,
          currency: 'GBP',
          reference: 'PO',
          beneficiary: { ...beneficiary, country: 'GB' },
        },
      },
    })
  expect((await payOnce(600)).statusCode).toBe(201)
  expect((await payOnce(600)).json().code).toBe('payout.cooling_off')
  const file = await ask(token, 'POST', '/api/payout-batches', {
    fileName: 'once.csv',
    content: `name,country,currency,amount,sortCode,accountNumber,reference\nGrace,GB,GBP,6.00,123456,70707070,PO 2`,
  })
  const submitted = await ask(token, 'POST', `/api/payout-batches/${file.json().id}/submissions`, {
    count: 1,
  })
  expect(submitted.json().code, submitted.body).toBe('payout.cooling_off')
  expect((await payOnce(400)).statusCode).toBe(201)
  await testApi.test.owner.query(
    `update app.payout_order set created_at = now() - interval '25 hours' where payee_account_number = '70707070'`,
  )
  expect((await payOnce(5000)).statusCode).toBe(201)
})

test('what is approved and not sent yet is withdrawn by a colleague too, who declines what waits', async () => {
  const colleague = (await testApi.actor('merchant')).token
  const { id: payee } = await beneficiary()
  const on = addDays(new Date().toISOString().slice(0, 10), 30)
  const later = async () => {
    const made = await ask(token, 'POST', '/api/payouts', {
      ...{ beneficiaryId: payee, amount: 50, currency: 'GBP', reference: 'Invoice', on },
    })
    return made.json()
  }
  const cancel = (by: string, id: string) => ask(by, 'POST', `/api/payouts/${id}/cancel`)
  const before = await balanceOf(testApi, 'merchant_available')
  const { id, state } = await later()
  expect(state).toBe('approved')
  const seen = async (by: string) => (await ask(by, 'GET', `/api/payouts/${id}`)).json().mayCancel
  expect([await seen(token), await seen(colleague)]).toEqual([true, true])
  const ofOperator = await ask(operator.token, 'GET', `/api/crm/payouts/${id}`)
  expect(ofOperator.json()).toMatchObject({ id, mayCancel: false })
  expect((await cancel(colleague, id)).json()).toMatchObject({
    ...{ state: 'declined', code: 'payout.withdrawn', mayCancel: false },
  })
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before)
  await testApi.test.owner.query(`update app.payout_rule set approval = 'always'`)
  const waiting = await later()
  expect(waiting.state).toBe('waiting_for_approval')
  expect((await cancel(colleague, waiting.id)).json().code).toBe('payout.not_own')
  expect((await cancel(token, waiting.id)).json().state).toBe('declined')
  await testApi.test.owner.query(`update app.payout_rule set approval = 'levels'`)
})

test('a beneficiary that is archived is paid no more, and one that was paid is not deleted', async () => {
  const { id, version } = await beneficiary({ sortCode: '12-34-56', accountNumber: '10101010' })
  expect((await pay(id, 100)).statusCode).toBe(201)
  const removed = await testApi.app.inject({
    ...{ method: 'DELETE', url: `/api/crm/settings/beneficiaries/${id}` },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(removed.json().code, removed.body).toBe('resource.in_use')
  expect(version).toBe(1)
  const off = await ask(token, 'PUT', '/api/crm/settings/beneficiaries/active', {
    ...{ ids: [id], isActive: false },
  })
  expect(off.statusCode, off.body).toBe(200)
  expect((await pay(id, 100)).statusCode).toBe(404)
})

test('accounts are checked by the rules of their country, at their field', async () => {
  const refused = async (values: object) => {
    const answer = await ask(token, 'POST', '/api/crm/settings/beneficiaries', {
      ...{ merchantId, name: 'Ada Ltd', kind: 'company', country: 'DE', currency: 'EUR' },
      ...values,
    })
    const { code, errors } = answer.json()
    return [answer.statusCode, code, errors?.[0]?.path]
  }
  const german = 'DE89370400440532013000'
  expect(await refused({})).toEqual([422, 'payee.iban_missing', 'iban'])
  expect(await refused({ iban: 'DE89370400440532013001' })).toEqual([
    ...[422, 'payee.iban_digits', 'iban'],
  ])
  expect(await refused({ iban: 'DE8937040044053201300' })).toEqual([
    ...[422, 'payee.iban_length', 'iban'],
  ])
  expect(await refused({ iban: german, country: 'FR' })).toEqual([
    ...[422, 'payee.iban_other_country', 'iban'],
  ])
  expect(await refused({ iban: german, bic: 'BUKBGB22' })).toEqual([
    ...[422, 'payee.bic_country', 'bic'],
  ])
  expect(await refused({ sortCode: '200000', accountNumber: '55779911' })).toEqual([
    ...[422, 'payee.sort_code_country', 'sortCode'],
  ])
  const british = { country: 'GB', currency: 'GBP', sortCode: '20-00-0', accountNumber: '55779911' }
  expect(await refused(british)).toEqual([422, 'payee.sort_code_wrong', 'sortCode'])
  const other = { ...british, sortCode: '08-99-99' }
  const unfit = [422, 'payee.account_number_unfit']
  expect(await refused({ ...other, accountNumber: '66374959' })).toEqual([
    ...[...unfit, 'accountNumber'],
  ])
  expect((await refused({ ...other, accountNumber: '66374958' }))[0]).toBe(201)
  const unfitIban = 'GB59 LOYD 0899 9966 3749 59'
  expect(await refused({ country: 'GB', currency: 'GBP', iban: unfitIban })).toEqual([
    ...[...unfit, 'iban'],
  ])
  const euro = { country: 'GB', iban: 'GB29 NWBK 6016 1331 9268 19' }
  expect(await refused(euro)).toEqual([422, 'payee.town_needed', 'town'])
  const lira = { country: 'TR', currency: 'TRY', iban: 'TR33 0006 1005 1978 6457 8413 26' }
  expect((await refused(lira))[0]).toBe(201)
  expect((await refused({ iban: 'DE89 3704 0044 0532 0130 00' }))[0]).toBe(201)
})

test('a payout to a beneficiary, alone, recurring or in a file, is no smaller than the terms say', async () => {
  await testApi.test.owner.query(
    `insert into app.settlement_terms (tenant_id, id, merchant_id, currency, settlement_days, reserve_basis_points,
       reserve_days, minimum_payout_minor, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, 'GBP', 0, 0, 0, 500, now(), now())`,
    [tenantId, merchantId],
  )
  const { id } = await beneficiary()
  const tooSmall = { code: 'payout.below_minimum', errors: [{ path: 'amount' }] }
  expect((await pay(id, 499)).json()).toMatchObject(tooSmall)
  expect((await pay(id, 500)).statusCode).toBe(201)
  const recurring = (amount: number, more: object = {}) =>
    ask(token, 'POST', '/api/recurring-payouts', {
      ...{ beneficiaryId: id, amount, currency: 'GBP', reference: 'Rent' },
      ...{ frequency: 'monthly', firstDay: nextYear, ...more },
    })
  const nextYear = new Date(Date.now() + 300 * dayMs).toISOString().slice(0, 10)
  expect((await recurring(499)).json()).toMatchObject(tooSmall)
  expect((await recurring(500)).statusCode).toBe(201)
  expect((await recurring(500)).json()).toMatchObject({
    ...{ code: 'recurring_payout.duplicate', errors: [{ path: 'despiteDuplicate' }] },
  })
  expect((await recurring(500, { frequency: 'weekly' })).statusCode).toBe(201)
  expect((await recurring(500, { despiteDuplicate: true })).statusCode).toBe(201)
  const rows = ['4.99', '5.00'].map((amount) => `Ada,GB,GBP,${amount},200000,55779911,Invoice`)
  const file = await ask(token, 'POST', '/api/payout-batches', {
    fileName: 'small.csv',
    content: ['name,country,currency,amount,sortCode,accountNumber,reference', ...rows].join('\n'),
  })
  expect(file.json(), file.body).toMatchObject({ rows: 2, faulty: 1 })
  const lines = await ask(token, 'GET', `/api/payout-batches/${file.json().id}/lines?which=faulty`)
  expect(lines.json().data).toMatchObject([{ line: 2, code: 'payout.below_minimum' }])
})
