import { billingSettings } from '@counterfoil/features/accounting/billing/billing-settings.resource.ts'
import { fees } from '@counterfoil/features/accounting/fees/fees.resource.ts'
import { schedules as ledgerSchedules } from '@counterfoil/features/accounting/ledger/ledger.jobs.ts'
import { ledgerAccounts } from '@counterfoil/features/accounting/ledger/ledger-accounts.resource.ts'
import { disputeRefunds } from '@counterfoil/features/payments/action-options/dispute-refunds.resource.ts'
import { bankingChannels } from '@counterfoil/features/routing/mids/banking-channels.resource.ts'
import { defaultParameters } from '@counterfoil/features/routing/mids/default-parameters.resource.ts'
import { mids } from '@counterfoil/features/routing/mids/mids.resource.ts'
import { mpiProviders } from '@counterfoil/features/routing/mids/mpi.resource.ts'
import { posProviders } from '@counterfoil/features/routing/mids/pos-providers.resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// What operators set about payments, and what the next payment does with it.
const { make, change, turn, pay, postV1, call, operator, testApi } = await openSettingsFixture()
const harbour = merchantIdOf('harbour')
const card = { type: 'card', expiryMonth: 12, expiryYear: 2030, securityCode: '123' }

const detailsOf = (id: string) => call(operator, 'GET', `/api/crm/transactions/${id}`)
const midsOf = async (): Promise<ResourceRow[]> =>
  (await call(operator, 'GET', `/api${mids.path}?merchantId=${harbour}&mode=1&sort=priority`)).data

test('a MID takes payments by priority, within its window, for its currencies and schemes [setting mids]', async () => {
  const [first, second] = (await midsOf()) as [ResourceRow, ResourceRow]
  const providerOf = async () => (await detailsOf((await pay()).id)).provider
  expect(await providerOf()).toBe(first.provider)
  let row = await change(mids, first, { activeUntil: '2026-01-01T00:00:00.000Z' })
  expect(await providerOf()).toBe(second.provider)
  row = await change(mids, row, { activeUntil: null, activeFrom: '2036-01-01T00:00:00.000Z' })
  expect(await providerOf()).toBe(second.provider)
  row = await change(mids, row, { activeFrom: null, currencies: ['EUR'] })
  expect(await providerOf()).toBe(second.provider)
  row = await change(mids, row, { currencies: [], brands: ['mastercard'] })
  expect(await providerOf()).toBe(second.provider)
  const least = { brands: first.brands, maxAmountMinor: 1000 }
  await expect(change(mids, row, least)).rejects.toThrow('"path":"capCurrency"')
  row = await change(mids, row, { ...least, capCurrency: 'GBP' })
  expect(await providerOf()).toBe(second.provider)
  // in another currency it says nothing
  row = await change(mids, row, { capCurrency: 'JPY' })
  expect(await providerOf()).toBe(first.provider)
  row = await change(mids, row, { maxAmountMinor: null, capCurrency: null })
  expect(await providerOf()).toBe(first.provider)
  await turn(mids, row.id, false)
  expect(await providerOf()).toBe(second.provider)
  await turn(mids, row.id, true)
})

test('what is set by one process holds in every other at its next payment', async () => {
  const other = { app: await testApi.replica() }
  const [first, second] = (await midsOf()) as [ResourceRow, ResourceRow]
  const providers = async () => {
    const paid = [await pay(), await pay({}, other)]
    return Promise.all(paid.map(async ({ id }) => (await detailsOf(id)).provider))
  }
  expect(await providers()).toEqual([first.provider, first.provider])
  await turn(mids, first.id, false)
  expect(await providers()).toEqual([second.provider, second.provider])
  await turn(mids, first.id, true)
  expect(await providers()).toEqual([first.provider, first.provider])
})

test('a MID takes payments up to its cap of the day and of the month, in the cap’s currency', async () => {
  const [first, second] = (await midsOf()) as [ResourceRow, ResourceRow]
  const taken = async (input: object = {}) =>
    (await detailsOf((await pay({ amount: 600, ...input })).id)).provider
  await expect(change(mids, first, { dailyCapMinor: 1000 })).rejects.toThrow('"path":"capCurrency"')
  // what it took before a cap was set counts, and what it took in another currency while that one had the cap
  expect(await taken()).toBe(first.provider)
  const [used, usedBefore] = await volumesOf(first.id)
  let row = await change(mids, first, { capCurrency: 'EUR', dailyCapMinor: 1 })
  expect(await taken({ amount: 20 })).toBe(first.provider)
  const daily = used + 20 + 1000
  row = await change(mids, row, { capCurrency: 'GBP', dailyCapMinor: daily })
  expect(await taken()).toBe(first.provider)
  // 600 of 1000 are used
  expect(await taken()).toBe(second.provider)
  expect(await taken({ amount: 400 })).toBe(first.provider)
  expect(await taken({ amount: 1 })).toBe(second.provider)
  expect(await taken({ currency: 'EUR' })).toBe(first.provider)
  const monthly = usedBefore + daily
  row = await change(mids, row, { dailyCapMinor: null, monthlyCapMinor: monthly + 600 })
  expect(await taken()).toBe(first.provider)
  expect(await taken({ amount: 1 })).toBe(second.provider)
  row = await change(mids, row, { monthlyCapMinor: monthly + 601 })
  // a decline uses nothing up
  const declined = { ...card, number: '4000000000000002' }
  expect((await pay({ amount: 1, method: declined })).status).toBe('declined')
  expect(await taken({ amount: 1 })).toBe(first.provider)
  await change(mids, row, { capCurrency: null, monthlyCapMinor: null })
})

/** What a MID had authorised in pounds today, and before in this month. */
async function volumesOf(midId: string): Promise<[today: number, before: number]> {
  const { rows } = await testApi.test.owner.query(
    `select p.authorised_minor as amount, (p.created_at at time zone t.time_zone)::date
       = (now() at time zone t.time_zone)::date as "isToday"
     from payment p join tenant t on t.id = p.tenant_id
     where p.mid_id = $1 and p.currency = 'GBP'
       and date_trunc('month', p.created_at at time zone t.time_zone) = date_trunc('month', now() at time zone t.time_zone)`,
    [midId],
  )
  const sumOf = (isToday: boolean) =>
    rows
      .filter((row) => row.isToday === isToday)
      .reduce((sum, { amount }) => sum + Number(amount), 0)
  return [sumOf(true), sumOf(false)]
}

test('a MID that payments went to is not deleted, and says where it is used', async () => {
  const [first] = (await midsOf()) as [ResourceRow]
  await pay()
  await expect(call(operator, 'DELETE', `/api${mids.path}/${first.id}`)).rejects.toThrow(
    /resource.in_use.*Payments: /,
  )
})

test('a fee is charged on the next capture, void, refund and dispute, and stands in its fees and ledger entries [setting fees]', async () => {
  const feesOf = async (id: string): Promise<[string, number][]> => {
    const { data } = await call(operator, 'GET', `/api/crm/transactions/${id}/fees`)
    return data.map((one: { feeType: string; amount: number }) => [one.feeType, one.amount])
  }
  const entriesOf = async (id: string): Promise<[string, number][]> => {
    const path = `/api/acc/customers/${harbour}/transactions/${id}/accounting-entries`
    const entries = await call(operator, 'GET', path)
    return entries.map((one: { account: string; amount: number }) => [one.account, one.amount])
  }
  const feeFor = (feeType: string, basisPoints: number, fixedMinor: number) =>
    make(fees, { feeType, merchantId: harbour, currency: 'GBP', basisPoints, fixedMinor })
  const capturedFor = (fee: number): [string, number][] => [
    ['acquirer_receivable', 1000],
    ['merchant_available', -1000],
    ['merchant_available', fee],
    ['fee_income', -fee],
  ]
  // what the tenant charges everybody
  const before = await pay({ amount: 1000 })
  expect(await feesOf(before.id)).toEqual([['capture', 34]])
  expect(await entriesOf(before.id)).toEqual(capturedFor(34))

  const fee = await feeFor('capture', 1000, 7)
  expect(await feesOf((await pay({ amount: 1000 })).id)).toEqual([['capture', 107]])
  await change(fees, fee, { basisPoints: 0, fixedMinor: 13 })
  const next = await pay({ amount: 1000 })
  expect(await feesOf(next.id)).toEqual([['capture', 13]])
  expect(await entriesOf(next.id)).toEqual(capturedFor(13))
  await turn(fees, fee.id, false)
  const after = await pay({ amount: 1000 })
  expect(await feesOf(after.id)).toEqual([['capture', 34]])

  const others = [
    await feeFor('void', 0, 3),
    await feeFor('refund', 100, 5),
    await feeFor('dispute', 0, 1500),
  ]
  const held = await pay({ amount: 1000, capture: false })
  await postV1(`/payments/${held.id}/voids`, {})
  expect(await feesOf(held.id)).toEqual([['void', 3]])
  await postV1(`/payments/${after.id}/refunds`, { amount: 400 })
  expect(await feesOf(after.id)).toContainEqual(['refund', 9])
  const live = await pay({ amount: 1000, mode: 2 })
  await call(operator, 'POST', `/api/crm/transactions/${live.id}/dispute`, { reasonCode: 'fraud' })
  expect(await feesOf(live.id)).toContainEqual(['dispute', 1500])
  for (const { id } of others) await turn(fees, id, false)
})

const cardOf = (number: string) => ({
  type: 'card',
  number,
  expiryMonth: 12,
  expiryYear: 2030,
  securityCode: '123',
})

/** What was asked of the acquirer, as its API log shows it. */
const askedOf = async (id: string) => {
  const logs = await call(operator, 'GET', `/api/crm/transactions/${id}/api-logs`)
  const sent = logs.find(({ direction }: { direction: string }) => direction === 'outbound')
  const log = await call(operator, 'GET', `/api/crm/transactions/api-logs/${sent.id}`)
  return JSON.parse(log.request)
}

test('an MPI asks card holders to confirm, or spares them, as its challenge says [setting mpi]', async () => {
  const mpi = await make(mpiProviders, {
    name: 'House rule',
    merchantId: null,
    mode: '1',
    priority: 1,
    brands: ['visa'],
    currencies: [],
    protocolVersion: '2.2.0',
    requestorId: 'NORTHWIND-1',
    requestorName: 'Northwind',
    acquirerBin: '400000',
    challenge: 'mandated',
    exemptCurrency: 'GBP',
    exemptUpToMinor: 500,
  })
  const asked = await pay()
  expect(asked.status).toBe('pending')
  expect(await askedOf(asked.id)).toMatchObject({
    threeDs: { challenge: 'mandated', requestorId: 'NORTHWIND-1', protocolVersion: '2.2.0' },
  })
  expect((await pay({ amount: 500 })).status).toBe('captured')
  // 500 yen are no five pounds
  expect((await pay({ amount: 500, currency: 'JPY' })).status).toBe('pending')
  expect((await pay({ method: cardOf('5555555555554444') })).status).toBe('captured')
  const threeDsCard = { method: cardOf('4000000000003220') }
  expect((await pay(threeDsCard)).status).toBe('pending')
  const spared = await change(mpiProviders, mpi, { challenge: 'no_challenge' })
  expect((await pay(threeDsCard)).status).toBe('captured')
  await turn(mpiProviders, spared.id, false)
  const free = await pay()
  expect(free.status).toBe('captured')
  expect(await askedOf(free.id)).not.toHaveProperty('threeDs')
  expect((await pay(threeDsCard)).status).toBe('pending')
})

test('default parameters go with every authorisation, the most particular of a name [setting default-parameters]', async () => {
  const plain = { name: 'terminal_id', merchantId: null, provider: null, channel: null }
  const general = await make(defaultParameters, { ...plain, value: 'T-1' })
  const own = await make(defaultParameters, { ...plain, value: 'T-2', merchantId: harbour })
  await make(defaultParameters, { ...plain, name: 'desk', value: '7', channel: 'pos' })
  const parametersOf = async (input: object = {}) => {
    const asked = (await askedOf((await pay(input)).id)) as { parameters?: object }
    return asked.parameters
  }
  expect(await parametersOf()).toEqual({ terminal_id: 'T-2' })
  expect(await parametersOf({ channel: 'pos' })).toEqual({ terminal_id: 'T-2', desk: '7' })
  await turn(defaultParameters, own.id, false)
  expect(await parametersOf()).toEqual({ terminal_id: 'T-1' })
  await turn(defaultParameters, general.id, false)
  expect(await parametersOf()).toBeUndefined()
})

test('payments at a point of sale go to POS providers alone, once there is one [setting pos-providers]', async () => {
  const atPos = { channel: 'pos' }
  const providerOf = async (input: object) => (await detailsOf((await pay(input)).id)).provider
  expect(await providerOf(atPos)).toBe('sandbox_alpha')
  const beta = await make(posProviders, {
    name: 'Beta terminals',
    provider: 'sandbox_beta',
    currencies: [],
    maxAmountCurrency: 'GBP',
    maxAmountMinor: 2000,
  })
  expect(await providerOf(atPos)).toBe('sandbox_beta')
  expect(await providerOf({})).toBe('sandbox_alpha')
  expect((await pay({ ...atPos, amount: 2001 })).status).toBe('failed')
  expect((await pay({ ...atPos, currency: 'JPY' })).status).toBe('failed')
  const others = await change(posProviders, beta, { currencies: ['EUR'] })
  expect((await pay(atPos)).status).toBe('failed')
  await turn(posProviders, others.id, false)
  expect(await providerOf(atPos)).toBe('sandbox_alpha')
})

test('a transfer goes by a banking channel of its currency and amount, and its payer is shown the account [setting banking-channels]', async () => {
  const transfer = { method: { type: 'bank_transfer' } }
  const payToOf = async (id: string) => {
    const path = `/api/crm/transactions/relationships?transactionId=${id}`
    return (await call(operator, 'GET', path)).data[0].payTo
  }
  const before = await pay(transfer)
  expect([before.status, await payToOf(before.id)]).toEqual(['captured', null])
  const channel = await make(bankingChannels, {
    name: 'Pounds',
    scheme: 'faster_payments',
    provider: 'sandbox_beta',
    currency: 'GBP',
    bankName: 'Bank of Tests',
    accountHolder: 'Northwind Ltd',
    iban: 'gb33bukb20201555555555',
    bic: null,
    minAmountMinor: 1000,
    maxAmountMinor: null,
  })
  const sent = await pay(transfer)
  expect((await detailsOf(sent.id)).provider).toBe('sandbox_beta')
  expect(await payToOf(sent.id)).toMatchObject({ iban: 'GB33BUKB20201555555555', bic: null })
  expect((await pay({ ...transfer, amount: 999 })).status).toBe('failed')
  expect((await pay()).status).toBe('captured')
  await expect(
    change(bankingChannels, channel, { iban: 'GB34BUKB20201555555555' }),
  ).rejects.toThrow(/iban/)
  // one that is held is paid to the account of the acquirer that it goes to once it is approved
  await setThreshold(5000)
  const held = await pay({ ...transfer, amount: 5001 })
  expect([held.status, (await payToOf(held.id)).iban]).toEqual([
    'waiting_for_approval',
    'GB33BUKB20201555555555',
  ])
  await turn(bankingChannels, channel.id, false)
  const other = await make(bankingChannels, {
    ...{
      name: 'Other pounds',
      scheme: 'faster_payments',
      provider: 'sandbox_alpha',
      currency: 'GBP',
    },
    ...{ bankName: 'Bank of Proofs', accountHolder: 'Northwind Ltd', bic: null },
    ...{ iban: 'GB29NWBK60161331926819', minAmountMinor: null, maxAmountMinor: null },
  })
  await call(operator, 'POST', `/api/crm/transactions/${held.id}/approves`, { reason: 'Known' }, 1)
  expect((await detailsOf(held.id)).provider).toBe('sandbox_alpha')
  expect((await payToOf(held.id)).iban).toBe('GB29NWBK60161331926819')
  await setThreshold(null)
  await turn(bankingChannels, other.id, false)
  expect((await pay({ ...transfer, amount: 999 })).status).toBe('captured')
})

async function setThreshold(amountMinor: number | null): Promise<void> {
  const change = 'update merchant set approval_threshold_minor = $1 where id = $2'
  await testApi.test.owner.query(change, [amountMinor, harbour])
  await testApi.test.owner.query('update tenant set settings_version = settings_version + 1')
}

test('of two fees for the same that are made at once one stays', async () => {
  const fee = {
    feeType: 'void',
    merchantId: harbour,
    currency: 'EUR',
    basisPoints: 1,
    fixedMinor: null,
  }
  const made = await Promise.allSettled(Array.from({ length: 4 }, () => make(fees, fee)))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of made) {
    if (one.status === 'rejected') expect(String(one.reason)).toContain('resource.duplicate')
  }
})

test('the next capture is posted to the accounts that were chosen; what runs stays where it began [setting ledger-accounts] [setting billing-settings]', async () => {
  const entriesOf = async (id: string): Promise<Record<string, string | null>> => {
    const path = `/api/acc/customers/${harbour}/transactions/${id}/accounting-entries`
    const entries: { account: string; ledgerAccount: { code: string } | null; amount: number }[] =
      await call(operator, 'GET', path)
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    return Object.fromEntries(entries.map((one) => [one.account, one.ledgerAccount?.code ?? null]))
  }
  const account = (code: string, accountType: string, currency: string | null = null) =>
    make(ledgerAccounts, { code, name: code, accountType, currency, description: null })
  const choose = (purpose: string, to: ResourceRow, more: object = {}) =>
    make(billingSettings, {
      ...{ purpose, merchantId: null, method: null, currency: null },
      ...{ ledgerAccountId: to.id, ...more },
    })
  const running = await pay()
  const held = await pay({ capture: false })
  const receivable = await account('1200', 'asset')
  const payable = await account('2100-GBP', 'liability', 'GBP')
  await expect(choose('merchant_available', receivable)).rejects.toThrow('billing.account_type')
  await expect(choose('merchant_available', payable)).rejects.toThrow('billing.account_currency')
  const first = await choose('acquirer_receivable', receivable)
  await choose('merchant_available', payable, { currency: 'GBP', method: 'card' })
  const standard = { acquirer_receivable: null, merchant_available: null }
  const chosen = { acquirer_receivable: '1200', merchant_available: '2100-GBP' }

  expect(await entriesOf(running.id)).toMatchObject(standard)
  const paid = await pay()
  expect(await entriesOf(paid.id)).toMatchObject(chosen)
  expect(await entriesOf((await pay({ currency: 'EUR' })).id)).toMatchObject({
    ...chosen,
    merchant_available: null,
  })
  await postV1(`/payments/${held.id}/captures`, {})
  expect(await entriesOf(held.id)).toMatchObject(chosen)

  // refunds go where their captures went, whatever was chosen since
  const other = await account('1300', 'asset')
  await change(billingSettings, first, { ledgerAccountId: other.id })
  for (const { id } of [running, paid])
    expect((await postV1(`/payments/${id}/refunds`, {})).status).toBe(201)
  expect(await entriesOf(running.id)).toMatchObject(standard)
  expect(await entriesOf(paid.id)).toMatchObject(chosen)
  expect(await entriesOf((await pay()).id)).toMatchObject({ acquirer_receivable: '1300' })
  const path = `/api${ledgerAccounts.path}/${receivable.id}`
  const balances = () => call(operator, 'GET', `${path}/balances`)
  // the euros, and what was held; what was paid back stands there no more
  const left = [
    { mode: 'Test', currency: 'EUR', amount: 1250 },
    { mode: 'Test', currency: 'GBP', amount: 1250 },
  ]
  expect(await balances()).toEqual(left)
  const narrow = await testApi.actor('narrow')
  await expect(call(narrow, 'GET', `${path}/balances`)).rejects.toThrow('ledger.limited_payments')
  // the same once all of it is folded, and the same as the entries
  await ledgerSchedules
    .find(({ name }) => name === 'ledger.fold-balances')
    ?.run({
      ...{
        database: testApi.test.database,
        jobs: testApi.test.jobs,
        log: pino({ level: 'silent' }),
      },
      ...{ now: () => new Date(), signal: new AbortController().signal },
    })
  expect(await balances()).toEqual(left)
  const { rows: differing } = await testApi.test.owner.query(
    `select e.ledger_account_id from (
       select ledger_account_id, merchant_id, mode, currency, sum(amount_minor) as amount
       from app.ledger_entry where ledger_account_id is not null group by 1, 2, 3, 4) e
     full join app.ledger_account_balance b using (ledger_account_id, merchant_id, mode, currency) where coalesce(e.amount, 0) <> coalesce(b.amount_minor, 0)`,
  )
  expect(differing).toEqual([])

  // what has entries stays, with its type and currency
  await expect(call(operator, 'DELETE', path)).rejects.toThrow(/resource.in_use.*Entries: /)
  await expect(change(ledgerAccounts, receivable, { currency: 'GBP' })).rejects.toThrow(
    'ledger.account_has_entries',
  )
  await expect(
    testApi.test.owner.query('delete from app.ledger_account where id = $1', [receivable.id]),
  ).rejects.toThrow('foreign key')
  // one that is switched off takes nothing new
  await turn(ledgerAccounts, other.id, false)
  expect(await entriesOf((await pay()).id)).toMatchObject({ ...chosen, acquirer_receivable: null })
})

test('a refund while a dispute is open is as the setting says, to operators as to merchants’ servers [setting dispute-refunds]', async () => {
  const { id } = await pay({ mode: 2 })
  const own = `/api/crm/transactions/${id}`
  await call(operator, 'POST', `${own}/dispute`, { amount: 400, reasonCode: 'fraud' })
  const refund = (body: object) =>
    call(operator, 'POST', `${own}/refunds`, { amount: 100, ...body })
  const byServer = async (body: object) =>
    (await postV1(`/payments/${id}/refunds`, { amount: 100, ...body }, 'harbour', 2)).body
  const details = () => call(operator, 'GET', `${own}/details`)
  const all = await make(disputeRefunds, { name: 'All', rule: 'refused', merchantId: null })
  await expect(refund({ despiteDispute: true })).rejects.toThrow('nothing is refunded until')
  expect(await byServer({ despiteDispute: true })).toMatchObject({ code: 'refund.dispute_refused' })
  const marked = { amount: 100, paidFrom: 'bank', reason: 'Paid in cash', despiteDispute: true }
  await expect(call(operator, 'POST', `${own}/status-change-refunds`, marked)).rejects.toThrow(
    'nothing is refunded until',
  )
  expect(await details()).toMatchObject({
    refundInDispute: 'refused',
    actions: expect.arrayContaining([
      expect.objectContaining({
        action: 'refund',
        isAllowed: false,
        code: 'refund.dispute_refused',
      }),
    ]),
  })
  const ofMerchant = await make(disputeRefunds, {
    ...{ name: 'Harbour', rule: 'warned', merchantId: harbour },
  })
  expect(await details()).toMatchObject({ refundInDispute: 'warned' })
  await expect(refund({})).rejects.toThrow('confirm it with despiteDispute')
  expect(await byServer({})).toMatchObject({ code: 'refund.dispute_warned' })
  expect(await refund({ despiteDispute: true })).toMatchObject({ refundedAmount: 100 })
  expect(await byServer({ despiteDispute: true })).toMatchObject({ status: 'succeeded' })
  await turn(disputeRefunds, ofMerchant.id, false)
  await turn(disputeRefunds, all.id, false)
  expect(await refund({})).toMatchObject({ refundedAmount: 300 })
})
